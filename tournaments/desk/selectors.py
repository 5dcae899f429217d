"""Reads of the director's desk: the queue, the details of a case, the rulings at a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeAlias

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
from tournaments.event.selectors import finding
from tournaments.event.selectors.finding import SIDES, SIDES_BY_NAME, appealed
from tournaments.event.selectors.pods import CHAIRS, CHAIRS_BY_NAME
from tournaments.matches import selectors as matches_selectors
from tournaments.models import (
    Case,
    CaseKind,
    Match,
    MatchSide,
    MatchState,
    Pod,
    PodReport,
    PodSeat,
    RoundState,
    SlipReport,
    TableRuling,
    Tournament,
)
from tournaments.pods.selectors import slips as pod_slips
from tournaments.results.selectors import slips as match_slips
from tournaments.results.selectors.slips import differ

Played: TypeAlias = Match | Pod
Said: TypeAlias = list[tuple[SlipReport | PodReport, str]]
FIRST = "first"  # the key of the report that waits for confirmation


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A line of the queue: what it is, at which match or table of three and more, since when; `case` once somebody has
    called or taken it up. `seconds` are those of grace left to who has lost the connection."""

    kind: str
    played: Played
    since: datetime | None
    words: str
    case: Case | None = None
    seconds: int | None = None

    @property
    def kind_words(self) -> str:
        """The kind in words."""
        return str(CaseKind(self.kind).label)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A result as one side or seat reported it: `key` names it, `names` are who said so, `words` are its figures. The
    one that waits for confirmation `is_first`."""

    key: str
    names: str
    words: str
    is_first: bool
    report: SlipReport | PodReport | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """A case with its live table as an official sees it (None in person), the rulings there, the ids of those that
    a later one has taken back, and in person the laws that can be ruled by."""

    case: Case
    at: directing.Standing | None
    rulings: list[TableRuling]
    taken_back: set[int]
    laws: dict[str, str]
    said: list[dict[str, Any]]
    silences: list[Silence]
    reports: list[Report]


def queue(tournament: Tournament) -> list[Waiting]:
    """The queue for officials, calls first: calls and open cases, reports that differ, missing players, disconnected
    players."""
    cases = open_cases(tournament)
    found = [_of_case(case) for case in cases]
    taken = {(case.played, case.kind) for case in cases}
    return found + [one for one in _noticed(tournament) if (one.played, one.kind) not in taken]


def waiting(tournament: Tournament, is_played: bool) -> tuple[int, int]:
    """The number of lines in the queue, and of waiting appeals. Every page of the desk shows them, so it takes few
    queries. `is_played`: does a round run at all?"""
    asked = matches_selectors.open_cases(tournament).select_related(None).order_by().values_list("match", "pod", "kind")
    refused = appealed(tournament).order_by().annotate(of=Value("")).values_list("case__match", "case__pod", "of")
    rows = list(asked.union(refused, all=True))
    taken = [row for row in rows if row[2]]
    noticed = _noticed(tournament) if is_played else []
    found = [one for one in noticed if (*_keys(one.played), one.kind) not in taken]
    return len(taken) + len(found), len(rows) - len(taken)


def open_cases(tournament: Tournament) -> list[Case]:
    """The cases that nobody has handled, the oldest first."""
    return list(_cases().filter(pk__in=matches_selectors.open_cases(tournament)))


def handled(tournament: Tournament, limit: int = 20) -> list[Case]:
    """The cases that were handled last."""
    return list(_cases().filter(tournament=tournament, handled_at__isnull=False).order_by("-handled_at")[:limit])


def find_case(tournament: Tournament, public_id: str) -> Case | None:
    """A case of a tournament."""
    return _cases().filter(tournament=tournament, public_id=public_id).first()


def matter(case: Case, *, is_own: bool = False) -> Matter:
    """The details of a case for an official. At the `own` table they see no more than its players do: of a live table
    nothing but the rulings."""
    live_table = table_of_case(case)
    table = None if is_own else live_table
    rulings = rulings_at(case.played, case.table)
    return Matter(
        case=case,
        at=directing.standing(table) if table else None,
        rulings=rulings,
        taken_back=taken_back(rulings),
        laws={} if live_table else laws_in_hall(case.tournament),
        said=talk_rows.read_out(table, case.lines) if table else [],
        silences=talk_rows.silences(table) if table else [],
        reports=[] if is_own else reports_of(case.played),
    )


def reports_of(played: Played) -> list[Report]:
    """What sides or seats have reported of a result that waits, first the one that would be confirmed; nothing where it
    does not wait. Equal reports are one, with the names of all who said so."""
    if played.state != MatchState.REPORTED:
        return []
    said, first, who = _said_of_match(played) if isinstance(played, Match) else _said_of_pod(played)
    names = [entry.name for entry in played.entries]
    found: dict[str, list[str]] = {first: [] if who is None else [names[who]]}
    for one, words in said:
        found.setdefault(words, [])
        if names[one.order] not in found[words]:
            found[words].append(names[one.order])
    rows = {words: one for one, words in said if words != first}
    return [
        Report(key=str(rows[words].order) if words in rows else FIRST, names=", ".join(people), words=words,
               is_first=words == first, report=rows.get(words))
        for words, people in found.items()
    ]  # fmt: skip


def _said_of_match(match: Match) -> tuple[Said, str, int | None]:
    """Each report with its words, the words of the result that waits, and who has entered that."""
    reports = list(match.slip_reports.all())
    said: Said = [(one, report_words((one.first, one.second), one.games)) for one in reports]
    return said, report_words(match.game_points, match.games), match_slips.reporter(match, reports)


def _said_of_pod(pod: Pod) -> tuple[Said, str, int | None]:
    """The same of a table of three and more."""
    reports = list(pod.reports.all())
    said: Said = [(one, " – ".join(map(str, one.figures))) for one in reports]
    return said, " – ".join(map(str, pod_slips.figures_of(pod))), pod_slips.reporter(pod, reports)


def report_words(points: tuple[int, int], games: tuple[int, int] | None) -> str:
    """A reported result as people write it, with the games where they were said."""
    figures = " – ".join(map(str, points))
    return f"{' – '.join(map(str, games))} ({figures})" if games else figures


def table_of_case(case: Case) -> Table | None:
    """The live table of a case, None without one."""
    return live_table(case.played, case.table)


def live_table(played: Played, public_id: str) -> Table | None:
    """The table with this id if a match, one of its boards, or a table of three and more is played there."""
    if isinstance(played, Match):
        return matches_selectors.table_at(played, public_id)
    table = matches_selectors.table_of(played)
    return table if table is not None and table.public_id == public_id else None


def of(played: Played) -> dict[str, Played]:
    """The field of a case that names the match or the pod."""
    return {"match" if isinstance(played, Match) else "pod": played}


def laws_in_hall(tournament: Tournament) -> dict[str, str]:
    """The irregularities that can come up at a table with real cards in this tournament, by number, in words."""
    titles = law_words.titles()
    return {irr: titles[irr] for irr in catalogue.called_at(engine.VARIANTS[tournament.variant], catalogue.SHEET)}


def rulings_at(played: Played, table: str) -> list[TableRuling]:
    """The rulings at a live table of a match or a pod, or in the hall (""), in order."""
    found = TableRuling.objects.filter(case__in=Case.objects.filter(**of(played)), table=table)
    return list(found.select_related("by", "decided_by", "case__tournament"))


def ruling_at(played: Played, table: str, public_id: str) -> TableRuling | None:
    """The ruling there with this id."""
    return next((one for one in rulings_at(played, table) if one.public_id == public_id), None)


def taken_back(rulings: Sequence[TableRuling]) -> set[int]:
    """The ids of those of these rulings, all at one live table, that a later one has taken back (IRR-0)."""
    gone = directing.taken_back(rulings[0].table, [one.seq for one in rulings]) if rulings else set()
    return {one.pk for one in rulings if one.seq in gone}


def calls_of(user: User | AnonymousUser, played: Played, table: str) -> list[Case]:
    """The calls of this person from a table ("" in person), the latest first."""
    calls = _cases().filter(**of(played), table=table, kind=CaseKind.CALL, opened_by_id=user.pk)
    return list(calls.order_by("-pk"))


def played_at(table: str) -> Played | None:
    """What is played at a live table: a match, on one of its boards too, or by three and more of a tournament."""
    match = matches_selectors.match_at(table)
    if match is not None:
        return _matches().get(pk=match.pk)
    pod = matches_selectors.pod_at(table)
    return _pods().get(pk=pod.pk) if pod is not None else None


def find_played(public_id: str, tournament: Tournament | None = None) -> Played | None:
    """The match, or the table of three and more, with this id (of a tournament)."""
    rows = (_matches(), _pods())
    found = [every.filter(round__stage__tournament=tournament) if tournament else every for every in rows]
    return found[0].filter(public_id=public_id).first() or found[1].filter(public_id=public_id).first()


def appeals_until(ruling: TableRuling) -> datetime:
    """Until when a player may appeal against a ruling."""
    return ruling.at + timedelta(minutes=ruling.case.tournament.settings.get("appeal_minutes", 30))


def at_table(user: User | AnonymousUser, played: Played, table: str, now: datetime) -> dict[str, Any]:
    """For a player at a live table or in the hall (""): the player's latest call (null: none) and the rulings, each
    with the outcome of an appeal."""
    calls = calls_of(user, played, table)
    rulings = rulings_at(played, table)
    gone = taken_back(rulings)
    state = "handled" if calls and calls[0].handled_at else "claimed" if calls and calls[0].claimed_at else "waiting"
    return {
        "call": _own_call(calls[0], state) if calls else None,
        "rulings": [
            {
                "id": one.public_id,
                "rule": one.rule,
                "basis": one.basis,
                "words": one.words,
                "reason": one.reason,
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
    told = {"state": state, "words": call.words, "outcome": call.outcome}
    return told | {"is_unwitnessed": call.is_unwitnessed}


def _appeal_words(ruling: TableRuling) -> str:
    if ruling.appealed_at is None:
        return ""
    if ruling.decided_at is None:
        return _("An appeal waits for another official.")
    outcome = _("Upheld: %(decision)s") if ruling.is_upheld else _("Overturned: %(decision)s")
    return outcome % {"decision": ruling.decision}


def table_of(played: Played) -> str:
    """The live table of what is played, "" without one; of a match of boards the first that is played."""
    if played.table or isinstance(played, Pod):
        return played.table
    return played.boards.exclude(table="").order_by("number").values_list("table", flat=True).first() or ""


def plays_in_tournament(user: User | AnonymousUser, tournament: Tournament) -> bool:
    """Is this person entered in the tournament?"""
    return finding.entry_of(user, tournament) is not None


def _cases() -> QuerySet[Case]:
    found = Case.objects.select_related("tournament", "opened_by", "claimed_by", "handled_by")
    return found.prefetch_related(Prefetch("match", _matches()), Prefetch("pod", _pods()))


def _matches() -> QuerySet[Match]:
    return Match.objects.select_related("round__stage__tournament").prefetch_related(SIDES)


def _pods() -> QuerySet[Pod]:
    return Pod.objects.select_related("round__stage__tournament").prefetch_related(CHAIRS)


def _keys(played: Played) -> tuple[int | None, int | None]:
    """What is played as the columns of a case: the key of a match, and that of a table of three and more."""
    return (played.pk, None) if isinstance(played, Match) else (None, played.pk)


def _of_case(case: Case) -> Waiting:
    words = f"{case.caller}: {case.words}" if case.words and case.opened_by is None else case.words
    return Waiting(kind=case.kind, played=case.played, since=case.opened_at, words=words, case=case)


def _noticed(tournament: Tournament) -> list[Waiting]:
    matches = list(_running(tournament))
    has_pods = any(stage.has_pods for stage in tournament.stages.all())
    pods = list(_running_pods(tournament)) if has_pods else []
    running: list[Played] = [*matches, *pods]
    return [*_disputes(matches), *_pod_disputes(pods), *_missing(running), *_gone(matches_selectors.by_table(running))]


def _running(tournament: Tournament) -> QuerySet[Match]:
    """The open matches of running rounds that can have a line in the queue: at live tables, reported, or with somebody
    missing."""
    found = Match.objects.filter(round__stage__tournament=tournament, round__state=RoundState.RUNNING)
    missing = Exists(MatchSide.objects.filter(match=OuterRef("pk"), missing_since__isnull=False))
    found = found.exclude(state=MatchState.OVER).filter(Q(state=MatchState.REPORTED) | ~Q(table="") | missing)
    return found.select_related("round__stage").prefetch_related(SIDES_BY_NAME, "slip_reports")


def _running_pods(tournament: Tournament) -> QuerySet[Pod]:
    """The same of tables of three and more."""
    found = Pod.objects.filter(round__stage__tournament=tournament, round__state=RoundState.RUNNING)
    missing = Exists(PodSeat.objects.filter(pod=OuterRef("pk"), missing_since__isnull=False))
    found = found.exclude(state=MatchState.OVER).filter(Q(state=MatchState.REPORTED) | ~Q(table="") | missing)
    return found.select_related("round__stage").prefetch_related(CHAIRS_BY_NAME, "reports")


def _disputes(running: list[Match]) -> list[Waiting]:
    found = []
    for match in running:
        reports: list[SlipReport] = list(match.slip_reports.all())
        if match.state == MatchState.REPORTED and len(reports) == 2 and differ(match, reports):
            words = _said(match)
            found.append(Waiting(kind=CaseKind.DISPUTE, played=match, since=reports[-1].at, words=words))
    return found


def _pod_disputes(running: list[Pod]) -> list[Waiting]:
    found = []
    for pod in running:
        others: list[PodReport] = [one for one in pod.reports.all() if pod_slips.differ(pod, [one])]
        if pod.state == MatchState.REPORTED and others:
            found.append(Waiting(kind=CaseKind.DISPUTE, played=pod, since=others[-1].at, words=_said(pod)))
    return found


def _said(played: Played) -> str:
    """Who reported what, in one line."""
    reports = [f"{one.names}: {one.words}" if one.names else one.words for one in reports_of(played)]
    return _("reported: %(reports)s") % {"reports": "; ".join(reports)}


def _missing(running: list[Played]) -> list[Waiting]:
    return [
        Waiting(kind=CaseKind.NO_SHOW, played=played, since=one.missing_since, words=str(one.entry))
        for played in running
        for one in (played.sides if isinstance(played, Match) else played.pod_seats).all()
        if one.missing_since is not None
    ]


def _gone(at_tables: Mapping[str, Played]) -> list[Waiting]:
    return [
        Waiting(
            kind=CaseKind.DISCONNECT, played=at_tables[gone.table], since=None, words=gone.name, seconds=gone.seconds
        )
        for gone in disconnections.gone_from(at_tables)
    ]
