"""What the API says and takes about ladders."""

from typing import Any

from rest_framework import serializers

from tournaments.models import Challenge


class ChallengeSerializer(serializers.ModelSerializer[Challenge]):
    """A challenge: who (`by`) asked whom (`to`), until when it is answered and played, how it ended, and its match."""

    id = serializers.CharField(source="public_id", read_only=True)
    tournament = serializers.CharField(source="stage.tournament.public_id", read_only=True)
    by = serializers.CharField(source="by.public_id", read_only=True)
    to = serializers.CharField(source="to.public_id", read_only=True)
    match = serializers.CharField(source="match.public_id", read_only=True, allow_null=True, default=None)

    class Meta:
        model = Challenge
        fields = ("id", "tournament", "by", "to", "state", "made_at", "answer_by", "play_by", "ended_at", "match")
        read_only_fields = fields


class RungSerializer(serializers.Serializer[Any]):
    """One place of a ladder; `may_challenge` and `why_not` are for whoever asks."""

    place = serializers.IntegerField()
    entry = serializers.CharField(source="entry.public_id")
    name = serializers.CharField(source="entry.name")
    is_away = serializers.BooleanField()
    is_mine = serializers.BooleanField()
    may_challenge = serializers.BooleanField(source="may")
    why_not = serializers.CharField()


class MoveSerializer(serializers.Serializer[Any]):
    """Something that happened, in words, the latest first."""

    at = serializers.DateTimeField()
    words = serializers.CharField()
    reason = serializers.CharField()


class LadderSerializer(serializers.Serializer[Any]):
    """A ladder from the top, its open challenges, its rules in words, and what happened last."""

    places = RungSerializer(source="rungs", many=True)
    challenges = ChallengeSerializer(source="open", many=True)
    rules = serializers.ListField(child=serializers.CharField())
    moves = MoveSerializer(many=True)


class NewChallengeSerializer(serializers.Serializer[Any]):
    """Whom one challenges; directors may say for whom."""

    challenged = serializers.CharField(max_length=12, help_text="Id of an entry of this tournament.")
    challenger = serializers.CharField(
        max_length=12, required=False, default="", help_text="Id of an entry; one's own unless said (directors)."
    )


class StatedReasonSerializer(serializers.Serializer[Any]):
    """Why: everybody will read it."""

    reason = serializers.CharField(max_length=500)


class NewPlaceSerializer(StatedReasonSerializer):
    """The place from the top on which the director puts an entry."""

    place = serializers.IntegerField(min_value=1)
