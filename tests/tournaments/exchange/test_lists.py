"""Pairings and results from a list: every bad line is named with its field, and nothing is imported in part."""

import pytest

from tournaments import errors
from tournaments.entries.services import entering, spreadsheets
from tournaments.event.selectors import finding
from tournaments.exchange.selectors import exports
from tournaments.exchange.services.lists import own_pairings
from tournaments.exchange.services.lists import results as result_lists
from tournaments.models import Match, MatchSide, MatchState
from tournaments.results.services import recording, result_lines
from tournaments.rounds.services import drafts, editing
from tournaments.rounds.services import running as rounds_running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(make_tournament, organiser, clock):
    """Round 1 of seven players, a draft: 1-4, 2-5, 3-6, and player 7 with the bye."""
    tournament = make_tournament(players=7)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    return drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)


@pytest.fixture
def running(draft, organiser, clock):
    editing.publish_round(rnd=draft, now=clock(), by=organiser)
    return rounds_running.start_round(rnd=draft, now=clock())


def pairs(rnd) -> list[tuple[str, ...]]:
    found = [tuple(side.entry.name[-2:] for side in match.sides.all()) for match in finding.round_matches(rnd)]
    return [*found, *((bye.seat.entry.name[-2:], bye.kind) for bye in finding.round_byes(rnd))]


def said(report) -> list[str]:
    return [str(problem) for problem in report.problems]


OWN = """table,first,second,bye
1,Player 01,Player 02,
2,player 03,Player 05,
3,#7,Player 06,
,Player 04,,pab
"""


def test_own_pairings_replace_the_draft_after_a_dry_run(draft, organiser, clock):
    before = pairs(draft)
    report = own_pairings.import_pairings(rnd=draft, text=OWN, dry_run=True, now=clock())
    assert said(report) == []
    assert [line.text for line in report.lines][-2:] == ["Table 3: Player 07 – Player 06", "Player 04: bye (pab)"]
    assert pairs(draft) == before
    done = own_pairings.import_pairings(
        rnd=draft, text=OWN, dry_run=False, seen=report.digest, now=clock(), by=organiser, reason="drawn at the bar"
    )
    assert done.is_done
    assert pairs(draft) == [("01", "02"), ("03", "05"), ("06", "07"), ("04", "pab")], "the higher ranked named first"


def test_a_list_that_does_something_else_by_now_is_not_taken(draft, organiser, clock):
    seen = own_pairings.import_pairings(rnd=draft, text=OWN, dry_run=True, now=clock()).digest
    own_pairings.import_pairings(rnd=draft, text=OWN, dry_run=False, now=clock(), by=organiser, reason="bar")
    with pytest.raises(errors.Conflict):
        own_pairings.import_pairings(rnd=draft, text=OWN, dry_run=False, seen=seen, now=clock(), reason="bar")


def test_every_bad_line_of_pairings_is_named_with_its_field(draft, clock):
    text = """table,first,second,bye
1,Player 01,Player 02,
1,Player 03,Player 05,
x,Nobody,Player 06,
3,Player 04,Player 01,
4,Player 06,,whole
"""
    report = own_pairings.import_pairings(rnd=draft, text=text, dry_run=False, now=clock())
    assert said(report) == [
        "Player 07 has no line: give a table or a bye.",
        "Line 3: table: number 1 is there twice.",
        "Line 4: first: nobody in this round is called “Nobody”.",
        "Line 5: Player 01 is also in line 2.",
        "Line 6: Player 06 is also in line 4.",
        "Line 6: bye: pab, half, full or zero, or a second player.",
    ]
    assert not report.is_done
    assert pairs(draft)[0] == ("01", "04")


def test_two_of_one_name_are_told_apart_by_their_numbers(make_tournament, organiser, clock):
    tournament = make_tournament(players=2)
    for address in ("a@example.org", "b@example.org"):
        entering.enter(tournament=tournament, name="Ana Cruz", email=address, now=clock())
    entering.check_in_all(tournament=tournament, now=clock())
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    text = "first,second\nAna Cruz,Player 01\nPlayer 02,Ana Cruz"
    report = own_pairings.import_pairings(rnd=rnd, text=text, dry_run=True, now=clock())
    assert "Line 2: first: several are called “Ana Cruz”; write #3, #4 instead." in said(report)
    text = "first,second\n#3,Player 01\nPlayer 02,#4"
    assert said(own_pairings.import_pairings(rnd=rnd, text=text, dry_run=True, now=clock())) == []
    out = exports.export(tournament, "pairings", rnd)
    assert {name for row in out.rows for name in row[1:3]} >= {"#3", "#4"}


RESULTS = "table,result\n1,104-60\n2,30-101/5\n3,+-\n"


def test_results_all_or_nothing(running, organiser, clock):
    report = result_lists.import_results(rnd=running, text=RESULTS, dry_run=True, now=clock(), by=organiser)
    assert [line.status for line in report.lines] == ["new"] * 3
    assert not Match.objects.exclude(state=MatchState.PAIRED).exists(), "a dry run enters nothing"
    assert set(MatchSide.objects.values_list("points", flat=True)) == {None}
    done = result_lists.import_results(
        rnd=running, text=RESULTS, dry_run=False, seen=report.digest, now=clock(), by=organiser
    )
    assert done.is_done
    assert list(MatchSide.objects.order_by("match", "order").values_list("points", flat=True)) == [2, 0, 0, 2, 2, 0]
    again = result_lists.import_results(
        rnd=running, text="first,result\nPlayer 04,60-104\nPlayer 02,1", dry_run=True, now=clock()
    )
    assert [(line.status, line.text) for line in again.lines] == [
        ("same", "Table 1: Player 01 – Player 04 104-60"),
        ("changed", "Table 2: Player 02 – Player 05 1 (30-101/5)"),
    ]


def test_every_bad_result_is_named_with_its_field_and_nothing_is_entered(running, organiser, clock):
    text = """table,first,second,result
1,,,104-60
9,,,1
1,,,1
2,Player 01,,1
3,,,60-60
3,,,lots
2,Player 09,,1
"""
    report = result_lists.import_results(rnd=running, text=text, dry_run=False, now=clock(), by=organiser)
    assert said(report) == [
        "Line 3: table: there is no table “9” in this round.",
        "Line 4: Table 1 is also in line 2.",
        "Line 5: At table 2 sit Player 02, Player 05.",
        "Line 6: result: A game has a winner: the points cannot be equal.",
        "Line 7: result: “lots” is not a result: 104-60, or 1, 0 or = without points, or +- -+ --.",
        "Line 8: first: nobody in this round is called “Player 09”.",
    ]
    assert not Match.objects.exclude(state=MatchState.PAIRED).exists()


@pytest.mark.parametrize("write", [spreadsheets.to_csv, lambda *rows: spreadsheets.to_xlsx("list", *rows)])
def test_what_goes_out_comes_in_again(running, organiser, clock, write):
    result_lists.import_results(rnd=running, text=RESULTS, dry_run=False, now=clock(), by=organiser)
    out = exports.export(running.stage.tournament, "results", running)
    back = result_lists.import_results(rnd=running, text=write(out.columns, out.rows), dry_run=True, now=clock())
    assert said(back) == []
    assert [line.status for line in back.lines] == ["same"] * 3


def test_out_of_turn_a_list_is_refused(draft, running, clock):
    with pytest.raises(errors.Refusal, match="Only the pairings of a draft"):
        own_pairings.import_pairings(rnd=draft, text=OWN, dry_run=True, now=clock())
    for match in running.matches.all():
        recording.record_result(match=match, points=(100, 1), now=clock(), by=None)
    rounds_running.close_round(rnd=running, now=clock())
    with pytest.raises(errors.Refusal, match="while the round is running"):
        result_lists.import_results(rnd=running, text=RESULTS, dry_run=True, now=clock())


@pytest.mark.parametrize(
    ("named", "typed", "stands"),
    [
        ("first", "104-60/7", "104-60"),
        ("second", "60-104/7", "104-60"),
        ("both turned", "60-104/7", "104-60"),
        ("both turned", "-+", "+-"),
        ("both turned", "0", "1"),
    ],
)
def test_figures_follow_the_names_of_a_line(running, organiser, clock, named, typed, stands):
    """The same result, whether a line names one player of the table or both, in either order."""
    match = running.matches.order_by("table_no").first()
    a, b = match.entries
    first, second = {"first": (a.name, ""), "second": ("", a.name), "both turned": (b.name, a.name)}[named]
    text = f"first,second,result\n{first},{second},{typed}\n"
    report = result_lists.import_results(rnd=running, text=text, dry_run=False, now=clock(), by=organiser)
    assert said(report) == []
    expected = result_lines.read(stands)
    match.refresh_from_db()
    sides = list(match.sides.all())
    assert match.result_kind == expected.kind
    assert sides[0].points > sides[1].points
    if expected.points != (0, 0):
        assert (sides[0].game_points, sides[1].game_points) == expected.points
