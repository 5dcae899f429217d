"""A tournament in the API: its conditions, the number of entries, the number of rounds expected."""

from datetime import datetime

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
        fields = ("id", "slug", "name", "club", "variant", "mode", "state", "timezone", "starts_at", "place", "rounds",
                  "entries", "capacity", "waiting", "entries_close_at", "fee",
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
