"""Serializers of the API of rounds, and for pairing and running them."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from doors.api.strict import KnownFields
from tournaments.models import Bye, ByeRequest, Entry, PairingJob, PairRule, Round
from tournaments.rounds import selectors
from tournaments.rounds.services.ways_out import WAYS


class RoundSerializer(serializers.ModelSerializer[Round]):
    """A round; drafts are shown to officials only."""

    id = serializers.CharField(source="public_id", read_only=True)
    tournament = serializers.CharField(source="stage.tournament.public_id", read_only=True)
    stage = serializers.IntegerField(source="stage.number", read_only=True)
    closes_at = serializers.SerializerMethodField(help_text="When it closes by itself; null where something is open.")

    class Meta:
        model = Round
        fields = ("id", "tournament", "stage", "number", "state", "version", "published_at", "starts_at", "minutes",
                  "started_at", "called_at", "closes_at", "closed_at", "sealed_at")  # fmt: skip

    def get_closes_at(self, rnd: Round) -> datetime | None:
        """The time that the page of the round names."""
        return selectors.closes_at(rnd)


class ByeSerializer(serializers.ModelSerializer[Bye]):
    """A round without opponent."""

    entry = serializers.CharField(source="seat.entry.public_id", read_only=True)
    name = serializers.CharField(source="seat.entry.name", read_only=True)

    class Meta:
        model = Bye
        fields = ("entry", "name", "kind")


class PairingJobSerializer(serializers.ModelSerializer[PairingJob]):
    """The pairing of a large field: `done` of `groups` score groups are paired (0 of 0 until that is known); `round` is
    the id of the draft when it is there; `code` and `text` say why there is none."""

    id = serializers.CharField(source="public_id", read_only=True)
    tournament = serializers.CharField(source="stage.tournament.public_id", read_only=True)
    stage = serializers.IntegerField(source="stage.number", read_only=True)
    round = serializers.CharField(source="round.public_id", read_only=True, default=None, allow_null=True)

    class Meta:
        model = PairingJob
        fields = ("id", "tournament", "stage", "number", "state", "done", "groups", "round", "code", "text", "asked_at")


class SwapSerializer(serializers.Serializer[Any]):
    """Two entries of a draft change places."""

    first = serializers.CharField(help_text="Id of an entry.")
    second = serializers.CharField(help_text="Id of another.")
    version = serializers.IntegerField()
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class SeenSerializer(serializers.Serializer[Any]):
    """The version of the round or its draft that the caller has seen; any other version is refused."""

    version = serializers.IntegerField()


class _ReasonedSerializer(SeenSerializer):
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class PublishSerializer(_ReasonedSerializer):
    """The version of the draft, and why it is published although results have come in since it was paired."""


class DiscardSerializer(_ReasonedSerializer):
    """The version of the draft that is thrown away, and why."""


class EditSerializer(serializers.Serializer[Any]):
    """One change of a draft by hand."""

    edit = serializers.ChoiceField(
        choices=["swap", "fix", "move", "bye", "table"],
        help_text="What is done with `first`; fix at tables of two, move at tables of three and more.",
    )
    first = serializers.CharField(help_text="Id of an entry.")
    second = serializers.CharField(required=False, default="", help_text="Id of another, for swap and fix.")
    kind = serializers.ChoiceField(choices=["pab", "half", "full", "zero"], required=False, help_text="Of a bye.")
    table = serializers.IntegerField(required=False, min_value=1, max_value=9_999, help_text="Where the pair sits.")
    version = serializers.IntegerField()
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)
    dry_run = serializers.BooleanField(default=False, help_text="Only say what it would do.")

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        """Each change needs its own second value."""
        needed = {"bye": "kind", "table": "table", "move": "table"}.get(data["edit"], "second")
        if not data.get(needed):
            raise serializers.ValidationError({needed: [_("This is needed here.")]})
        return data


class PreviewSerializer(serializers.Serializer[Any]):
    """The effect of a change of a draft, in words: warnings, the change, and the differences from the engine's
    pairing."""

    warnings = serializers.ListField(child=serializers.CharField())
    gone = serializers.ListField(child=serializers.CharField(), source="change.gone")
    new = serializers.ListField(child=serializers.CharField(), source="change.new")
    engine_gone = serializers.ListField(child=serializers.CharField(), source="from_engine.gone")
    engine_new = serializers.ListField(child=serializers.CharField(), source="from_engine.new")


class EditedSerializer(PreviewSerializer):
    """A change of a draft, done or not."""

    is_done = serializers.BooleanField()
    version = serializers.IntegerField()


class PairSerializer(serializers.Serializer[Any]):
    """The stage to be paired next, and how."""

    stage = serializers.IntegerField(
        required=False, min_value=1, max_value=99, help_text="Its number; for one of several that run side by side."
    )
    open_reason = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=200, help_text="Why not to wait for open results."
    )


class PairRuleSerializer(serializers.ModelSerializer[PairRule]):
    """A group of entries: no two of them may meet (hard), or should meet (soft), in these rounds."""

    entries: serializers.SlugRelatedField[Entry] = serializers.SlugRelatedField(
        slug_field="public_id", many=True, read_only=True
    )

    class Meta:
        model = PairRule
        fields = ("id", "kind", "entries", "from_round", "to_round", "reason")


class NewPairRuleSerializer(serializers.Serializer[Any]):
    """A new pair rule."""

    entries = serializers.ListField(child=serializers.CharField(), min_length=2, help_text="Ids of entries.")
    kind = serializers.ChoiceField(choices=["hard", "soft"], default="hard")
    from_round = serializers.IntegerField(default=1, min_value=1, max_value=99)
    to_round = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1, max_value=99)
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class LiftSerializer(serializers.Serializer[Any]):
    """A pair rule to be lifted."""

    rule = serializers.IntegerField()
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class WayOutOfSerializer(serializers.Serializer[Any]):
    """A way out that works."""

    way = serializers.CharField()
    numbers = serializers.ListField(child=serializers.IntegerField())
    words = serializers.CharField()


class BlockedSerializer(serializers.Serializer[Any]):
    """Why the next round cannot be paired: who blocks, and the ways out. `says` is set where there are fewer than two
    to pair; `warning` where not all rounds that are left are sure."""

    number = serializers.IntegerField(required=False)
    says = serializers.CharField(required=False)
    warning = serializers.CharField(required=False)
    witness = serializers.ListField(child=serializers.CharField())
    ways = WayOutOfSerializer(many=True)


class WayOutSerializer(serializers.Serializer[Any]):
    """The chosen way out."""

    way = serializers.ChoiceField(choices=WAYS)
    numbers = serializers.ListField(child=serializers.IntegerField(), default=list)
    reason = serializers.CharField(max_length=500)


class AskByeSerializer(serializers.Serializer[Any]):
    """A bye in a round that is not paired yet."""

    round = serializers.IntegerField(min_value=1)
    kind = serializers.ChoiceField(choices=["half", "zero", "full"], default="half")
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class CancelByeSerializer(serializers.Serializer[Any]):
    """The round of a bye that was asked for."""

    round = serializers.IntegerField(min_value=1)


class ByeRequestSerializer(serializers.ModelSerializer[ByeRequest]):
    """A bye asked for, or given."""

    entry = serializers.CharField(source="entry.public_id", read_only=True)
    round = serializers.IntegerField(source="round_number", read_only=True)

    class Meta:
        model = ByeRequest
        fields = ("entry", "round", "kind", "reason")


class MissedSerializer(serializers.Serializer[Any]):
    """The number of missed rounds for which a late entry gets half points."""

    count = serializers.IntegerField(min_value=1, max_value=99)
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class OfferSerializer(serializers.Serializer[Any]):
    """The rounds that a late entry has missed, and for how many of them the conditions give half points."""

    missed = serializers.IntegerField()
    count = serializers.IntegerField()


class ConsentSerializer(serializers.Serializer[Any]):
    """The answer of a person whom others have entered: do they take part?"""

    accepts = serializers.BooleanField()


class ExpelSerializer(serializers.Serializer[Any]):
    """The reason and the rule of an expulsion."""

    reason = serializers.CharField(max_length=500)
    rule = serializers.CharField(required=False, default="", allow_blank=True, max_length=20)


class TimesSerializer(serializers.Serializer[Any]):
    """When a round starts and how long it lasts; a null start means as soon as it is published."""

    starts_at = serializers.DateTimeField(allow_null=True)
    minutes = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1, max_value=1440)
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class VenueSerializer(serializers.Serializer[Any]):
    """Where the players at this table of the round play."""

    table = serializers.IntegerField(min_value=1, help_text="The number of the table in the round.")
    is_live = serializers.BooleanField(help_text="At a live table of the site; else in the hall.")


class UnpublishSerializer(serializers.Serializer[Any]):
    """The version of the round that the caller has seen, and the reason for taking it back."""

    version = serializers.IntegerField(required=False, allow_null=True, default=None)
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class MissingSerializer(KnownFields):
    """The side that is missing (0 first, 1 second), or that has arrived after all."""

    side = serializers.IntegerField(min_value=0, max_value=1)
    is_missing = serializers.BooleanField(default=True)
