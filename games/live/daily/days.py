"""The calendar of the deal of the day: when a day (in UTC) begins and ends, and its deck."""

from datetime import UTC, date, datetime, time, timedelta

from games import engine
from games.engine.cards import shuffle
from games.live.shuffle import dealing, shared

RULES = "gin-rummy-com"
LEVEL = "strong"  # it uses no chance: the same cards and moves always bring the same answer
PLAYER, HOUSE = 0, 1  # seats; the house deals, so the player is asked first
TOURNAMENT = "daily"  # the chain of shuffles that these decks stand in
ONE_DAY = timedelta(days=1)


def day_of(now: datetime) -> date:
    """The day that a moment belongs to."""
    return now.astimezone(UTC).date()


def read(text: str) -> date | None:
    """The day in an address ("2026-11-26"); None if it is not a day."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def begins(day: date) -> datetime:
    """The first moment of a day."""
    return datetime.combine(day, time(), UTC)


def ends(day: date) -> datetime:
    """The first moment after a day."""
    return begins(day + ONE_DAY)


def context(day: date) -> shuffle.Context:
    """What the deck of a day is bound to: the day, as the number 20261126, and no table."""
    return shuffle.Context(
        attempt=1, board=0, deal=1, dealer=HOUSE, mode="server", pack=dealing.pack_of(engine.VARIANTS[RULES]),
        round=day.year * 10_000 + day.month * 100 + day.day, rules=RULES, seats=shared.SEATS, table=shared.TABLE,
        tournament=TOURNAMENT,
    )  # fmt: skip


def new_deck(day: date) -> shared.SharedDeck:
    """A fresh deck for a day. Its secret is drawn now, so nobody can know the cards before."""
    return shared.drawn(context(day))
