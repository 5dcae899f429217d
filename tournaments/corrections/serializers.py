"""Serializers of the API of corrections and rulings."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.corrections.selectors.misplaced import Misplaced
from tournaments.results.serializers import HELP, MOST_SIDES, RESULT_KINDS, FiguresSerializer, GamesField

CORRECTION_KINDS = (*RESULT_KINDS, "adjusted", "annulled")


class StatedSerializer(serializers.Serializer[Any]):
    """The reason for an extraordinary act."""

    reason = serializers.CharField(max_length=500, help_text="It is public.")


class CorrectionSerializer(FiguresSerializer):
    """Another result of a match: its figures, or the winner if nothing was played; by a ruling also the points of its
    sides in the unit of the points table."""

    kind = serializers.ChoiceField(choices=CORRECTION_KINDS, default="played")
    games = GamesField(help_text=f"{HELP} Left out, those noted are kept if the winner stays.")
    ruling = serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=MOST_SIDES, required=False, allow_null=True,
        default=None,
    )  # fmt: skip
    digest = serializers.CharField(required=False, default="", help_text="The digest of the preview: applies it.")
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=500)
    rule = serializers.CharField(required=False, default="", allow_blank=True, max_length=20)
    is_rated = serializers.BooleanField(default=True)
    repair = serializers.BooleanField(default=False, help_text="Pair published rounds again that have not begun.")


class MisplacedSerializer(serializers.Serializer[Any]):
    """A match of a bracket that was begun by the wrong entries, and the possible rulings."""

    match = serializers.CharField(source="match.public_id")
    place = serializers.CharField()
    round = serializers.IntegerField(source="match.round.number")
    should = serializers.SerializerMethodField()
    ways = serializers.DictField(child=serializers.CharField(), help_text="stands, replay or annul, each in words.")
    digest = serializers.CharField()

    @extend_schema_field(serializers.ListField(child=serializers.CharField(help_text="Id of an entry.")))
    def get_should(self, one: Misplaced) -> list[str]:
        return [entry.public_id for entry in one.should]


class PlaceRulingSerializer(serializers.Serializer[Any]):
    """The ruling about a misplaced match, with the digest of the list that showed it."""

    way = serializers.ChoiceField(choices=["stands", "replay", "annul"])
    digest = serializers.CharField()
    reason = serializers.CharField(max_length=500, help_text="It is public.")
    rule = serializers.CharField(required=False, default="", allow_blank=True, max_length=20)


class LaterSerializer(serializers.Serializer[Any]):
    """The effect of a correction on a later round."""

    number = serializers.IntegerField()
    effect = serializers.CharField(
        help_text="same, paired_again, offered, reseated, dropped, stands, to_rule or unpairable"
    )
    words = serializers.CharField()
    gone = serializers.ListField(child=serializers.CharField())
    new = serializers.ListField(child=serializers.CharField())


class CorrectedSerializer(serializers.Serializer[Any]):
    """The effects of a correction, previewed or applied, in words."""

    is_done = serializers.BooleanField(read_only=True, default=False)
    digest = serializers.CharField(read_only=True, default="")
    points = serializers.ListField(child=serializers.IntegerField(), read_only=True, default=list)
    games_before = GamesField(read_only=True, help_text="Games won by both sides as noted until now.")
    games = GamesField(read_only=True, help_text="Games won by both sides with the correction.")
    standings = serializers.ListField(child=serializers.CharField())
    floats = serializers.ListField(child=serializers.CharField())
    byes = serializers.ListField(child=serializers.CharField())
    stages = serializers.ListField(child=serializers.CharField())
    rating = serializers.CharField()
    rounds = LaterSerializer(many=True)


class MarginSerializer(serializers.Serializer[Any]):
    """The points that the director adds to an entry's margin (below 0: takes off), and the reason."""

    points = serializers.IntegerField(min_value=-9_999, max_value=9_999)
    reason = serializers.CharField(max_length=200)
    digest = serializers.CharField(
        required=False, default="", help_text="The digest of the preview: only that is applied."
    )


class MarginLookSerializer(serializers.Serializer[Any]):
    """The points that would be added to an entry's margin."""

    points = serializers.IntegerField(min_value=-9_999, max_value=9_999)


class MarginSeenSerializer(serializers.Serializer[Any]):
    """The effects of a margin correction in words, and its digest."""

    changes = serializers.ListField(child=serializers.CharField())
    digest = serializers.CharField()


class ConcernedSerializer(serializers.Serializer[Any]):
    """What a cancellation would concern."""

    rated = serializers.IntegerField(help_text="Matches that count in the ratings.")
    results = serializers.IntegerField(help_text="Results that are in.")
    playing = serializers.IntegerField(help_text="Live tables that are played at now.")


class CancelSerializer(serializers.Serializer[Any]):
    """Why the tournament is cancelled, and whether its rated matches stay rated."""

    rated = serializers.ChoiceField(choices=["keep", "take_back"])
    seen = serializers.IntegerField(
        required=False, allow_null=True, default=None, help_text="How many rated matches the caller was told of."
    )
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class DeleteSerializer(serializers.Serializer[Any]):
    """The name of the tournament, as a confirmation that the right one is deleted."""

    name = serializers.CharField(max_length=120)
