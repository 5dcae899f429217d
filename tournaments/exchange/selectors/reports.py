"""A tournament as a report file of the federation (TRF26): the rounds so far, and what the next pairing needs."""

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments import trf
from tournaments.event.selectors.finding import stages
from tournaments.formats import FORMATS
from tournaments.formats.kinds.swiss import rules_of
from tournaments.models import ROUND_OVER, ByeRequest, MatchSide, PairRule, Stage, StageState, Tournament
from tournaments.pairing import Crosstable, Kind, PointsTable, Result
from tournaments.standings.selectors.rows import facts, stage_table
from tournaments.standings.selectors.standings import overall, tiebreak_keys
from tournaments.trf.composing import accelerations
from tournaments.trf.records import MOST_ROUNDS, Record

TYPES = {"dutch": "FIDE_DUTCH", "card": "CUSTOM_SWISS"}
BYES = {Kind.PAB: "U", Kind.HALF: "H", Kind.FULL: "F", Kind.ZERO: "Z"}
MARKS = {"half": "H", "full": "F", "zero": "Z"}
TENTHS = 10  # the unit of the format
MOST_RATING = 9_999


def reported_stage(tournament: Tournament) -> Stage | None:
    """The stage that can be reported: the last Swiss or round robin that has begun, or the first one to come."""
    tables = [stage for stage in stages(tournament) if FORMATS[stage.format].is_reportable]
    begun = [stage for stage in tables if stage.state != StageState.WAITING]
    return next(iter([*begun[::-1], *tables]), None)


def can_report(tournament: Tournament) -> bool:
    """Can this tournament, or this stage, be reported?"""
    return reported_stage(tournament) is not None


def why_none() -> str:
    """Why a tournament without such a stage cannot be reported, in a sentence."""
    return _(
        "This tournament has no report: TRF26, the format of the federations, has no place for a bracket, and no place "
        "for a table of three and more. The lists hold all of its results."
    )


def report_text(tournament: Tournament) -> str:
    """The report as a file, with the line ends that the federation asks for."""
    return trf.write(report(tournament), end="\r\n")


def report(tournament: Tournament) -> trf.Report:
    """The closed rounds of the reported stage. Points are written in tenths, as in the format, without those of an
    earlier stage. Raises ValueError if there is no such stage."""
    stage = reported_stage(tournament)
    if stage is None:
        raise ValueError("neither a bracket nor a table of three and more has a report")
    table = stage_table.crosstable(stage)
    orders = _orders(stage)
    places = {row.entry.pk: row.place for row in overall(stage)}
    names = trf.in_columns({number: entry.name for number, entry in table.entries.items()})
    players = [
        trf.Player(
            number=number,
            name=names[number],
            rating=None if entry.rating_at_entry is None else min(entry.rating_at_entry, MOST_RATING),
            points=_tenths(
                table.crosstable.score(number) - table.crosstable.rows[number].carried, table.crosstable.table
            ),
            rank=places.get(entry.pk),
            cells=tuple(
                _cell(table.crosstable, number, n, orders.get((entry.pk, n)))
                for n in range(1, table.crosstable.rounds + 1)
            ),
        )
        for number, entry in table.entries.items()
    ]
    numbers = {entry.pk: number for number, entry in table.entries.items()}
    records: list[Record] = [*_head(tournament, stage, table.crosstable.table, len(players)), *players]
    records += _byes(stage, numbers, table.crosstable.rounds)
    if stage.settings.get("acceleration") == "baku":
        records += accelerations(table.crosstable, rules_of(facts.facts_of(stage).facts))
    records += _forbidden(tournament, numbers)
    return trf.Report((*records, *_adjustments(trf.Report(tuple(records)), table.crosstable)))


def _adjustments(report: trf.Report, table: Crosstable) -> Iterator[trf.Adjustment]:
    """The points of a match besides those of its sign: for a shutout, by its margin, by a ruling; if the format can
    write the points of the table at all."""
    if not any(isinstance(one, trf.Points) for one in report.records):
        return
    found: dict[tuple[int, int], list[int]] = {}
    for number, results in trf.results_of(report, table.rounds).items():
        for n, result in enumerate(results, 1):
            more = _tenths(table.result(number, n).points, table.table) - result.points
            if result.opponent and more:
                found.setdefault((n, more), []).append(number)
    for (n, more), numbers in sorted(found.items()):
        yield trf.Adjustment(more, n, tuple(numbers))


def _head(tournament: Tournament, stage: Stage, points: PointsTable, count: int) -> list[Record]:
    system = stage.settings.get("system", "")
    found: list[Record] = [trf.Other(f"012 {_line(tournament.name)}")]
    if tournament.place:
        found.append(trf.Other(f"022 {_line(tournament.place)}"))
    if tournament.starts_at:
        found.append(trf.Other(f"042 {tournament.starts_at.astimezone(tournament.zone):%Y/%m/%d}"))
    found += [trf.Other(f"062 {count}")]
    if "rounds" in stage.settings:
        found.append(trf.Rounds("142", int(stage.settings["rounds"])))
    if system == "dutch":
        found.append(trf.InitialColour("152", "W" if has_first_deal(stage) else "B"))
    values = {"W": points.win, "D": points.tie, "L": points.loss, "A": points.forfeit_loss, "P": points.pab}
    if all(value * TENTHS % points.unit == 0 for value in values.values()):
        found.append(trf.Points("162", tuple((sign, _tenths(value, points)) for sign, value in values.items())))
    if system in TYPES:
        is_baku = system == "dutch" and stage.settings.get("acceleration") == "baku"
        found.append(trf.System("192", TYPES[system] + "_BAKU" * is_baku))
    found.append(trf.TieBreaks("202", tuple(tiebreak_keys(stage))))
    return found


def has_first_deal(stage: Stage) -> bool:
    """Does participating number 1 of a Swiss deal first, by the lot of the stage?"""
    return rules_of(facts.facts_of(stage).facts).initial_first


def _cell(table: Crosstable, number: int, n: int, order: int | None) -> trf.Cell:
    result = table.result(number, n)
    if not result.opponent:
        return trf.Cell(0, "-", BYES.get(result.kind, "Z"))
    other = table.result(result.opponent, n)
    return trf.Cell(result.opponent, "b" if order else "w", _sign(result, other))


def _sign(own: Result, other: Result) -> str:
    """The sign of a result; forfeits have their own, and annulled matches count as not rated."""
    if own.kind is Kind.FORFEIT:
        return "+" if own.points > other.points else "-"
    if own.kind is Kind.DOUBLE_FORFEIT:
        return "-"
    signs = "WDL" if own.kind is Kind.ANNULLED else "1=0"
    return signs[0] if own.points > other.points else signs[1] if own.points == other.points else signs[2]


def _orders(stage: Stage) -> dict[tuple[int, int], int]:
    """Who was first, by entry and round (counted in the stage)."""
    rounds = stage.rounds.filter(state__in=ROUND_OVER).order_by("number").values_list("pk", flat=True)
    place = {pk: n for n, pk in enumerate(rounds, 1)}
    sides = MatchSide.objects.filter(seat__round__in=place)
    rows = sides.values_list("seat__entry_id", "seat__round_id", "order")
    return {(entry, place[rnd]): order for entry, rnd, order in rows}


def _byes(stage: Stage, numbers: dict[int, int], done: int) -> list[trf.Byes]:
    """The requested byes in coming rounds."""
    asked = ByeRequest.objects.filter(entry__tournament=stage.tournament_id, round_number__gt=done)
    found: dict[tuple[str, int], list[int]] = {}
    for one in asked.order_by("round_number"):
        if one.entry_id in numbers and one.kind in MARKS:
            found.setdefault((MARKS[one.kind], one.round_number), []).append(numbers[one.entry_id])
    return [trf.Byes(kind, n, tuple(sorted(those))) for (kind, n), those in found.items()]


def _forbidden(tournament: Tournament, numbers: dict[int, int]) -> list[trf.Forbidden]:
    found = []
    for rule in PairRule.objects.filter(tournament=tournament, kind="hard").prefetch_related("entries").order_by("pk"):
        those = sorted(numbers[entry.pk] for entry in rule.entries.all() if entry.pk in numbers)
        if len(those) > 1:
            last = rule.to_round or MOST_ROUNDS
            found.append(trf.Forbidden("260", tuple(those), rule.from_round, last))
    return found


def _tenths(points: int, table: PointsTable) -> int:
    return round(Fraction(points * TENTHS, table.unit))


def _line(text: str) -> str:
    return " ".join(text.split())
