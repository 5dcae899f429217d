"""Reads of the director's desk: the queue, the details of a case, the rulings at a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Value
from django.utils.translation import gettext as _

from accounts.models import User
from games.live import directing
from games.live.processes import disconnections
from games.live.talk import talk_rows
from games.models import Silence, Table
from tournaments.event.selectors import finding
from tournaments.event.selectors.finding import SIDES, SIDES_BY_NAME, appealed
from tournaments.matches import selectors as matches_selectors
from tournaments.models import (
    Case,
    CaseKind,
    Match,
    MatchSide,
    MatchState,
    RoundState,
    SlipReport,
    TableRuling,
    Tournament,
)
from tournaments.results.selectors.slips import differ


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A line of the queue: its kind, its match, since when; `case` once somebody has called or opened one. `seconds` is
    the grace left to a disconnected player."""

    kind: str
    match: Match
    since: datetime | None
    words: str
    case: Case | None = None
    seconds: int | None = None

    @property
    def kind_words(self) -> str:
        """The kind in words."""
        return str(CaseKind(self.kind).label)


@dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """A case with its live table as an official sees it (None in person), the rulings there, and the ids of those that
    a later one has taken back."""

    case: Case
    at: directing.Standing | None
    rulings: list[TableRuling]
    taken_back: set[int]
    said: list[dict[str, Any]]
    silences: list[Silence]


def queue(tournament: Tournament) -> list[Waiting]:
    """The queue for officials, calls first: calls and open cases, reports that differ, missing players, disconnected
    players."""
    cases = open_cases(tournament)
    found = [_of_case(case) for case in cases]
    taken = {(case.match_id, case.kind) for case in cases}
    return found + [one for one in _noticed(tournament) if (one.match.pk, one.kind) not in taken]


def waiting(tournament: Tournament, is_played: bool) -> tuple[int, int]:
    """The number of lines in the queue, and of waiting appeals. Every page of the desk shows them, so it takes few
    queries. `is_played`: does a round run at all?"""
    asked = Case.objects.filter(tournament=tournament, handled_at=None).order_by().values_list("match", "kind")
    refused = appealed(tournament).order_by().annotate(of=Value("")).values_list("case__match", "of")
    rows = list(asked.union(refused, all=True))
    taken = [row for row in rows if row[1]]
    noticed = _noticed(tournament) if is_played else []
    found = [one for one in noticed if (one.match.pk, one.kind) not in taken]
    return len(taken) + len(found), len(rows) - len(taken)


def open_cases(tournament: Tournament) -> list[Case]:
    """The cases that nobody has handled, the oldest first."""
    return list(_cases().filter(tournament=tournament, handled_at=None))


def handled(tournament: Tournament, limit: int = 20) -> list[Case]:
    """The cases that were handled last."""
    return list(_cases().filter(tournament=tournament, handled_at__isnull=False).order_by("-handled_at")[:limit])


def find_case(tournament: Tournament, public_id: str) -> Case | None:
    """A case of a tournament."""
    return _cases().filter(tournament=tournament, public_id=public_id).first()


def matter(case: Case) -> Matter:
    """The details of a case for an official."""
    table = table_of_case(case)
    rulings = rulings_at(case.match, case.table)
    return Matter(
        case=case,
        at=directing.standing(table) if table else None,
        rulings=rulings,
        taken_back=taken_back(rulings),
        said=talk_rows.read_out(table, case.lines) if table else [],
        silences=talk_rows.silences(table) if table else [],
    )


def table_of_case(case: Case) -> Table | None:
    """The live table at which the match of a case is played, None without one."""
    return matches_selectors.table_at(case.match, case.table)


def rulings_at(match: Match, table: str) -> list[TableRuling]:
    """The rulings at a live table of a match, in order."""
    found = TableRuling.objects.filter(case__match=match, table=table).exclude(table="")
    return list(found.select_related("by", "decided_by", "case__tournament"))


def taken_back(rulings: Sequence[TableRuling]) -> set[int]:
    """The ids of those of these rulings, all at one live table, that a later one has taken back (IRR-0)."""
    gone = directing.taken_back(rulings[0].table, [one.seq for one in rulings]) if rulings else set()
    return {one.pk for one in rulings if one.seq in gone}


def calls_of(user: User | AnonymousUser, match: Match, table: str) -> list[Case]:
    """The calls of this person from a table of a match, the latest first."""
    return list(_cases().filter(match=match, table=table, kind=CaseKind.CALL, opened_by_id=user.pk).order_by("-pk"))


def match_at(table: str) -> Match | None:
    """The match that is played at a live table, on one of its boards too."""
    found = matches_selectors.match_at(table)
    matches = Match.objects.select_related("round__stage__tournament").prefetch_related(SIDES)
    return matches.get(pk=found.pk) if found is not None else None


def appeals_until(ruling: TableRuling) -> datetime:
    """Until when a player may appeal against a ruling."""
    return ruling.at + timedelta(minutes=ruling.case.tournament.settings.get("appeal_minutes", 30))


def at_table(user: User | AnonymousUser, match: Match, table: str, now: datetime) -> dict[str, Any]:
    """For a player at a live table: the player's latest call (null: none) and the rulings, each with the outcome of an
    appeal."""
    calls = calls_of(user, match, table)
    rulings = rulings_at(match, table)
    gone = taken_back(rulings)
    state = "handled" if calls and calls[0].handled_at else "claimed" if calls and calls[0].claimed_at else "waiting"
    return {
        "call": {"state": state, "words": calls[0].words, "outcome": calls[0].outcome} if calls else None,
        "rulings": [
            {
                "id": one.public_id,
                "rule": one.rule,
                "words": one.words,
                "reason": one.reason,
                "taken_back": one.pk in gone,
                "may_appeal": one.pk not in gone and one.appealed_at is None and now <= appeals_until(one),
                "appeals_until": appeals_until(one),
                "appeal": _appeal_words(one),
            }
            for one in rulings
        ],
    }


def _appeal_words(ruling: TableRuling) -> str:
    if ruling.appealed_at is None:
        return ""
    if ruling.decided_at is None:
        return _("An appeal waits for another official.")
    outcome = _("Upheld: %(decision)s") if ruling.is_upheld else _("Overturned: %(decision)s")
    return outcome % {"decision": ruling.decision}


def table_of(match: Match) -> str:
    """The live table of a match, "" without one; of a match of boards the first that is played."""
    boards = match.boards.exclude(table="").order_by("number").values_list("table", flat=True)
    return match.table or next(iter(boards), "")


def plays_in_tournament(user: User | AnonymousUser, tournament: Tournament) -> bool:
    """Is this person entered in the tournament?"""
    return finding.entry_of(user, tournament) is not None


def _cases() -> QuerySet[Case]:
    matches = Match.objects.select_related("round__stage__tournament").prefetch_related(SIDES)
    found = Case.objects.select_related("tournament", "opened_by", "claimed_by", "handled_by")
    return found.prefetch_related(Prefetch("match", matches))


def _of_case(case: Case) -> Waiting:
    return Waiting(kind=case.kind, match=case.match, since=case.opened_at, words=case.words, case=case)


def _noticed(tournament: Tournament) -> list[Waiting]:
    running = list(_running(tournament))
    return [*_disputes(running), *_missing(running), *_gone(running)]


def _running(tournament: Tournament) -> QuerySet[Match]:
    """The open matches of running rounds that can have a line in the queue: at live tables, reported, or with somebody
    missing."""
    found = Match.objects.filter(round__stage__tournament=tournament, round__state=RoundState.RUNNING)
    missing = Exists(MatchSide.objects.filter(match=OuterRef("pk"), missing_since__isnull=False))
    found = found.exclude(state=MatchState.OVER).filter(Q(state=MatchState.REPORTED) | ~Q(table="") | missing)
    return found.select_related("round__stage").prefetch_related(SIDES_BY_NAME, "slip_reports")


def _disputes(running: list[Match]) -> list[Waiting]:
    found = []
    for match in running:
        reports: list[SlipReport] = list(match.slip_reports.all())
        if match.state == MatchState.REPORTED and len(reports) == 2 and differ(match, reports):
            words = _("reported: %(first)s and %(second)s") % {"first": reports[0], "second": reports[1]}
            found.append(Waiting(kind=CaseKind.DISPUTE, match=match, since=reports[-1].at, words=words))
    return found


def _missing(running: list[Match]) -> list[Waiting]:
    return [
        Waiting(kind=CaseKind.NO_SHOW, match=match, since=side.missing_since, words=str(side.entry))
        for match in running
        for side in match.sides.all()
        if side.missing_since is not None
    ]


def _gone(running: list[Match]) -> list[Waiting]:
    at_tables = matches_selectors.by_table(running)
    return [
        Waiting(
            kind=CaseKind.DISCONNECT, match=at_tables[gone.table], since=None, words=gone.name, seconds=gone.seconds
        )
        for gone in disconnections.gone_from(at_tables)
    ]
