"""The statistics of all final deals, computed once a night and stored as a row: their number, how every attempt at a
shuffle ended, how evenly the cards lay, and how the deals ended. Shuffles are counted by month, and of a month only
what came to it; where something in it has changed, it is counted anew."""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import version
from typing import Any

import orjson
from django.db import transaction
from django.db.models import Count, QuerySet
from django.db.models.functions import Coalesce

from accounts.models import User
from duework import services as duework
from duework.models import DueWork
from games import engine
from games.engine.cards import shuffle
from games.live.finished import proofs, rates
from games.live.setup import terms
from games.live.setup.terms import Terms
from games.live.store import logbook
from games.models import UNFINISHED, Deal, DealSecret, ShuffleFigures, ShuffleMonth, Status, Table

KIND = "games.fair_deals"
HOUR = 3
AT_ONCE = 200  # tables between two looks at the lease
SIGNS_AT_ONCE = 2000
FORM = 1  # raise it when shuffles are counted otherwise
OF_TABLE = ("public_id", "rules", "options", "settings")  # what counts are made of, with the numbers of its deals
OF_SECRET = ("table", "pk", "dealer", "commitment", "deal", "board", "attempt")
MOST_NAMED = 50
KEPT = 30  # nights


def fair_deals_due(work: DueWork, now: datetime) -> None:
    """Handler of due work `games.fair_deals`."""
    with duework.walk(KIND, now=now) as walk:
        figures, months = _computed(walk, lambda: duework.renew(work))
    with transaction.atomic():
        duework.hold(work)
        _keep(figures, months, now)


def count_fair_deals(*, now: datetime) -> ShuffleFigures:
    """Compute the statistics of all final deals now and store them."""
    with duework.walk(KIND, now=now) as walk:
        figures, months = _computed(walk, lambda: None)
    with transaction.atomic():
        return _keep(figures, months, now)


def _keep(figures: dict[str, Any], months: list[ShuffleMonth], now: datetime) -> ShuffleFigures:
    ShuffleMonth.objects.exclude(pk__in=[one.pk for one in months if one.pk]).delete()
    ShuffleMonth.objects.bulk_create(one for one in months if not one.pk)
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

    def plain(self) -> dict[str, Any]:
        """These counts as JSON; those of places are a flat list for each pack."""
        seen = {}
        for pack in self.decks:
            cards = range(len(pack) * 4)
            seen[pack] = [self.seen[pack][place, card] for place in cards for card in cards]
        numbers = {"attempts": self.attempts, "ended": self.ended, "ruled": self.ruled}
        return numbers | {"modes": dict(self.modes), "decks": dict(self.decks), "seen": seen}

    @classmethod
    def of(cls, plain: dict[str, Any]) -> "_Counted":
        """The counts in that JSON."""
        made = cls(attempts=plain["attempts"], ended=plain["ended"], ruled=plain["ruled"])
        made.modes, made.decks = Counter(plain["modes"]), Counter(plain["decks"])
        for pack, counts in plain["seen"].items():
            size = len(pack) * 4
            made.seen[pack] = Counter({divmod(at, size): count for at, count in enumerate(counts) if count})
        return made


@dataclass(slots=True)
class _Month:
    """The tables that ended in a month, in that order, with a digest of what their counts are made of. `begun`: so many
    of the first ones are as they were when they were counted last."""

    tables: list[int] = field(default_factory=list)
    begun: int = 0
    digest: Any = field(default_factory=lambda: sha256(f"{FORM} {version('undercut')}".encode()))

    def add(self, row: int, sign: bytes, before: ShuffleMonth | None) -> None:
        """Take in one more table."""
        self.tables.append(row)
        self.digest.update(sign)
        if before and (before.tables, before.digest) == (len(self.tables), self.digest.hexdigest()):
            self.begun = before.tables


def _computed(walk: duework.Walk, alive: Callable[[], None]) -> tuple[dict[str, Any], list[ShuffleMonth]]:
    """Compute the statistics, and the months that were counted completely. A table that cannot be read is left out with
    all its deals."""
    total, whole = _Counted(), list[ShuffleMonth]()
    before = {one.month: one for one in ShuffleMonth.objects.all()}
    months, twice = _months(before, alive)
    for name, month in months.items():
        counted = _Counted.of(before[name].counts) if month.begun else _Counted()
        left = len(month.tables) - month.begun
        for table in _tables(month.tables[month.begun :], alive):
            with walk.row(f"table {table.public_id}"):
                counted.add(_counted(table, twice))
                left -= 1
        total.add(counted)
        if not left and month.begun == len(month.tables):
            whole.append(before[name])
        elif not left:
            made = {"digest": month.digest.hexdigest(), "counts": counted.plain()}
            whole.append(ShuffleMonth(month=name, tables=len(month.tables), **made))
    return _figures(total), whole


def _figures(total: _Counted) -> dict[str, Any]:
    return {
        "deals": total.modes.total(),
        "lost": _final().filter(type=engine.LOST).count(),
        "modes": dict(total.modes),
        "attempts": total.attempts,
        "aborted": {"ended": total.ended, "ruled": total.ruled, "server": 0, **_asked()},
        "spread": [_spread(pack, total.seen[pack], total.decks[pack]) for pack in shuffle.PACKS if total.decks[pack]],
        "rates": list(_rates()),
    }


def _months(before: dict[str, ShuffleMonth], alive: Callable[[], None]) -> tuple[dict[str, _Month], set[int]]:
    """The tables that are over and that everybody may see, by the month in which they ended; and the shuffles that do
    not count, because an earlier table had the same deck. No log is read, and nothing is unsealed."""
    months, commitments, twice = dict[str, _Month](), set[str](), set[int]()
    found = Table.objects.filter(status=Status.OVER, is_held=False).annotate(at=Coalesce("finished_at", "opened_at"))
    ended = dict(found.order_by("at", "pk").values_list("pk", "at"))
    for rows in _some(list(ended), SIGNS_AT_ONCE):
        alive()
        signs: dict[int, list[Any]] = {row: [row] for row in rows}
        for row, *values in Table.objects.filter(pk__in=rows).values_list("pk", *OF_TABLE):
            signs[row] += values
        for row, number in (
            Deal.objects.filter(table__in=rows).order_by("table", "number").values_list("table", "number")
        ):
            signs[row].append(number)
        secrets: dict[int, list[tuple[Any, ...]]] = {row: [] for row in rows}
        for secret in (
            DealSecret.objects.filter(table__in=rows).order_by("deal", "attempt", "pk").values_list(*OF_SECRET)
        ):
            secrets[secret[0]].append(secret)
        for row in rows:
            for _row, pk, dealer, commitment, *values in secrets[row]:
                if dealer is not None and commitment in commitments:
                    twice.add(pk)
                commitments |= {commitment} if dealer is not None else set()
                signs[row] += [commitment, pk in twice, *values]
            name = ended[row].astimezone(UTC).strftime("%Y-%m")
            sign = orjson.dumps(signs[row], option=orjson.OPT_SORT_KEYS)
            months.setdefault(name, _Month()).add(row, sign, before.get(name))
    return months, twice


def _some(rows: list[int], most: int) -> Iterator[list[int]]:
    return (rows[at : at + most] for at in range(0, len(rows), most))


def _tables(rows: list[int], alive: Callable[[], None]) -> Iterator[Table]:
    """These tables, a few at a time."""
    for some in _some(rows, AT_ONCE):
        alive()
        yield from Table.objects.filter(pk__in=some).order_by("pk").prefetch_related("seats__user")


def _counted(table: Table, twice: set[int]) -> _Counted:
    """The shuffles of one table, without those that are counted at another."""
    fixed, secrets, found = terms.terms(table), list(table.secrets.order_by("deal", "attempt")), _Counted()
    dealt = set(Deal.objects.filter(table=table).values_list("number", flat=True)) | {0}
    for secret in (one for one in secrets if one.pk not in twice):
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
