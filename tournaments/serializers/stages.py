"""What the API of stages hands out and takes: stages, group tables, brackets, cuts."""

from typing import Any

from rest_framework import serializers

from tournaments import selectors
from tournaments.models import Stage


class StageSerializer(serializers.ModelSerializer[Stage]):
    """A stage of a tournament; `source` is the number of the stage that feeds it, `feed` whom it takes from there."""

    name = serializers.SerializerMethodField()
    text = serializers.SerializerMethodField(help_text="How it is played, in words.")
    source = serializers.IntegerField(source="source.number", read_only=True, allow_null=True, default=None)
    settings = serializers.DictField(read_only=True)
    feed = serializers.DictField(read_only=True)
    disputed = serializers.DictField(
        read_only=True, help_text="Since a correction: ids of entries who should be `in` its field, and `out` of it."
    )

    class Meta:
        model = Stage
        fields = ("number", "name", "text", "format", "state", "settings", "source", "feed", "disputed", "seed")

    def get_name(self, stage: Stage) -> str:
        return selectors.stage_name(stage)

    def get_text(self, stage: Stage) -> str:
        return selectors.stage_sentence(stage)


class StageChangeSerializer(serializers.Serializer[Any]):
    """Settings of a stage to change, and whom it takes; what is left out stays. A bad one is refused by name."""

    settings = serializers.DictField(default=dict)
    feed = serializers.DictField(required=False, allow_null=True, default=None)
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class EntrySidesSerializer(serializers.Serializer[Any]):
    """One side of a place in a bracket; `entry` is empty as long as nobody is known, `text` says who will come."""

    entry = serializers.SerializerMethodField()
    text = serializers.CharField()
    seed = serializers.IntegerField()
    points = serializers.CharField()
    is_winner = serializers.BooleanField()

    def get_entry(self, side: selectors.BracketSide) -> str:
        return side.entry.public_id if side.entry else ""


class PlaceInBracketSerializer(serializers.Serializer[Any]):
    """One place of a bracket. `match` is the id of its match once that is paired."""

    key = serializers.CharField()
    label = serializers.CharField()
    part = serializers.SerializerMethodField()
    state = serializers.CharField(help_text="waiting, ready, over, or void where nobody plays.")
    match = serializers.SerializerMethodField()
    sides = EntrySidesSerializer(many=True)

    def get_part(self, cell: selectors.BracketCell) -> str:
        return cell.part

    def get_match(self, cell: selectors.BracketCell) -> str:
        return cell.match.public_id if cell.match else ""


class CutLineSerializer(serializers.Serializer[Any]):
    """Somebody who goes on."""

    seed = serializers.IntegerField()
    entry = serializers.CharField(source="entry.public_id")
    name = serializers.CharField(source="entry.name")
    place = serializers.IntegerField(help_text="The place in the stage before.")
    group = serializers.CharField()
    carried = serializers.IntegerField(help_text="Points taken along, in the unit of the points table.")


class PlayOffSerializer(serializers.Serializer[Any]):
    """Those who are equal at the cut, and how many of them go on."""

    entries = serializers.SerializerMethodField()
    places = serializers.IntegerField()

    def get_entries(self, line: selectors.PlayOffLine) -> list[str]:
        return [entry.public_id for entry in line.entries]


class CutPreviewSerializer(serializers.Serializer[Any]):
    """Who would go on; the digest confirms exactly this."""

    digest = serializers.CharField()
    lines = CutLineSerializer(many=True)
    play_offs = PlayOffSerializer(many=True)
    out = serializers.SerializerMethodField(help_text="Ids of the entries that do not go on.")

    def get_out(self, found: selectors.CutPreview) -> list[str]:
        return [entry.public_id for entry in found.out]


class CutSerializer(serializers.Serializer[Any]):
    """Confirm a cut: the digest of the preview, and for play-offs their orders (ids) with how they were decided."""

    digest = serializers.CharField()
    decided = serializers.ListField(child=serializers.ListField(child=serializers.CharField()), default=list)
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class SignUpOfferSerializer(serializers.Serializer[Any]):
    """A side contest that still takes others than its losers."""

    contest = serializers.CharField(help_text="consolation or last_chance")
    lines = serializers.IntegerField(help_text="Places kept for late sign-up.")
    taken = serializers.IntegerField()
    closes = serializers.IntegerField(help_text="The wave (counted in the stage) whose pairing closes it.")


class SignUpSerializer(serializers.Serializer[Any]):
    """Who signs up: an entry of the tournament by its id, or somebody new by name."""

    contest = serializers.CharField()
    entry = serializers.CharField(required=False, default="", allow_blank=True)
    name = serializers.CharField(required=False, default="", allow_blank=True, max_length=120)
    rating = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0, max_value=9999)
