"""Report files in and out: a tournament goes on at another site as it would have gone on here."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from clubs import services as clubs
from ratings.models import RatedMatch
from tournaments import errors, trf
from tournaments.corrections.services import corrections
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.exchange.selectors import reports as reports_selectors
from tournaments.exchange.services import reports as reports_services
from tournaments.models import ByeRequest, Entry, PairRule, RoundState, Tournament, TournamentState
from tournaments.pairing import conformance
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db
DATA = Path(__file__).parents[2] / "data" / "pairing" / "dutch2026.jsonl.gz"


@pytest.fixture
def elsewhere(organiser):
    club = clubs.create_club(name="Elsewhere", organiser=organiser)
    return clubs.approve_club(club=club, by=None, now=club.created_at)


@pytest.fixture
def played(make_tournament, play_round, organiser, clock):
    """Two rounds of the Dutch system with a forfeit, a bye, a late entry, a forbidden pair and a bye asked for."""
    tournament = make_tournament(players=7, rounds=4, options={"system": "dutch"})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    entering.enter(tournament=tournament, name="Žofie Late", rating=1500, now=clock(), by=organiser)
    entering.check_in_all(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    first, *others = rnd.matches.all()
    recording.record_result(match=first, kind="forfeit", winner=1, now=clock(), by=organiser)
    for match in others:
        recording.record_result(match=match, points=(101, 40), now=clock(), by=organiser)
    running.close_round(rnd=rnd, now=clock.later(seconds=30))
    rule = PairRule.objects.create(tournament=tournament, kind="hard")
    rule.entries.set(Entry.objects.filter(name__in=["Player 01", "Player 05"]))
    ByeRequest.objects.create(entry=Entry.objects.get(name="Player 04"), round_number=3, kind="half", at=clock())
    tournament.refresh_from_db()
    return tournament


def without_ranks(tournament) -> list[object]:
    found = reports_selectors.report(tournament).records
    return [replace(one, rank=None) if isinstance(one, trf.Player) else one for one in found]


def load(club, text, clock, **more):
    return reports_services.load_report(club=club, data=text, now=clock(), by=None, **{"dry_run": False, **more})


def pairs(tournament, clock) -> list[list[int]]:
    """The next round in the order of publication, the bye last."""
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    found = [[side.entry.tpn for side in match.sides.all()] for match in finding.round_matches(rnd)]
    return found + [[bye.seat.entry.tpn, 0] for bye in finding.round_byes(rnd) if bye.kind == "pab"]


def test_out_in_and_out_again_is_the_same_file(played, elsewhere, clock):
    text = reports_selectors.report_text(played)
    assert "192 FIDE_DUTCH\r\n" in text
    report = load(elsewhere, text, clock)
    assert (report.players, report.rounds_done, report.rounds, report.problems) == (8, 2, 4, ())
    assert without_ranks(report.tournament) == without_ranks(played), "a report has no margins to rank equals by"
    assert [row.points for row in standings.standings(report.tournament)] == [
        row.points for row in standings.standings(played)
    ]


def test_the_next_round_is_paired_as_at_home(played, elsewhere, clock):
    there = load(elsewhere, reports_selectors.report_text(played), clock).tournament
    assert pairs(there, clock) == pairs(played, clock)


def reference(limit: int):
    """Rounds of reference tournaments whose initial colour is white."""
    with gzip.open(DATA, "rt") as file:
        found = [one for one in map(json.loads, file) if one["initial_colour"] == "white" and one["players"] < 40]
    return [(one, number) for one in found[:limit] for number in (1, 3, one["rounds"])]


@pytest.mark.parametrize(("one", "number"), reference(4), ids=lambda v: str(v) if isinstance(v, int) else str(v["id"]))
def test_a_loaded_report_is_paired_as_the_reference_says(elsewhere, clock, one, number):
    report = load(elsewhere, conformance.before(one, number), clock)
    assert report.rounds_done == number - 1
    assert pairs(report.tournament, clock) == one["pairs"][number - 1]


def test_a_dry_run_and_another_file_change_nothing(played, elsewhere, clock):
    text = reports_selectors.report_text(played)
    seen = load(elsewhere, text, clock, dry_run=True).digest
    assert not Tournament.objects.filter(club=elsewhere).exists()
    with pytest.raises(errors.Conflict):
        load(elsewhere, text + "\r\n### more", clock, seen=seen)


def player(number: int, name: str, *cells: trf.Cell) -> str:
    return trf.write(trf.Report((trf.Player(number=number, name=name, cells=cells),)))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (player(9, "Player 01"), "column 15: the name “Player 01” is also in line 9"),
        (player(1, "Twice"), "column 5: start number: 1 stands on line 9"),
        (player(9, "Ghost", trf.Cell(44, "w", "1")), "opponent: the start number of a 001 line, not 44"),
        ("250       1.0   1   1    1    4", "only Baku acceleration can be taken in: players 1 to 4, rounds 1, 2 …:"),
        ("142 99", "142: at most 30 rounds."),
    ],
)
def test_a_bad_line_is_named_with_its_column_and_nothing_is_made(played, elsewhere, clock, line, said):
    report = load(elsewhere, reports_selectors.report_text(played) + line, clock)
    assert said in " ".join(str(problem) for problem in report.problems)
    assert report.tournament is None
    assert not Tournament.objects.filter(club=elsewhere).exists()


def test_a_finished_report_is_a_finished_tournament(elsewhere, clock):
    with gzip.open(DATA, "rt") as file:
        one = json.loads(next(file))
    tournament = load(elsewhere, one["trf"], clock).tournament
    assert tournament.state == TournamentState.FINISHED
    assert {rnd.state for rnd in finding.rounds(tournament)} == {RoundState.CLOSED}
    stated = {player.number: player.points for player in trf.read(one["trf"]).players}
    assert {row.entry.tpn: int(row.points * 10) for row in standings.standings(tournament)} == stated


@pytest.fixture
def accelerated(make_tournament, play_round, organiser, clock):
    """One round of the Dutch system with Baku acceleration."""
    tournament = make_tournament(players=9, rounds=6, options={"system": "dutch", "acceleration": "baku"})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    tournament.refresh_from_db()
    return tournament


def test_baku_acceleration_goes_out_and_comes_in(accelerated, elsewhere, clock, play_round, organiser):
    entering.enter(tournament=accelerated, name="Žofie Late", rating=900, now=clock(), by=organiser)
    entering.check_in_all(tournament=accelerated, now=clock(), by=organiser)
    play_round(accelerated)
    text = reports_selectors.report_text(accelerated)
    assert "192 FIDE_DUTCH_BAKU\r\n" in text
    lines = [line for line in text.split("\r\n") if line.startswith("250")]
    assert [line.split() for line in lines] == [
        ["250", "1.0", "1", "2", "1", "6"],
        ["250", "0.5", "3", "3", "1", "6"],
    ]
    there = load(elsewhere, text, clock)
    assert there.problems == ()
    assert there.tournament.stages.get().settings["acceleration"] == "baku"
    assert without_ranks(there.tournament) == without_ranks(accelerated)
    assert pairs(there.tournament, clock) == pairs(accelerated, clock)


def test_baku_by_its_type_alone_or_by_its_lines_alone_is_the_same(accelerated, elsewhere, clock):
    text = reports_selectors.report_text(accelerated)
    by_type = "\r\n".join(line for line in text.split("\r\n") if not line.startswith("250"))
    by_lines = text.replace("FIDE_DUTCH_BAKU", "FIDE_DUTCH")
    home = pairs(accelerated, clock)
    for one in (by_type, by_lines):
        found = load(elsewhere, one, clock)
        assert found.problems == ()
        assert pairs(found.tournament, clock) == home


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("250       1.0", "250       2.0", "Player 1 has other points"),
        ("192 FIDE_DUTCH_BAKU", "162  W 3.0    D 1.0\r\n192 FIDE_DUTCH_BAKU", "a tie worth half a win"),
    ],
)
def test_another_acceleration_is_refused_with_its_line(accelerated, elsewhere, clock, was, now, said):
    text = reports_selectors.report_text(accelerated)
    text = "\r\n".join(line for line in text.split("\r\n") if not line.startswith("162"))
    assert was in text
    report = load(elsewhere, text.replace(was, now), clock)
    [problem] = report.problems
    assert said in problem.text
    assert problem.line > 1
    assert not Tournament.objects.filter(club=elsewhere).exists()


def test_the_matches_of_a_report_are_rated_only_where_that_is_asked_for(played, elsewhere, clock, organiser):
    text = reports_selectors.report_text(played)
    before = RatedMatch.objects.count()
    seen = load(elsewhere, text, clock, dry_run=True)
    assert seen.matches == 6, "of two rounds, without the forfeit"
    silent = load(elsewhere, text, clock).tournament
    assert RatedMatch.objects.count() == before
    match = silent.stages.get().rounds.get(number=1).matches.first()
    change = {"points": (40, 100), "kind": "played"}
    found = corrections.preview_correction(match=match, **change)
    corrections.apply_correction(
        match=match, digest=found.digest, reason="mistyped", now=clock(), by=organiser, **change
    )
    assert RatedMatch.objects.count() == before, "a correction does not rate it either"
    rated = load(elsewhere, text, clock, rated=True).tournament
    assert RatedMatch.objects.count() == before + seen.matches
    assert "unrated_rounds" not in rated.settings
