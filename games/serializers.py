"""What the API of tables and deals hands out and takes: the public part only."""

from typing import Any

from rest_framework import serializers

from games import selectors
from games.live.terms import LETTERS, PRACTICE_PACES
from games.models import Deal, Play, Seat, Table
from games.players import LEVELS


class SeatSerializer(serializers.ModelSerializer[Seat]):
    """Who sits where."""

    seat = serializers.SerializerMethodField(help_text="A or B.")
    player = serializers.CharField(source="user.public_id", read_only=True)
    name = serializers.CharField(source="user.name", read_only=True)
    house = serializers.CharField(
        source="house_level", read_only=True, help_text="Level of a house player, else empty."
    )

    class Meta:
        model = Seat
        fields = ("seat", "player", "name", "house")

    def get_seat(self, seat: Seat) -> str:
        return LETTERS[seat.seat]


class TableSerializer(serializers.ModelSerializer[Table]):
    """A table without a card."""

    id = serializers.CharField(source="public_id", read_only=True)
    seats = SeatSerializer(many=True, read_only=True)
    result = serializers.SerializerMethodField(help_text="null while the sitting goes on.")

    class Meta:
        model = Table
        fields = ("id", "label", "rules", "options", "status", "version", "opened_at", "finished_at", "seats", "result")

    def get_result(self, table: Table) -> dict[str, Any] | None:
        found = table.result
        if found is None:
            return None
        by_seat = {name: {LETTERS[at]: value for at, value in enumerate(found[name])}
                   for name in ("points", "totals", "net", "deals_won")}  # fmt: skip
        winner = None if found["winner"] is None else LETTERS[found["winner"]]
        return by_seat | {"winner": winner, "how": found["how"], "deals": found["deals"], "shutout": found["shutout"]}


class DealSerializer(serializers.ModelSerializer[Deal]):
    """A finished deal as the archive lists it."""

    id = serializers.CharField(source="public_id", read_only=True)
    table = serializers.CharField(source="table.public_id", read_only=True)
    rules = serializers.CharField(source="table.rules", read_only=True)
    seats = SeatSerializer(source="table.seats", many=True, read_only=True)
    winner = serializers.SerializerMethodField(help_text="A, B or null.")

    class Meta:
        model = Deal
        fields = ("id", "table", "number", "rules", "seats", "winner", "points", "type", "finished_at")

    def get_winner(self, deal: Deal) -> str | None:
        return None if deal.winner is None else LETTERS[deal.winner]


class PlaySerializer(serializers.ModelSerializer[Play]):
    """One row of a log; decks are not in it."""

    seat = serializers.SerializerMethodField(help_text="A, B or null.")

    class Meta:
        model = Play
        fields = ("seq", "seat", "kind", "action", "at", "spent_ms", "lag_ms")

    def get_seat(self, play: Play) -> str | None:
        return None if play.seat is None else LETTERS[play.seat]


class PracticeSerializer(serializers.Serializer[Any]):
    """A game against a house player."""

    rules = serializers.ChoiceField(choices=[key for key, _ in selectors.variants()], default="gin-rummy-com")
    level = serializers.ChoiceField(choices=LEVELS, default="novice")
    pace = serializers.ChoiceField(choices=PRACTICE_PACES, default="people", help_text="quick: no thinking pauses.")


class CommandSerializer(serializers.Serializer[Any]):
    """A command: as on the wire, with the version at which it was decided."""

    id = serializers.UUIDField(help_text="Made by the client; the same id again gives the same answer.")
    v = serializers.IntegerField(min_value=0, max_value=2**31 - 1, help_text="The version it was decided at.")
    action = serializers.DictField(help_text='Such as {"do": "discard", "card": "KD"}.')


class AckSerializer(serializers.Serializer[Any]):
    """The version that the command made."""

    v = serializers.IntegerField()
