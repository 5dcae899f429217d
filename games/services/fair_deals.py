"""The statistics of all final deals, computed once a night and stored as a row: their number, how every attempt at a
shuffle ended, how evenly the cards lay, and how the deals ended."""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Count, QuerySet

from accounts.models import User
from duework import services as duework
from duework.models import DueWork
from games import engine
from games.engine.cards import shuffle
from games.live.finished import proofs, rates
from games.live.setup import terms
from games.live.setup.terms import Terms
from games.live.store import logbook
from games.models import UNFINISHED, Deal, DealSecret, ShuffleFigures, Status, Table

KIND = "games.fair_deals"
HOUR = 3
AT_ONCE = 200  # tables between two looks at the lease
MOST_NAMED = 50
KEPT = 30  # nights


def fair_deals_due(work: DueWork, now: datetime) -> None:
    """Handler of due work `games.fair_deals`."""
    with duework.walk(KIND, now=now) as walk:
        figures = _computed(walk, lambda: duework.renew(work))
    with transaction.atomic():
        duework.hold(work)
        _keep(figures, now)


def count_fair_deals(*, now: datetime) -> ShuffleFigures:
    """Compute the statistics of all final deals now and store them."""
    with duework.walk(KIND, now=now) as walk:
        return _keep(_computed(walk, lambda: None), now)


def _keep(figures: dict[str, Any], now: datetime) -> ShuffleFigures:
    made, _ = ShuffleFigures.objects.update_or_create(made_at=now, defaults={"figures": figures})
    old = ShuffleFigures.objects.order_by("-made_at").values_list("pk", flat=True)[KEPT:]
    ShuffleFigures.objects.filter(pk__in=list(old)).delete()
    return made


@dataclass(slots=True)
class _Counted:
    """Counts of the shuffles of some tables: attempts, attempts that ended with their sitting or by a ruling, deals by
    mode, and the decks of each pack, by the place of each card."""

    attempts: int = 0
    ended: int = 0
    ruled: int = 0
    modes: Counter[str] = field(default_factory=Counter)
    decks: Counter[str] = field(default_factory=Counter)
    seen: dict[str, Counter[tuple[int, int]]] = field(
        default_factory=lambda: {pack: Counter() for pack in shuffle.PACKS}
    )

    def add(self, other: "_Counted") -> None:
        """Add the counts of another table."""
        self.attempts += other.attempts
        self.ended += other.ended
        self.ruled += other.ruled
        self.modes += other.modes
        self.decks += other.decks
        for pack, seen in other.seen.items():
            self.seen[pack].update(seen)


def _computed(walk: duework.Walk, alive: Callable[[], None]) -> dict[str, Any]:
    """Compute the statistics. A table that cannot be read is left out with all its deals."""
    total, shared = _Counted(), set[str]()
    for table in _tables(alive):
        with walk.row(f"table {table.public_id}"):
            total.add(_counted(table, shared))
    return {
        "deals": total.modes.total(),
        "lost": _final().filter(type=engine.LOST).count(),
        "modes": dict(total.modes),
        "attempts": total.attempts,
        "aborted": {"ended": total.ended, "ruled": total.ruled, "server": 0, **_asked()},
        "spread": [_spread(pack, total.seen[pack], total.decks[pack]) for pack in shuffle.PACKS if total.decks[pack]],
        "rates": list(_rates()),
    }


def _tables(alive: Callable[[], None]) -> Iterator[Table]:
    """Tables that are over and that everybody may see."""
    found, last = Table.objects.filter(status=Status.OVER, is_held=False).order_by("pk"), 0
    while some := list(found.filter(pk__gt=last).prefetch_related("seats__user")[:AT_ONCE]):
        alive()
        yield from some
        last = some[-1].pk


def _counted(table: Table, shared: set[str]) -> _Counted:
    """The shuffles of one table."""
    fixed, secrets, found = terms.terms(table), list(table.secrets.order_by("deal", "attempt")), _Counted()
    dealt = set(Deal.objects.filter(table=table).values_list("number", flat=True)) | {0}
    for secret in _of_a_table(secrets, shared):
        found.attempts += 1
        again = (secret.deal, secret.board, secret.attempt + 1)
        is_last = all((other.deal, other.board, other.attempt) != again for other in secrets)
        if is_last and secret.deal in dealt:
            _lay(fixed, secret, found)
        elif is_last and secret.deal < max(dealt):
            found.ruled += 1
        elif is_last:
            found.ended += 1
    return found


def _of_a_table(secrets: list[DealSecret], shared: set[str]) -> Iterator[DealSecret]:
    """The shuffles of a table; a deck that several tables play counts once."""
    for secret in secrets:
        if secret.dealer is None:
            yield secret
        elif secret.ctx not in shared:
            shared.add(secret.ctx)
            yield secret


def _lay(fixed: Terms, secret: DealSecret, found: _Counted) -> None:
    """Count where every card of a deck lay. The drawing for the first deal (0) is a shuffle, but not a deal."""
    about = shuffle.context_of(secret.ctx)
    cards, _ = proofs.deck_and_proof(fixed, secret)
    if not cards:  # ONL-1: lost before the first of them
        return
    found.decks[about.pack] += 1
    found.seen[about.pack].update(enumerate(cards))
    if secret.deal:
        found.modes[about.mode] += 1


def _asked() -> dict[str, Any]:
    """Count attempts that failed because a browser had lost its entropy, and which seats lost it."""
    lost = logbook.lost_entropy().filter(table__status=Status.OVER, table__is_held=False)
    counted = dict(lost.values_list("by").annotate(times=Count("pk")).order_by("-times")[:MOST_NAMED])
    people = User.objects.in_bulk(one for one in counted if one is not None)
    players = [
        {"player": people[pk].public_id, "name": str(people[pk]), "asked": times}
        for pk, times in counted.items()
        if pk in people
    ]
    return {"asked": lost.count(), "players": players}


def _spread(pack: str, seen: Counter[tuple[int, int]], decks: int) -> dict[str, Any]:
    """The chi-square of which card lay where, and its distance from its mean in standard deviations."""
    size = len(pack) * 4
    mean = decks / size
    square = sum((seen[place, card] - mean) ** 2 for place in range(size) for card in range(size)) / mean
    freedom = (size - 1) ** 2
    z = (square - freedom) / math.sqrt(2 * freedom)
    return {"pack": pack, "cards": size, "decks": decks, "chi_square": round(square, 1), "freedom": freedom, "z": z}


def _final() -> QuerySet[Deal]:
    return Deal.objects.filter(table__status=Status.OVER, table__is_held=False)


def _rates() -> Iterator[dict[str, Any]]:
    """The ways in which deals of gin ended, and how far their rates differ from those of two house players."""
    found = _final().exclude(type__in=(UNFINISHED, engine.LOST))
    for key, (deals, *ends) in rates.EXPECTED.items():
        types = dict(found.filter(table__rules=key).values_list("type").annotate(Count("pk")).order_by())
        total = sum(types.values())
        if not total:
            continue
        types["gin"] = types.get("gin", 0) + types.get("big_gin", 0)
        yield {
            "rules": key,
            "name": engine.VARIANTS[key].name,
            "deals": total,
            "endings": [
                {"type": kind, "share": types.get(kind, 0) / total, "expected": end / deals,
                 "z": _apart(types.get(kind, 0), total, end, deals)}
                for kind, end in zip(rates.ENDINGS, ends, strict=True)
            ],
        }  # fmt: skip


def _apart(count: int, total: int, other: int, of: int) -> float:
    """The difference of two shares in standard deviations of that difference."""
    share = (count + other) / (total + of)
    deviation = math.sqrt(share * (1 - share) * (1 / total + 1 / of))
    return (count / total - other / of) / deviation if deviation else 0.0
