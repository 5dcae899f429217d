"""A tournament in the API: its conditions, the number of entries, the number of rounds expected; copies of it."""

from datetime import datetime
from typing import Any

from rest_framework import serializers

from tournaments.event.selectors import finding
from tournaments.models import Tournament
from tournaments.standings.selectors import standings


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """A tournament."""

    id = serializers.CharField(source="public_id", read_only=True)
    club = serializers.CharField(source="club.slug", read_only=True)
    rounds = serializers.SerializerMethodField(help_text="The number of rounds.")
    entries = serializers.IntegerField(source="entry_count", read_only=True)
    capacity = serializers.SerializerMethodField(help_text="How many places there are; 0: as many as come.")
    waiting = serializers.IntegerField(source="waiting_count", read_only=True, help_text="On the waiting list.")
    entries_close_at = serializers.SerializerMethodField(help_text="Until when players enter themselves.")
    fee = serializers.SerializerMethodField(help_text="The fee with its currency, empty where there is none.")
    spectators = serializers.SerializerMethodField(help_text="May others look at live tables?")
    delay = serializers.SerializerMethodField(help_text="How much later they see them: none, moves:10, deals, open:15.")

    rated = serializers.BooleanField(
        source="counts",
        read_only=True,
        help_text="Do its matches count: is its club approved, and was it at the start?",
    )

    class Meta:
        model = Tournament
        fields = ("id", "slug", "name", "club", "variant", "rules_name", "mode", "state", "timezone",
                  "starts_at", "place", "rounds", "entries", "capacity", "waiting", "entries_close_at", "fee",
                  "spectators", "delay", "finished_at", "rated")  # fmt: skip

    def get_capacity(self, tournament: Tournament) -> int:
        return finding.places_of(tournament)

    def get_entries_close_at(self, tournament: Tournament) -> datetime | None:
        return finding.entries_close_at(tournament)

    def get_fee(self, tournament: Tournament) -> str:
        chosen = tournament.settings
        return f"{chosen['fee']} {chosen.get('currency', '')}".strip() if chosen.get("fee") else ""

    def get_spectators(self, tournament: Tournament) -> bool:
        return bool(tournament.settings.get("spectators", True))

    def get_delay(self, tournament: Tournament) -> str:
        return str(tournament.settings.get("delay", "none"))

    def get_rounds(self, tournament: Tournament) -> int:
        return standings.rounds_foreseen(tournament)


class CopySerializer(serializers.Serializer[Any]):
    """The changes for a copy; an omitted field stays as it was."""

    name = serializers.CharField(required=False, default="", allow_blank=True, max_length=120)
    starts_at = serializers.DateTimeField(
        required=False, allow_null=True, default=None, help_text="Unless said: the same weekday and hour, the next."
    )
    with_entrants = serializers.BooleanField(default=False, help_text="Enter again whoever has not left.")


class SeriesSerializer(serializers.Serializer[Any]):
    """A series of evenings by rule, in the zone of the tournament."""

    weekday = serializers.IntegerField(min_value=0, max_value=6, help_text="0 is Monday.")
    at = serializers.TimeField(help_text="The hour, such as 20:00.")
    every = serializers.IntegerField(default=1, min_value=1, max_value=8, help_text="Every so many weeks.")
    week_of_month = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=-1, max_value=4,
        help_text="Once a month instead, on its first (1) to fourth or its last (-1) such weekday.",
    )  # fmt: skip
    since = serializers.DateField(required=False, allow_null=True, default=None, help_text="Today unless said.")
    until = serializers.DateField(required=False, allow_null=True, default=None, help_text="The last day.")
    count = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, help_text="So many evenings, instead of a last day."
    )
    name = serializers.CharField(required=False, default="", allow_blank=True, max_length=120)
    with_entrants = serializers.BooleanField(default=False, help_text="Enter again whoever has not left.")
