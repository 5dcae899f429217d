"""What is fixed at a table from its opening on: rules, seats, clock, and what the floor above handed down."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games import engine
from games.live import clock
from games.models import Table

LETTERS = "ABCDEFGH"
NEXT_DEAL_S = 12.0
AIDS = ("full", "count", "none")
PACES = ("people", "quick", "fast")  # the house pauses and a deal waits; a deal waits; neither
PRACTICE_PACES = PACES[:2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitter:
    """Who sits at one seat."""

    user_id: int
    public_id: str
    name: str
    house_level: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """A table without its log. `pause_s` is the wait for the next deal; `tournament` and `round` go into the decks."""

    table_id: int
    public_id: str
    rules: engine.RuleSet
    seats: tuple[Sitter, ...]
    control: clock.Control | None
    aids: str
    spectators: bool
    pause_s: float
    tournament: str
    round: int

    def seat_of(self, user_id: int | None) -> int | None:
        """The seat of a user, None for a stranger."""
        return next((at for at, sitter in enumerate(self.seats) if sitter.user_id == user_id), None)

    @property
    def names(self) -> dict[str, str]:
        """The players' names by seat letter."""
        return {LETTERS[at]: sitter.name for at, sitter in enumerate(self.seats)}


def terms(table: Table) -> Terms:
    """The terms of a table row; its seats and their users should be prefetched."""
    settings: Mapping[str, Any] = table.settings
    sitters = tuple(
        Sitter(user_id=seat.user_id, public_id=seat.user.public_id, name=str(seat.user), house_level=seat.house_level)
        for seat in sorted(table.seats.all(), key=lambda seat: seat.seat)
    )
    return Terms(
        table_id=table.pk,
        public_id=table.public_id,
        rules=engine.rule_set(table.rules, **table.options),
        seats=sitters,
        control=clock.control(settings),
        aids=settings.get("aids", "full"),
        spectators=settings.get("spectators", True),
        pause_s=0.0 if settings.get("pace") == "fast" else NEXT_DEAL_S,
        tournament=settings.get("tournament") or "casual",
        round=settings.get("round") or 0,
    )
