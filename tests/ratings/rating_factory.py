"""Players and results for the tests of ratings."""

from datetime import UTC, datetime, timedelta
from typing import Any

from accounts import services as accounts
from accounts.models import User
from ratings.models import PlayerRating, Pool, RatedMatch
from ratings.selectors import players
from ratings.services import results

START = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
NAMES = ("Ann", "Bob", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")


def people(count: int = 8) -> list[User]:
    return [accounts.player_for(name=name)[0] for name in NAMES[:count]]


def record(n: int, a: User, b: User, score: float = 1.0, *, at: int | None = None, **more: Any) -> RatedMatch:
    """Match `n`, finished `at` minutes past seven (minute `n` unless given)."""
    values: dict[str, Any] = {"pool": "gin-rummy-com", "margin": round(score * 80) - 40, "deals": 5} | more
    finished = START + timedelta(minutes=n if at is None else at)
    return results.record_match(
        source=f"test:{n}", finished_at=finished, players=(a, b), score_a=score, label=f"Match {n}", **values
    )


def numbers(pool: str = "gin") -> tuple[Any, ...]:
    """Everything that a pool shows, without row ids: equal pools give equal values, to the last bit."""
    row = Pool.objects.get(key=pool)
    standings = PlayerRating.objects.filter(pool=row).order_by("player__name")
    changes = players.standing_changes(row).order_by("seq", "player__name")
    fields = ("state", "rating", "matches", "opponents", "provisional", "last_at", "rank", "peak")
    return (
        [(one.player.name, *(getattr(one, field) for field in fields)) for one in standings],
        list(changes.values_list("seq", "player__name", "match__source", "before", "after", "expected", "k", "margin")),
        row.run and (row.run.matches, row.run.last_at),
    )


def record_table(
    n: int, *places: tuple[User, int], partners: bool = False, at: int | None = None, **more: Any
) -> RatedMatch:
    """A table of several, finished `at` minutes past seven (minute `n` unless given): who came to which place; with
    `partners` every second seat is of the same side, and the first two places count."""
    count = 2 if partners else len(places)
    sides = [results.SideResult(place=place, points=100 - place, margin=10 - place) for _, place in places[:count]]
    values: dict[str, Any] = {"pool": "partnership" if partners else "cutthroat", "deals": 6} | more
    return results.record_several(
        source=f"{'table' if values.get('kind') == 'casual' else 'match'}:{n}",
        finished_at=START + timedelta(minutes=n if at is None else at),
        seats=[(user, seat % count) for seat, (user, _) in enumerate(places)],
        sides=sides,
        label=f"Table {n}",
        **values,
    )
