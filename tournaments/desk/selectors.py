"""The director's desk to read: what waits, the matter of a case, what was ruled at a table."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games import selectors as game_reading
from games.live import directing, spoken, whereabouts
from games.models import Silence
from tournaments.models import (
    Case,
    CaseKind,
    Match,
    MatchState,
    RoundState,
    SlipReport,
    TableRuling,
    TeamBoard,
    Tournament,
)
from tournaments.selectors.finding import SIDES
from tournaments.selectors.slips import differ


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A line of the queue: what it is, at which match, since when; `case` once somebody has called or taken it up.
    `seconds` are those of grace left to who has lost the connection."""

    kind: str
    match: Match
    since: datetime | None
    words: str
    case: Case | None = None
    seconds: int | None = None

    @property
    def kind_words(self) -> str:
        """The kind for a reader."""
        return str(CaseKind(self.kind).label)


@dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """A case with its live table as an official finds it (None in person), and what was ruled there."""

    case: Case
    at: directing.Standing | None
    rulings: list[TableRuling]
    said: list[dict[str, Any]]
    silences: list[Silence]


def queue(tournament: Tournament) -> list[Waiting]:
    """What waits for an official, calls first: calls and cases opened, reports that differ, who is missing, who has
    lost the connection."""
    cases = open_cases(tournament)
    found = [_of_case(case) for case in cases]
    taken = {(case.match_id, case.kind) for case in cases}
    running = list(_running(tournament))
    noticed = [*_disputes(running), *_missing(running), *_gone(running)]
    return found + [one for one in noticed if (one.match.pk, one.kind) not in taken]


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
    """All of a case that an official reads."""
    table = game_reading.table(case.table) if case.table else None
    rulings = rulings_at(case.table) if case.table else []
    return Matter(
        case=case,
        at=directing.standing(table) if table else None,
        rulings=rulings,
        said=spoken.read_out(table, case.lines) if table else [],
        silences=spoken.silences(table) if table else [],
    )


def appeals(tournament: Tournament) -> list[TableRuling]:
    """The rulings against which an appeal waits, the oldest first."""
    found = TableRuling.objects.filter(case__tournament=tournament, appealed_at__isnull=False, decided_at=None)
    return list(found.select_related("case__match", "by", "appealed_by").order_by("appealed_at"))


def rulings_at(table: str) -> list[TableRuling]:
    """What was ruled at a live table, in order."""
    found = TableRuling.objects.filter(table=table)
    return list(found.select_related("by", "decided_by", "case__tournament"))


def calls_of(user: User | AnonymousUser, table: str) -> list[Case]:
    """The calls of this person from a table, the latest first."""
    return list(_cases().filter(table=table, kind=CaseKind.CALL, opened_by_id=user.pk).order_by("-pk"))


def match_at(table: str) -> Match | None:
    """The match that is played at a live table, on one of its boards too."""
    if not table:
        return None
    matches = Match.objects.select_related("round__stage__tournament").prefetch_related(SIDES)
    board = TeamBoard.objects.filter(table=table).values("match_id")
    return matches.filter(table=table).first() or matches.filter(pk__in=board).first()


def appeals_until(ruling: TableRuling) -> datetime:
    """Until when a player may appeal against a ruling."""
    return ruling.at + timedelta(minutes=ruling.case.tournament.settings.get("appeal_minutes", 30))


def at_table(user: User | AnonymousUser, table: str, now: datetime) -> dict[str, Any]:
    """For who plays at a live table: the own latest call (null: none) and the rulings, each with what became of an
    appeal."""
    calls = calls_of(user, table)
    state = "handled" if calls and calls[0].handled_at else "claimed" if calls and calls[0].claimed_at else "waiting"
    return {
        "call": {"state": state, "words": calls[0].words, "outcome": calls[0].outcome} if calls else None,
        "rulings": [
            {
                "id": one.public_id,
                "rule": one.rule,
                "words": one.words,
                "reason": one.reason,
                "may_appeal": one.appealed_at is None and now <= appeals_until(one),
                "appeals_until": appeals_until(one),
                "appeal": _appeal_words(one),
            }
            for one in rulings_at(table)
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
    return tournament.entries.filter(members__user_id=user.pk).exists()


def _cases() -> QuerySet[Case]:
    matches = Match.objects.select_related("round__stage__tournament").prefetch_related(SIDES)
    found = Case.objects.select_related("tournament", "opened_by", "claimed_by", "handled_by")
    return found.prefetch_related(Prefetch("match", matches))


def _of_case(case: Case) -> Waiting:
    return Waiting(kind=case.kind, match=case.match, since=case.opened_at, words=case.words, case=case)


def _running(tournament: Tournament) -> QuerySet[Match]:
    found = Match.objects.filter(round__stage__tournament=tournament, round__state=RoundState.RUNNING)
    return found.exclude(state=MatchState.OVER).select_related("round__stage").prefetch_related(SIDES, "slip_reports")


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
    at_tables: dict[str, Any] = {match.table: match for match in running if match.table}
    return [
        Waiting(
            kind=CaseKind.DISCONNECT, match=at_tables[gone.table], since=None, words=gone.name, seconds=gone.seconds
        )
        for gone in whereabouts.gone_from(at_tables)
    ]
