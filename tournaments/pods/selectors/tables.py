"""The live tables of pods (tables of three and more). A live table belongs to a pod only if its own reference says
so."""

from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from accounts.models import User
from games import selectors as games
from games.live.finished import hindsight
from games.live.setup import terms
from games.models import Deal, Table
from ratings.models import RatedMatch
from tournaments.models import MatchState, Pod

POD = "pod:"


def reference(pod: Pod) -> str:
    """The reference with which the live table is opened."""
    return f"{POD}{pod.public_id}"


def table_of(pod: Pod) -> Table | None:
    """Its live table, None without one."""
    table = games.table(pod.table) if pod.table else None
    return table if table is not None and table.ref == reference(pod) else None


def tables_of(pods: Iterable[Pod]) -> dict[int, Table]:
    """The live tables of several, by their keys; without those that have none."""
    named = {one.table: one for one in pods if one.table}
    tables = Table.objects.filter(public_id__in=named)
    return {named[table.public_id].pk: table for table in tables if table.ref == reference(named[table.public_id])}


def pod_at(public_id: str) -> Pod | None:
    """The pod that is played at a live table."""
    ref = Table.objects.filter(public_id=public_id).values_list("ref", flat=True).first() or ""
    return Pod.objects.filter(public_id=ref.removeprefix(POD)).first() if ref.startswith(POD) else None


def deals_of(pod: Pod, user: User | AnonymousUser) -> QuerySet[Deal]:
    """The finished deals at its live table, in order; while it is played only those that this person may see."""
    table = table_of(pod)
    if table is None or pod.state not in (MatchState.PLAYING, MatchState.OVER):
        return Deal.objects.none()
    if pod.state == MatchState.OVER:
        return Deal.objects.filter(table=table, table__is_held=False).order_by("number")
    seat = games.seat_of(table, user)
    is_seen = seat is not None or terms.may_be_watched(table)
    return hindsight.finished(table, seat) if is_seen else Deal.objects.none()


def rated_pod(pod: Pod) -> RatedMatch | None:
    """The rated result of a table."""
    return RatedMatch.objects.filter(source=reference(pod)).first()
