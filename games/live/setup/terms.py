"""What is fixed at a table from its opening on: rules, seats, clock, and the settings of its tournament."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from games import engine
from games.engine.cards import shuffle
from games.engine.writing.codec.words import SEATS
from games.live.setup import clock, talk
from games.live.setup.delay import Delay, delay_in
from games.models import Status, Table

LETTERS = SEATS
NEXT_DEAL_S = 12.0
AIDS = ("full", "count", "none")
GAME = engine.Length("game")
PACES = ("people", "quick", "fast")  # the house pauses and a deal waits; a deal waits; neither
PRACTICE_PACES = PACES[:2]
SHUFFLES = shuffle.MODES
CLAIM, AUTOMATIC = GONE = ("claim", "automatic")  # beyond the grace: the opponent may claim; or the sitting is over


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitter:
    """Who sits at one seat."""

    user_id: int
    public_id: str
    name: str
    house_level: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenDeck:
    """A deck fixed for a deal, because other tables play it too: its sealed secret, what that is bound to, its
    commitment, the seat that deals it here, and the suits that replace C, D, H and S."""

    ctx: str
    sealed: bytes
    commitment: str
    dealer: int
    suits: str = "CDHS"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """A table without its log. `pause_s` is the wait for the next deal; `tournament` and `round` go into the decks.
    `head_start` are the games that each side starts with, `calls_at` is when time is called (None: never). `decks` are
    the decks of all its deals, if they are fixed beforehand. `shuffle` says whose entropy is in a deck: the players'
    too, or the server's alone. `delay` is how much later watchers see the table (None: as it is played). `talk` says
    how the people who sit here may talk (module `talk`). `forfeits`: a player who is disconnected beyond the grace
    loses without a claim."""

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
    length: engine.Length = GAME
    head_start: tuple[int, int] = (0, 0)
    calls_at: datetime | None = None
    decks: tuple[GivenDeck, ...] = ()
    shuffle: str = "server"
    delay: Delay | None = None
    talk: str = talk.OFF
    forfeits: bool = False

    def shown(self, commitment: str) -> str:
        """The commitment of a deal as the table shows it. It is empty for a deck that comes twice, because players
        would recognise it."""
        return commitment if len({deck.ctx for deck in self.decks}) == len(self.decks) else ""

    @property
    def boards(self) -> int:
        """The number of boards that are played at once: in a match of teams, one for each member."""
        return self.rules.team_size if self.rules.seating.name == "teams" else 1

    @property
    def is_of_two_sides(self) -> bool:
        """Do two sides play (two persons or two teams)? Only then can a sitting be longer than one game."""
        return has_two_sides(self.rules)

    @property
    def is_by_days(self) -> bool:
        """Is the time for a decision so long that nobody has to be at the table?"""
        return self.control is not None and self.control.is_by_days

    @property
    def is_plain(self) -> bool:
        """Is it a single game, with nothing special about its length?"""
        return self.length.kind == "game" and self.calls_at is None

    def seat_of(self, user_id: int | None) -> int | None:
        """The seat of a user; None if they have none."""
        return next((at for at, sitter in enumerate(self.seats) if sitter.user_id == user_id), None)

    @property
    def sitters(self) -> tuple[dict[str, int], list[int]]:
        """The seats by the public ids of the people who sit there, and the seats of the house."""
        seats = {sitter.public_id: at for at, sitter in enumerate(self.seats)}
        return seats, [at for at, sitter in enumerate(self.seats) if sitter.house_level]

    @property
    def names(self) -> dict[str, str]:
        """The players' names by seat letter."""
        return {LETTERS[at]: sitter.name for at, sitter in enumerate(self.seats)}


def has_two_sides(rules: engine.RuleSet) -> bool:
    """Do two players or two teams meet under these rules?"""
    return rules.seating.name in ("two", "teams")


def terms(table: Table) -> Terms:
    """The terms of a table's row; its seats and their users should be prefetched."""
    settings: Mapping[str, Any] = table.settings
    sitters = tuple(
        Sitter(user_id=seat.user_id, public_id=seat.user.public_id, name=str(seat.user), house_level=seat.house_level)
        for seat in sorted(table.seats.all(), key=lambda seat: seat.seat)
    )
    rules = engine.rule_set(table.rules, **table.options)
    return Terms(
        table_id=table.pk,
        public_id=table.public_id,
        rules=rules,
        seats=sitters,
        control=clock.control(settings),
        aids=settings.get("aids", "full"),
        spectators=may_be_watched(table),
        pause_s=0.0 if settings.get("pace") == "fast" else NEXT_DEAL_S,
        tournament=settings.get("tournament") or "casual",
        round=settings.get("round") or 0,
        length=engine.length_of(settings.get("length") or "game"),
        head_start=tuple(settings.get("head_start") or (0, 0)),
        calls_at=table.opened_at + timedelta(minutes=settings["minutes"]) if settings.get("minutes") else None,
        decks=_given(table) if settings.get("decks") else (),
        shuffle=settings.get("shuffle") or "server",
        delay=delay_in(settings),
        forfeits=settings.get("gone", CLAIM) == AUTOMATIC,
        talk=talk.kind_at(settings.get("chat", talk.DEFAULT), rules, sum(not at.house_level for at in sitters)),
    )


def may_be_watched(table: Table) -> bool:
    """May spectators watch this table?"""
    return bool(table.settings.get("spectators", True)) and not table.is_held


def is_seen_later(table: Table) -> bool:
    """Is this table under play, and do watchers see it with a delay?"""
    return table.status == Status.PLAYING and delay_in(table.settings) is not None


def _given(table: Table) -> tuple[GivenDeck, ...]:
    rows = table.secrets.exclude(dealer=None).order_by("deal")
    return tuple(
        GivenDeck(ctx=row.ctx, sealed=bytes(row.sealed), commitment=row.commitment, dealer=row.dealer, suits=row.suits)
        for row in rows.only("ctx", "sealed", "commitment", "dealer", "suits")
        if row.dealer is not None
    )
