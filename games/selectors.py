"""Reading about tables and deals. What is read here is public: no hand, no stock, no secret."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, Q, QuerySet

from accounts.models import User
from games.models import LIVE_VARIANTS, Deal, Play, Seat, Status, Table

SEATS = Prefetch("seats", Seat.objects.select_related("user").order_by("seat"))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResult:
    """What a table that is over came to; tuples are by seat. `points` are deal points, `totals` with all bonuses, `net`
    the signed difference. `how` is played, resign, claim or flag; `abandoned` means not played to the end."""

    ref: str
    winner: int | None
    points: tuple[int, ...]
    totals: tuple[int, ...]
    net: tuple[int, ...]
    deals: int
    deals_won: tuple[int, ...]
    shutout: bool
    finished_at: datetime
    how: str
    abandoned: bool


def result(table: Table) -> TableResult | None:
    """The result of a table, None while it is played."""
    found = table.result
    if found is None or table.finished_at is None:
        return None
    return TableResult(
        ref=table.ref,
        winner=found["winner"],
        points=tuple(found["points"]),
        totals=tuple(found["totals"]),
        net=tuple(found["net"]),
        deals=found["deals"],
        deals_won=tuple(found["deals_won"]),
        shutout=found["shutout"],
        finished_at=table.finished_at,
        how=found["how"],
        abandoned=found["how"] != "played",
    )


def tables() -> QuerySet[Table]:
    """All tables, newest first, with their seats and users."""
    return Table.objects.prefetch_related(SEATS).order_by("-pk")


def table(public_id: str) -> Table | None:
    """A table by its public id."""
    return tables().filter(public_id=public_id).first()


def tables_of(refs: Iterable[str]) -> QuerySet[Table]:
    """The tables that the floor above opened under these references."""
    return tables().filter(ref__in=list(refs))


def playing() -> QuerySet[Table]:
    """Tables at which a sitting is going on."""
    return tables().filter(status=Status.PLAYING)


def playing_for(user: User | AnonymousUser) -> QuerySet[Table]:
    """The tables at which this person sits now."""
    if not isinstance(user, User):
        return Table.objects.none()
    return playing().filter(seats__user=user)


def unreported_since(moment: datetime) -> QuerySet[Table]:
    """Tables that were over before `moment` and of which nobody above has heard: their signal is still owed."""
    return Table.objects.filter(status=Status.OVER, reported_at=None, finished_at__lt=moment)


def seat_of(table: Table, user: User | AnonymousUser) -> int | None:
    """Where this person sits at a table, None for a stranger."""
    return next((seat.seat for seat in table.seats.all() if seat.user_id == user.pk), None)


def deals(*, player: User | None = None, table: Table | None = None) -> QuerySet[Deal]:
    """Finished deals of sittings that are over, newest first, with table and seats; of one player or one table."""
    found = Deal.objects.filter(table__status=Status.OVER).select_related("table").order_by("-finished_at", "-pk")
    if player is not None:
        found = found.filter(table__seats__user=player)
    if table is not None:
        found = found.filter(table=table).order_by("number")
    return found.prefetch_related(Prefetch("table__seats", Seat.objects.select_related("user").order_by("seat")))


def recent_deals(limit: int = 20, *, player: User | None = None) -> list[Deal]:
    """The deals that ended last and may be looked at."""
    return list(deals(player=player)[:limit])


def final_deal(public_id: str) -> Deal | None:
    """A deal by its public id, None until its sitting is over."""
    return deals().filter(public_id=public_id).first()


def neighbours(deal: Deal) -> tuple[Deal | None, Deal | None]:
    """The deals before and after this one at its table."""
    same = Deal.objects.filter(table_id=deal.table_id)
    before = same.filter(number__lt=deal.number).order_by("-number").first()
    return before, same.filter(number__gt=deal.number).order_by("number").first()


def log(table: Table) -> QuerySet[Play]:
    """The log of a table, oldest first: who did what when; decks are not in it."""
    return table.plays.select_related("by").order_by("seq")


def variants() -> list[tuple[str, str]]:
    """Keys and names of the rules that a table can be opened with."""
    return [(key, rules.name) for key, rules in sorted(LIVE_VARIANTS.items(), key=lambda pair: pair[1].name)]


def house_seats() -> QuerySet[Seat]:
    """The seats that house players should be at now."""
    return Seat.objects.filter(~Q(house_level=""), table__status=Status.PLAYING)
