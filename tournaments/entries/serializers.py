"""Serializers of the API of entries."""

from typing import Any

from rest_framework import serializers

from games.players import LEVELS
from tournaments.entries.services.ticking import MOST
from tournaments.event.selectors import finding, sitters
from tournaments.models import Entry


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """An entry with its people."""

    id = serializers.CharField(source="public_id", read_only=True)
    tournament = serializers.CharField(source="tournament.public_id", read_only=True)
    number = serializers.IntegerField(source="tpn", read_only=True, allow_null=True, help_text="Start number.")
    rating = serializers.IntegerField(source="rating_at_entry", read_only=True, allow_null=True)
    players = serializers.SerializerMethodField(help_text="Public ids of its people, in the order of its list.")
    captain = serializers.SerializerMethodField(help_text="Public id of the captain, empty where everybody is alone.")
    waiting_place = serializers.SerializerMethodField(help_text="Place on the waiting list; 0: does not wait.")
    unconfirmed = serializers.SerializerMethodField(help_text="Members who have not accepted to be rated here.")
    warnings = serializers.SerializerMethodField(help_text="Who of it has no account and cannot play at a live table.")

    class Meta:
        model = Entry
        fields = (
            "id",
            "tournament",
            "name",
            "number",
            "rating",
            "club",
            "status",
            "waiting_place",
            "joined_round",
            "players",
            "captain",
            "unconfirmed",
            "warnings",
        )

    def get_players(self, entry: Entry) -> list[str]:
        return [member.user.public_id for member in entry.members.all()]

    def get_waiting_place(self, entry: Entry) -> int:
        return finding.place_in_line(entry)

    def get_captain(self, entry: Entry) -> str:
        return next((member.user.public_id for member in entry.members.all() if member.is_captain), "")

    def get_unconfirmed(self, entry: Entry) -> list[str]:
        return [member.user.public_id for member in entry.members.all() if member.accepted_at is None]

    def get_warnings(self, entry: Entry) -> list[str]:
        return sitters.away_words(entry)


class NewEntrySerializer(serializers.Serializer[Any]):
    """A new entry: a known player by id, a guest by name, or a player of the house by level."""

    player = serializers.CharField(required=False, default="", help_text="Public id of a player.")
    house = serializers.ChoiceField(
        choices=LEVELS, required=False, allow_blank=True, default="", help_text="The house plays at this level."
    )
    name = serializers.CharField(required=False, default="", max_length=120)
    email = serializers.EmailField(required=False, default="")
    rating = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0, max_value=4000)


class EntryChangeSerializer(serializers.Serializer[Any]):
    """The fields of an entry that can be corrected; an omitted field stays."""

    name = serializers.CharField(required=False, max_length=120)
    rating = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, max_value=4000, help_text="Fixed once round 1 is paired."
    )
    club = serializers.CharField(required=False, allow_blank=True, max_length=60, help_text="A club or a town.")
    label = serializers.CharField(  # type: ignore[assignment]  # a field's name, which the class gives up
        required=False, allow_blank=True, max_length=40, help_text="For a category of prizes, such as newcomer."
    )


class LeavingSerializer(serializers.Serializer[Any]):
    """What a withdrawal means for the match that the entry still has to play."""

    says = serializers.CharField(allow_blank=True)


class PaidSerializer(serializers.Serializer[Any]):
    """Whether an entry has paid."""

    is_paid = serializers.BooleanField(default=True)


class DoorLineSerializer(serializers.Serializer[Any]):
    """An entry on the door list."""

    entry = serializers.CharField(source="entry.public_id", read_only=True)
    name = serializers.CharField(source="entry.name", read_only=True)
    status = serializers.CharField(source="entry.status", read_only=True)
    paid_at = serializers.DateTimeField(allow_null=True, read_only=True)


class RosterSerializer(serializers.Serializer[Any]):
    """A roster as CSV text."""

    text = serializers.CharField(trim_whitespace=False, help_text="name,rating,email – the last two optional.")
    dry_run = serializers.BooleanField(default=True)
    seen = serializers.CharField(
        required=False, default="", allow_blank=True, help_text="Digest of the dry run that is accepted."
    )
    same = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=99_999),
        required=False,
        default=list,
        max_length=2_000,
        help_text="Lines with the `status` `alike` that are the same person as their note says; the others are new.",
    )


class ReportSerializer(serializers.Serializer[Any]):
    """The report of a roster, previewed or imported."""

    is_done = serializers.BooleanField()
    entered = serializers.IntegerField()
    digest = serializers.CharField(help_text="Hand it back as `seen` to accept just this.")
    lines = serializers.ListField(child=serializers.DictField())
    problems = serializers.ListField(child=serializers.DictField())
    notes = serializers.ListField(
        child=serializers.DictField(), help_text="What was left out, or read as something else: `line` and `text`."
    )
    without_account = serializers.ListField(
        child=serializers.CharField(),
        help_text="Who of the new ones has no account and cannot play at a live table.",
    )


class CheckedInSerializer(serializers.Serializer[Any]):
    """The number of entries that were checked in."""

    checked_in = serializers.IntegerField()


class TickedSerializer(serializers.Serializer[Any]):
    """Members of the tournament's club."""

    people = serializers.ListField(
        child=serializers.CharField(max_length=12), max_length=MOST, help_text="Ids of members."
    )


class EnteredSerializer(serializers.Serializer[Any]):
    """The outcome of entering members: the new entries, and the number of members who were entered already."""

    entries = EntrySerializer(many=True)
    known = serializers.IntegerField()


class RemovedSerializer(serializers.Serializer[Any]):
    """The text `undo` with which a removed entry can be restored."""

    undo = serializers.CharField(max_length=20_000)
