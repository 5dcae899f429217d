"""What keeps a round or a tournament open; and the live tables of matches and boards. A table belongs to one only if
its own reference says so: a row could name any table, and must not open one where others play."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from games import selectors as games
from games.models import Table
from tournaments.event.selectors import finding
from tournaments.models import (
    ROUND_OVER,
    SETTLED_BY_RESULT,
    Case,
    Entry,
    Match,
    MatchState,
    Round,
    SitAndGo,
    TableRuling,
    Tournament,
)

MATCH, BOARD = "match:", "board:"

# A case about a result that was missing (SETTLED_BY_RESULT) needs nobody any more when there is one.
_BOARD_OVER = Exists(Match.objects.of_boards().filter(table=OuterRef("table"), state=MatchState.OVER).exclude(table=""))
SETTLED = Q(kind__in=SETTLED_BY_RESULT) & (Q(match__state=MatchState.OVER) | Q(_BOARD_OVER))


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits:
    """The reasons why a round or a tournament cannot end: the numbers of tables without a final result, open cases,
    undecided appeals, the numbers of rounds that are not over."""

    tables: tuple[int, ...] = ()
    cases: tuple[Case, ...] = ()
    appeals: tuple[TableRuling, ...] = ()
    rounds: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        """Does anything wait?"""
        return bool(self.tables or self.cases or self.appeals or self.rounds)

    @property
    def case_words(self) -> list[str]:
        """Each case in a few words: its table and its kind."""
        said = [{"n": one.match.table_no, "what": one.get_kind_display()} for one in self.cases]
        return [_("Table %(n)d: %(what)s") % one for one in said]


def to_play(entry: Entry) -> QuerySet[Match]:
    """The matches of an entry that are still to be played, or wait for a confirmation."""
    unfinished = Match.objects.filter(sides__seat__entry=entry).exclude(state=MatchState.OVER)
    return unfinished.exclude(round__state__in=ROUND_OVER)


def round_waits(rnd: Round) -> Waits:
    """The reasons why a round cannot be closed yet. The services that close it, the due work, the pages and the API all
    ask this."""
    tournament = rnd.stage.tournament
    cases = list(open_cases(tournament).filter(match__round=rnd))
    return Waits(tables=tuple(finding.open_tables(rnd)), cases=_held_up_by(cases, tournament))


def end_waits(tournament: Tournament) -> Waits:
    """The reasons why a tournament cannot end yet: rounds that are not over, with their own reasons, and all open cases
    and appeals. The same callers as those of `round_waits` ask this."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state__in=ROUND_OVER).order_by("number")
    under_way = list(rounds.select_related("stage"))
    return Waits(
        tables=tuple(no for rnd in under_way for no in finding.open_tables(rnd)),
        cases=_held_up_by(list(open_cases(tournament)), tournament),
        appeals=tuple(finding.appeals(tournament)),
        rounds=tuple(rnd.number for rnd in under_way),
    )


def open_cases(tournament: Tournament) -> QuerySet[Case]:
    """The cases of a tournament that nobody has handled and no result has settled, the oldest first."""
    found = Case.objects.filter(tournament=tournament, handled_at=None).exclude(SETTLED)
    return found.select_related("match")


def has_desk(tournament: Tournament) -> bool:
    """Does anybody direct the tournament? Nobody directs a sit-and-go, which players begin themselves: no case holds it
    up."""
    return not SitAndGo.objects.filter(tournament=tournament).exists()


def _held_up_by(cases: Sequence[Case], tournament: Tournament) -> tuple[Case, ...]:
    return tuple(cases) if cases and has_desk(tournament) else ()


def reference(played: Match) -> str:
    """The reference with which the live table of a match or a board is opened."""
    return f"{BOARD if played.parent_id else MATCH}{played.public_id}"


def referred(ref: str) -> Match | None:
    """The match or the board that a reference names."""
    found = Match.objects.of_boards() if ref.startswith(BOARD) else Match.objects.paired()
    public_id = ref.removeprefix(BOARD if ref.startswith(BOARD) else MATCH)
    return found.filter(public_id=public_id).first() if public_id != ref else None


def table_of(played: Match) -> Table | None:
    """The live table of a match or a board; None if it has none."""
    table = games.table(played.table) if played.table else None
    return table if table is not None and table.ref == reference(played) else None


def tables_of(played: Iterable[Match]) -> dict[str, Table]:
    """The live tables of matches and boards, by their references; those without a live table are left out."""
    refs = {reference(one): one.table for one in played if one.table}
    tables = Table.objects.filter(public_id__in=refs.values())
    return {table.ref: table for table in tables if refs.get(table.ref) == table.public_id}


def table_at(match: Match, public_id: str) -> Table | None:
    """The table with this id if the match, or one of its boards, is played there."""
    table = games.table(public_id) if public_id else None
    if table is None:
        return None
    return table if table.ref in {reference(match), *map(reference, match.boards.all())} else None


def by_table(played: Iterable[Match]) -> dict[str, Match]:
    """The matches that have a live table, by its public id."""
    named = {one.table: one for one in played if one.table}
    refs = dict(Table.objects.filter(public_id__in=named).values_list("public_id", "ref"))
    return {public_id: one for public_id, one in named.items() if refs.get(public_id) == reference(one)}


def match_at(public_id: str) -> Match | None:
    """The match that is played at a live table, also if only one of its boards is."""
    ref = Table.objects.filter(public_id=public_id).values_list("ref", flat=True).first() or ""
    played = referred(ref)
    return played.whole if played is not None else None
