"""Reads of the director's desk: the queue, the details of a case, the rulings at a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Value
from django.utils.translation import gettext as _

from accounts.models import User
from games import engine
from games.engine.laws import catalogue
from games.live import directing
from games.live.processes import disconnections
from games.live.setup import law_words
from games.live.talk import talk_rows
from games.models import Silence, Table
from tournaments.desk.selectors import disputes, verdicts
from tournaments.desk.selectors.disputes import Dispute, Report, reports_of
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
    TableRuling,
    Tournament,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A line of the queue: its kind, its match, its time, and its `case` once somebody has called or taken it up.
    `seconds` is the grace that a disconnected player has left."""

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

    @property
    def said(self) -> str:
        """Who called or opened it, with their words; without a case what the site has noticed."""
        if self.case is None or (self.words and self.case.opened_by is None):
            return self.words
        return f"{self.case.caller}: {self.words}" if self.words else self.case.caller


@dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """A case with its live table as an official sees it (None in person), the rulings there, the ids of the rulings
    that a later one has taken back, and in person the laws that a ruling can apply."""

    case: Case
    at: directing.Standing | None
    rulings: list[TableRuling]
    taken_back: set[int]
    laws: dict[str, str]
    said: list[dict[str, Any]]
    silences: list[Silence]
    reports: list[Report]


def queue(tournament: Tournament) -> list[Waiting]:
    """The queue for officials, calls first: calls and open cases, conflicting reports, missing players, disconnected
    players."""
    cases = open_cases(tournament)
    found = [_of_case(case) for case in cases]
    taken = {(case.match, case.kind) for case in cases}
    return found + [one for one in _noticed(tournament) if (one.match, one.kind) not in taken]


def waiting(tournament: Tournament, is_played: bool) -> tuple[int, int]:
    """The number of lines in the queue, and the number of waiting appeals. Every page of the desk shows them, so it
    takes few queries. `is_played`: does a round run at all?"""
    asked = matches_selectors.open_cases(tournament).select_related(None).order_by().values_list("match", "kind")
    refused = appealed(tournament).order_by().annotate(of=Value("")).values_list("case__match", "of")
    rows = list(asked.union(refused, all=True))
    taken = [row for row in rows if row[1]]
    noticed = _noticed(tournament) if is_played else []
    found = [one for one in noticed if (one.match.pk, one.kind) not in taken]
    return len(taken) + len(found), len(rows) - len(taken)


def open_cases(tournament: Tournament) -> list[Case]:
    """The cases that nobody has handled, the oldest first."""
    return list(_cases().filter(pk__in=matches_selectors.open_cases(tournament)))


def handled(tournament: Tournament, limit: int = 20) -> list[Case]:
    """The cases that were handled most recently."""
    return list(
        _cases()
        .filter(tournament=tournament, handled_at__isnull=False)
        .order_by("-handled_at")
        .prefetch_related("rulings")[:limit]
    )


def find_case(tournament: Tournament, public_id: str) -> Case | None:
    """A case of a tournament."""
    return _cases().filter(tournament=tournament, public_id=public_id).first()


def matter(case: Case, *, is_own: bool = False) -> Matter:
    """The details of a case for an official. At the `own` table they see no more than its players do: of a live table
    nothing but the rulings."""
    live_table = table_of_case(case)
    table = None if is_own else live_table
    rulings = rulings_at(case.match, case.table)
    return Matter(
        case=case,
        at=directing.standing(table) if table else None,
        rulings=rulings,
        taken_back=taken_back(rulings),
        laws={} if live_table else laws_in_hall(case.tournament),
        said=talk_rows.read_out(table, case.lines) if table else [],
        silences=talk_rows.silences(table) if table else [],
        reports=[] if is_own else reports_of(case.match),
    )


def table_of_case(case: Case) -> Table | None:
    """The live table of a case; None if it has none."""
    return matches_selectors.table_at(case.match, case.table)


def laws_in_hall(tournament: Tournament) -> dict[str, str]:
    """The irregularities that can come up at a table with real cards in this tournament, by number, in words."""
    titles = law_words.titles()
    return {irr: titles[irr] for irr in catalogue.called_at(engine.VARIANTS[tournament.variant], catalogue.SHEET)}


def rulings_at(match: Match, table: str) -> list[TableRuling]:
    """The rulings at a live table of a match, or in the hall (""), in order."""
    found = TableRuling.objects.filter(case__in=Case.objects.filter(match=match), table=table)
    return list(found.select_related("by", "decided_by", "case__tournament"))


def ruling_at(match: Match, table: str, public_id: str) -> TableRuling | None:
    """The ruling with this id at a table of the match."""
    return next((one for one in rulings_at(match, table) if one.public_id == public_id), None)


def taken_back(rulings: Sequence[TableRuling]) -> set[int]:
    """The ids of the rulings (all at one table) that have been taken back: in the hall by an official, at a live table
    by a later ruling (IRR-0)."""
    gone = directing.taken_back(rulings[0].table, [one.seq for one in rulings]) if rulings and rulings[0].table else []
    return {one.pk for one in rulings if one.taken_back_at is not None or (one.table and one.seq in gone)}


def calls_of(user: User | AnonymousUser, match: Match, table: str) -> list[Case]:
    """The calls of this person from a table ("" in person), the latest first."""
    calls = _cases().filter(match=match, table=table, kind=CaseKind.CALL, opened_by_id=user.pk)
    return list(calls.order_by("-pk"))


def match_at(table: str) -> Match | None:
    """The match that is played at a live table, also if only one of its boards is."""
    match = matches_selectors.match_at(table)
    return _matches().get(pk=match.pk) if match is not None else None


def find_match(public_id: str, tournament: Tournament | None = None) -> Match | None:
    """The match with this id (of a tournament)."""
    found = _matches().filter(round__stage__tournament=tournament) if tournament else _matches()
    return found.filter(public_id=public_id).first()


def appeals_until(ruling: TableRuling) -> datetime:
    """The last moment at which a player may appeal against a ruling."""
    return ruling.at + timedelta(minutes=ruling.case.tournament.settings.get("appeal_minutes", 30))


def at_table(user: User | AnonymousUser, match: Match, table: str, now: datetime) -> dict[str, Any]:
    """The desk for a player at a live table, or in the hall (""): the player's latest call (null: none) and the
    rulings, each with the outcome of an appeal."""
    calls = calls_of(user, match, table)
    rulings = rulings_at(match, table)
    gone = taken_back(rulings)
    state = "handled" if calls and calls[0].handled_at else "claimed" if calls and calls[0].claimed_at else "waiting"
    return {
        "call": _own_call(calls[0], state) if calls else None,
        "rulings": [
            {
                "id": one.public_id,
                "rule": one.rule,
                "basis": one.basis,
                **dict(zip(("words", "reason"), verdicts.read(one), strict=True)),
                "is_unwitnessed": one.is_unwitnessed,
                "taken_back": one.pk in gone,
                "may_appeal": one.pk not in gone and one.appealed_at is None and now <= appeals_until(one),
                "appeals_until": appeals_until(one),
                "appeal": _appeal_words(one),
            }
            for one in rulings
        ],
    }


def _own_call(call: Case, state: str) -> dict[str, Any]:
    told = {"state": state, "words": call.words, "outcome": verdicts.outcome(call)}
    return told | {"is_unwitnessed": call.is_unwitnessed}


def _appeal_words(ruling: TableRuling) -> str:
    if ruling.appealed_at is None:
        return ""
    if ruling.decided_at is None:
        return _("An appeal waits for another official.")
    outcome = _("Upheld: %(decision)s") if ruling.is_upheld else _("Overturned: %(decision)s")
    return outcome % {"decision": ruling.decision}


def table_of(match: Match) -> str:
    """The live table of a match, or the first live table of its boards; "" if there is none."""
    if match.table:
        return match.table
    return match.boards.exclude(table="").order_by("number").values_list("table", flat=True).first() or ""


def plays_in_tournament(user: User | AnonymousUser, tournament: Tournament) -> bool:
    """Is this person entered in the tournament?"""
    return finding.entry_of(user, tournament) is not None


def _cases() -> QuerySet[Case]:
    found = Case.objects.select_related("tournament", "opened_by", "claimed_by", "handled_by")
    return found.prefetch_related(Prefetch("match", _matches()))


def _matches() -> QuerySet[Match]:
    """The matches that cases are about; the case of a board belongs to its match."""
    return Match.objects.paired().select_related("round__stage__tournament").prefetch_related(SIDES)


def _of_case(case: Case) -> Waiting:
    words = f"{case.caller}: {case.said}" if case.words and case.opened_by is None else case.words
    return Waiting(kind=case.kind, match=case.match, since=case.opened_at, words=words, case=case)


def _noticed(tournament: Tournament) -> list[Waiting]:
    running = list(_running(tournament))
    disputed = disputes.found_in(match for match in running if match.is_reported)
    return [*map(_dispute, disputed), *_missing(running), *_gone(matches_selectors.by_table(running))]


def _running(tournament: Tournament) -> QuerySet[Match, Any]:
    """The open matches of running rounds that can have a line in the queue: at live tables, reported by a side
    (`is_reported`, also where a board of theirs is), or with somebody missing."""
    found = Match.objects.paired().filter(round__stage__tournament=tournament, round__state=RoundState.RUNNING)
    missing = Exists(MatchSide.objects.filter(match=OuterRef("pk"), missing_since__isnull=False))
    found = found.exclude(state=MatchState.OVER).annotate(is_reported=disputes.is_reported())
    found = found.filter(Q(is_reported=True) | ~Q(table="") | missing)
    return found.select_related("round__stage__tournament").prefetch_related(SIDES_BY_NAME, "slip_reports")


def _dispute(found: Dispute) -> Waiting:
    return Waiting(kind=CaseKind.DISPUTE, match=found.match, since=found.since, words=found.words)


def _missing(running: list[Match]) -> list[Waiting]:
    return [
        Waiting(kind=CaseKind.NO_SHOW, match=match, since=one.missing_since, words=str(one.entry))
        for match in running
        for one in match.sides.all()
        if one.missing_since is not None
    ]


def _gone(at_tables: Mapping[str, Match]) -> list[Waiting]:
    return [
        Waiting(
            kind=CaseKind.DISCONNECT, match=at_tables[gone.table], since=None, words=gone.name, seconds=gone.seconds
        )
        for gone in disconnections.gone_from(at_tables)
    ]
