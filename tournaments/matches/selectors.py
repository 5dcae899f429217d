"""The live tables of matches, boards and pods (tables of three and more). A table belongs to one only if its own
reference says so: a row could name any table, and must not open one where others play."""

from collections.abc import Iterable
from typing import TypeAlias, TypeVar

from games import selectors as games
from games.models import Table
from tournaments.models import Match, Pod, TeamBoard

MATCH, BOARD, POD = "match:", "board:", "pod:"
AnyPlayed: TypeAlias = Match | TeamBoard | Pod
Played = TypeVar("Played", bound=AnyPlayed)


def reference(played: AnyPlayed) -> str:
    """The reference with which the live table of a match, a board or a pod is opened."""
    kind = MATCH if isinstance(played, Match) else BOARD if isinstance(played, TeamBoard) else POD
    return f"{kind}{played.public_id}"


def table_of(played: AnyPlayed) -> Table | None:
    """Its live table, None without one."""
    table = games.table(played.table) if played.table else None
    return table if table is not None and table.ref == reference(played) else None


def tables_of(played: Iterable[AnyPlayed]) -> dict[str, Table]:
    """The live tables of several, by their references; without those that have none."""
    refs = {reference(one): one.table for one in played if one.table}
    tables = Table.objects.filter(public_id__in=refs.values())
    return {table.ref: table for table in tables if refs.get(table.ref) == table.public_id}


def table_at(match: Match, public_id: str) -> Table | None:
    """The table with this id if the match, or one of its boards, is played there."""
    table = games.table(public_id) if public_id else None
    if table is None:
        return None
    return table if table.ref in {reference(match), *map(reference, match.boards.all())} else None


def by_table(played: Iterable[Played]) -> dict[str, Played]:
    """Those that have a live table, by its public id."""
    named = {one.table: one for one in played if one.table}
    refs = dict(Table.objects.filter(public_id__in=named).values_list("public_id", "ref"))
    return {public_id: one for public_id, one in named.items() if refs.get(public_id) == reference(one)}


def match_at(public_id: str) -> Match | None:
    """The match that is played at a live table, on one of its boards too."""
    ref = _ref(public_id)
    matches = Match.objects.filter(public_id=ref.removeprefix(MATCH)) if ref.startswith(MATCH) else Match.objects.none()
    if ref.startswith(BOARD):
        matches = Match.objects.filter(boards__public_id=ref.removeprefix(BOARD))
    return matches.first()


def pod_at(public_id: str) -> Pod | None:
    """What is played at a live table, where three and more of a tournament sit there."""
    ref = _ref(public_id)
    return Pod.objects.filter(public_id=ref.removeprefix(POD)).first() if ref.startswith(POD) else None


def _ref(public_id: str) -> str:
    return Table.objects.filter(public_id=public_id).values_list("ref", flat=True).first() or ""
