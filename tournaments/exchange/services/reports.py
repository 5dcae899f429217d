"""Load a report file (TRF16, TRF26) as a new tournament: players, rounds so far, coming byes and rules; all or
nothing."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import services as accounts
from accounts.models import User
from audit import services as audit
from clubs import selectors as club_people
from clubs.models import Club
from doors import texts
from tournaments import trf
from tournaments.entries.services import acceptance, entering
from tournaments.entries.services.roster import Problem
from tournaments.errors import Conflict, Invalid, Refusal
from tournaments.event.services import creating
from tournaments.exchange.selectors.reports import has_first_deal
from tournaments.exchange.services import unread
from tournaments.exchange.services.faults import fault_of
from tournaments.models import (
    Bye,
    ByeRequest,
    Entry,
    EntryStatus,
    Match,
    MatchSide,
    MatchState,
    Mode,
    PairRule,
    Round,
    RoundSeat,
    RoundState,
    Stage,
    StageState,
    Tournament,
    TournamentState,
    new_seed,
)
from tournaments.pairing import LOT, TIEBREAKS, Crosstable, Kind, NotForBaku, Result, as_data, baku_points, lifted
from tournaments.results.services import hand_over, recording

TENTHS = 10  # the unit of the format
MOST_BYTES = 2_000_000
SYSTEMS = {"FIDE_DUTCH": "dutch", "CUSTOM_SWISS": "card"}
KINDS = {"H": "half", "F": "full", "Z": "zero", "=": "half", "U": "full", "+": "full", "-": "zero"}


@dataclass(frozen=True, slots=True)
class ReportIn:
    """The contents of a report file; with any problem nothing is imported."""

    name: str
    players: int
    rounds_done: int
    rounds: int
    system: str
    matches: int  # matches that were played, and so could be rated
    problems: tuple[Problem, ...]
    digest: str
    notes: tuple[Problem, ...] = ()  # what was not used of the file, line by line
    guessed: str = ""  # the encoding of the file, where it was not certain
    tournament: Tournament | None = None


def load_report(
    *,
    club: Club,
    data: str | bytes,
    now: datetime,
    by: User | None,
    variant: str = "gin-rummy-com",
    dry_run: bool = True,
    seen: str = "",
    rated: bool = False,
) -> ReportIn:
    """Make a new tournament of `club` from a report: players with their start numbers, closed rounds, requested byes,
    forbidden pairs and Baku acceleration. Its matches go to the ratings only if they are to be `rated`, each as played
    now and without a margin, which a report does not have; otherwise no later correction rates them either.

    Problems name line and column. Raises Refusal where `rated` is asked for a club that is not approved, Conflict when
    `seen` is another file's digest, Invalid for what is no text.
    """
    if rated and not club.is_approved:
        words = _("The events of this club are not rated yet: the site’s staff have not approved it.")
        raise Refusal(words, "unapproved")
    text, guessed = _text(data)
    lines = "\n".join(line.rstrip() for line in text.strip().splitlines())  # a form sends other line ends than a file
    digest = hashlib.sha256(lines.encode("utf-8", "replace")).hexdigest()[:16]
    if seen and seen != digest:
        raise Conflict(_("This is not the file that you looked at."))
    report = trf.read(text, keep_faults=True)
    try:
        place, rounds = _position(report)
    except trf.TrfError as bad:
        faults = sorted([*map(fault_of, bad.all), *_problems(report)], key=lambda problem: problem.line)
        return ReportIn("", 0, 0, 0, "", 0, tuple(faults), digest, guessed=guessed)
    wrong = [*_problems(report), *_not_ours(report), *_not_baku(report, place, rounds)]
    problems = tuple(sorted(wrong, key=lambda problem: problem.line))
    found = ReportIn(
        name=_name(report),
        players=len(report.players),
        rounds_done=place.crosstable.rounds,
        rounds=rounds,
        system=_system(report),
        matches=sum(one.kind is Kind.PLAYED for n in place.crosstable.rows for one in place.crosstable.results(n)) // 2,
        problems=problems,
        digest=digest,
        notes=unread.said(report, place.notes, _tiebreaks(report)),
        guessed=guessed,
    )
    if dry_run or problems:
        return found
    with transaction.atomic(), audit.written_last():
        made = _make(club, report, place, found, variant, now, by)
        _rate(made, found, rated, now, by)
        return replace(found, tournament=made)


def _text(data: str | bytes) -> tuple[str, str]:
    if len(data if isinstance(data, bytes) else data.encode("utf-8", "replace")) > MOST_BYTES:
        raise Invalid("file", _("A report has at most %(most)d MB.") % {"most": MOST_BYTES // 1_000_000})
    try:
        return texts.decoded(data)
    except texts.NoText as bad:
        raise Invalid("file", _("Line %(line)d is no text.") % {"line": bad.line}) from bad


def _position(report: trf.Report) -> tuple[trf.Position, int]:
    """The position, even of a finished tournament, and the number of rounds declared (or played)."""
    done = trf.finished_rounds(report)
    declared = max((one.rounds for one in report.records if isinstance(one, trf.Rounds)), default=done)
    records = [
        replace(one, rounds=max(declared, done + 1)) if isinstance(one, trf.Rounds) else one for one in report.records
    ]
    lines = report.lines
    if not any(isinstance(one, trf.Rounds) for one in records):
        records, lines = [*records, trf.Rounds("142", max(declared, done + 1))], (*lines, 0)
    whole = replace(report, records=tuple(records), lines=lines)
    return trf.position(whole, system=_system(report), to_pair=False), max(declared, done, 1)


def _not_ours(report: trf.Report) -> list[Problem]:
    """Refuse points of byes that no table of this site gives."""
    worth, stated = trf.worth_of(report), [one for one in report.records if isinstance(one, trf.Points)]
    if worth["ZPB"] == 0 and worth["HPB"] == worth["WD"]:
        return []
    text = _("column 5: points: here an absence is worth nothing and a half bye as much as a tie.")
    return [Problem(report.line_of(stated[-1]), text)]


def _problems(report: trf.Report) -> list[Problem]:
    """The contents of a report that this site cannot import."""
    found: list[Problem] = []
    names: dict[str, trf.Player] = {}
    for player in report.players:
        line = report.line_of(player)
        if not player.name:
            found.append(Problem(line, _("column 15: name: a name is missing.")))
        first = names.setdefault(player.name.casefold(), player)
        if first is not player and not (first.fide_id and player.fide_id and first.fide_id != player.fide_id):
            said = {"text": player.name, "other": report.line_of(first)}
            text = _("column 15: the name “%(text)s” is also in line %(other)d: give the two players identity numbers.")
            found.append(Problem(line, text % said))
    rounds = max((one.rounds for one in report.records if isinstance(one, trf.Rounds)), default=1)
    if rounds > creating.MOST_ROUNDS:
        found.append(Problem(0, _("142: at most %(most)d rounds.") % {"most": creating.MOST_ROUNDS}))
    if not report.players:
        found.append(Problem(0, _("001: a report has players.")))
    return found


def _lines_of_acceleration(report: trf.Report) -> list[Any]:
    kinds = (trf.Acceleration, trf.VirtualPoints)
    return [one for one in report.records if isinstance(one, kinds) or (isinstance(one, trf.System) and one.is_baku)]


def _not_baku(report: trf.Report, place: trf.Position, rounds: int) -> list[Problem]:
    """Refuse acceleration other than Baku's: that of lines 250 and XXA (whose rounds may end with the next one) must
    give every player what Baku's rule gives."""
    lines = _lines_of_acceleration(report)
    if not lines:
        return []
    table = place.crosstable
    line = report.line_of(lines[-1])
    try:
        points = baku_points(rounds, table.table)
    except NotForBaku:
        return [Problem(line, _("column 1: acceleration needs a tie worth half a win and a loss worth nothing."))]
    stated = {n: row.virtual for n, row in table.rows.items()}
    if not any(stated.values()):
        stated = {n: points if n in place.rules.accelerated else () for n in table.rows}
    is_short = all(isinstance(one, trf.VirtualPoints | trf.System) for one in lines)
    until = max(map(len, stated.values())) if is_short else rounds
    group = lifted(table)
    wrong = [n for n, own in stated.items() if _padded(own, until) != _padded(points if n in group else (), until)]
    if not wrong:
        return []
    said = {"n": wrong[0], "last": max(group), "first": points[0] / TENTHS, "points": ", ".join(_tenths(points))}
    text = _("column 1: only Baku acceleration can be taken in: players 1 to %(last)d, rounds 1, 2 …: %(points)s. "
             "Player %(n)d has other points.")  # fmt: skip
    return [Problem(line, text % said)]


def _padded(points: tuple[int, ...], length: int) -> tuple[int, ...]:
    return (*points, *(0,) * length)[:length]


def _tenths(points: tuple[int, ...]) -> list[str]:
    return [f"{one / TENTHS:.1f}" for one in points]


def _tiebreaks(report: trf.Report) -> list[str]:
    """The tie-breaks of a report, if all of them are known here."""
    keys = [key for record in report.records if isinstance(record, trf.TieBreaks) for key in record.keys]
    return keys if set(keys) <= {*TIEBREAKS, LOT} and len(set(keys)) == len(keys) else []


def _name(report: trf.Report) -> str:
    titles = [one.text[4:].strip() for one in report.records if isinstance(one, trf.Other) and one.code == "012"]
    return (titles or [""])[0][:120] or str(_("Tournament from a report"))


def _system(report: trf.Report) -> str:
    named = trf.system_of(report)
    return SYSTEMS.get(named.type.removesuffix("_BAKU"), "dutch") if named else "dutch"


def _make(
    club: Club, report: trf.Report, place: trf.Position, found: ReportIn, variant: str, now: datetime, by: User | None
) -> Tournament:
    options: dict[str, Any] = {"rounds": found.rounds, "system": found.system}
    table = place.crosstable.table
    standard = (table.win, table.tie, table.loss, table.forfeit_win, table.forfeit_loss, table.pab, table.full)
    is_adjusted = any(isinstance(one, trf.Adjustment) for one in report.records)
    if standard != (10, 5, 0, 10, 0, 10, None) or is_adjusted:
        options["points"] = as_data(table)
    if keys := _tiebreaks(report):
        options["tiebreaks"] = keys
    if _lines_of_acceleration(report):
        options["acceleration"] = "baku"
    tournament = creating.create_tournament(
        club=club, name=found.name, variant=variant, by=by, now=now, mode=Mode.IN_PERSON, options=options
    )
    stage = tournament.stages.get(number=1)
    while has_first_deal(stage) is not place.rules.initial_first:  # the lot falls as the report has it
        stage.seed = new_seed()
        stage.save(update_fields=["seed"])
    people = _enter(tournament, report, place, now, by)
    unit = 2 if "points" not in options else table.unit
    for n in range(1, place.crosstable.rounds + 1):
        _round(stage, n, place.crosstable, people, unit, now)
    known = {number: people[own] for own, number in place.numbers.items()}
    _rules(tournament, report, known, place.crosstable.rounds, now, by)
    is_over = place.crosstable.rounds >= found.rounds
    Stage.objects.filter(pk=stage.pk).update(state=StageState.FINISHED if is_over else StageState.RUNNING)
    state = TournamentState.FINISHED if is_over else TournamentState.RUNNING
    Tournament.objects.filter(pk=tournament.pk).update(
        state=state, finished_at=now if is_over else None, starts_at=now, is_rated=club.is_approved
    )
    acceptance.check_in(tournament, [entry.pk for entry in people.values()], now, by)
    after = {"digest": found.digest, "players": found.players, "rounds": found.rounds_done}
    target = f"tournament:{tournament.public_id}"
    audit.record(actor=by, action="tournament.report", target=target, now=now, after=after)
    return Tournament.objects.get(pk=tournament.pk)


def _rate(tournament: Tournament, found: ReportIn, rated: bool, now: datetime, by: User | None) -> None:
    """Pass the matches of a report to the ratings, or mark its rounds as not rated. Those in which who loads it plays
    say whose word they are."""
    matches = Match.objects.paired().filter(round__stage__tournament=tournament, state=MatchState.OVER)
    if by is not None:
        for match in matches.filter(sides__seat__entry__members__user=by).select_related("round__stage__tournament"):
            recording.note_own_word(match, now, by)
    if not rated:
        tournament.settings = {**tournament.settings, "unrated_rounds": found.rounds_done}
        tournament.save(update_fields=["settings"])
        return
    hand_over.hand_down(matches.order_by("round__number", "table_no"), now, by)


def _enter(
    tournament: Tournament, report: trf.Report, place: trf.Position, now: datetime, by: User | None
) -> dict[int, Entry]:
    """Enter the players with their start numbers; those not to be paired next are absent."""
    numbers = {number: own for own, number in place.numbers.items()}
    found: dict[int, Entry] = {}
    taken: set[int] = set()
    among = club_people.players(tournament.club)
    for player in report.players:
        name, number = trf.without_number(player.name, player.number), numbers[player.number]
        try:
            user, _new = accounts.player_for(name=name, among=among)
            if user.pk in taken:
                user = accounts.newcomer(name=name)
            entry = entering.enter(tournament=tournament, user=user, rating=player.rating, now=now, by=by)
        except ValueError as bad:
            raise Invalid("name", f"001 {player.number}: {bad}") from bad
        taken.add(user.pk)
        is_here = place.crosstable.rows[number].is_available
        entry.tpn = entry.seed = number
        entry.status = EntryStatus.CHECKED_IN if is_here else EntryStatus.ABSENT
        entry.save(update_fields=["tpn", "seed", "status"])
        found[number] = entry
    return found


def _round(stage: Stage, n: int, table: Crosstable, people: Mapping[int, Entry], unit: int, now: datetime) -> None:
    """Write one finished round: tables in the order of publication, then the byes."""
    moments = dict.fromkeys(("paired_at", "published_at", "started_at", "closed_at"), now)
    rnd = Round.objects.create(stage=stage, number=n, state=RoundState.CLOSED, **moments)
    results = {number: table.result(number, n) for number in people}
    pairs = [(a, r.opponent) for a, r in results.items() if r.opponent and _is_first(a, r, results[r.opponent])]
    pairs.sort(key=lambda pair: _place(table, n, pair))
    made = RoundSeat.objects.bulk_create(RoundSeat(round=rnd, entry=people[number]) for number in people)
    seats = dict(zip(people, made, strict=True))
    for no, pair in enumerate(pairs, 1):
        own, other = (results[number] for number in pair)
        match = Match.objects.create(
            round=rnd, table_no=no, state=MatchState.OVER, result_kind=_kind(own, other), finished_at=now
        )
        MatchSide.objects.bulk_create(
            MatchSide(match=match, seat=seats[number], order=order, points=results[number].points * unit // TENTHS)
            for order, number in enumerate(pair)
        )
    Bye.objects.bulk_create(
        Bye(seat=seats[number], kind=_bye(result)) for number, result in results.items() if not result.opponent
    )


def _is_first(number: int, own: Result, other: Result) -> bool:
    if own.is_first is None or own.is_first == other.is_first:
        return number < own.opponent
    return own.is_first


def _place(table: Crosstable, n: int, pair: tuple[int, int]) -> tuple[int, int, int]:
    """The order of publication: the higher score of the pair, the lower one, the start number of the higher."""
    high, low = sorted(pair, key=lambda number: (-table.score(number, n - 1), number))
    return (-table.score(high, n - 1), -table.score(low, n - 1), high)


def _kind(own: Result, other: Result) -> str:
    if own.kind is not Kind.FORFEIT:
        return Kind.PLAYED.value
    return Kind.FORFEIT.value if own.points != other.points else Kind.DOUBLE_FORFEIT.value


def _bye(result: Result) -> str:
    """The kind of a bye; a win without a named opponent counts as a full bye."""
    return "full" if result.kind is Kind.FORFEIT else result.kind.value


def _rules(
    tournament: Tournament, report: trf.Report, people: Mapping[int, Entry], done: int, now: datetime, by: User | None
) -> None:
    """Store forbidden pairs, and requested byes in coming rounds."""
    for record in report.records:
        if isinstance(record, trf.Forbidden):
            last = record.last_round or None
            rule = PairRule.objects.create(
                tournament=tournament, kind="hard", from_round=max(record.first_round, 1), to_round=last
            )
            rule.entries.set(people[number] for number in record.numbers)
    for (number, n), kind in _asked(report, done).items():
        Entry.objects.filter(pk=people[number].pk).update(status=EntryStatus.CHECKED_IN)
        ByeRequest.objects.create(entry=people[number], round_number=n, kind=KINDS[kind], at=now, by=by)


def _asked(report: trf.Report, done: int) -> dict[tuple[int, int], str]:
    """The requested byes by player and round: lines 240, and cells of rounds that nobody has played yet."""
    found: dict[tuple[int, int], str] = {}
    for record in report.records:
        if isinstance(record, trf.Byes) and record.round > done:
            found |= {(number, record.round): record.kind for number in record.numbers}
        if isinstance(record, trf.Player):
            cells = enumerate(record.cells[done:], done + 1)
            found |= {(record.number, n): cell.result for n, cell in cells if cell.result in KINDS}
    return found
