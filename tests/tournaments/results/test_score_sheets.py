"""The score sheet of a match in person: deals as lines of a log, and the result that they come to."""

import pytest

from audit.models import AuditEntry
from games.engine import DealEntry
from tests.tournaments import racing
from tournaments import errors
from tournaments.event.selectors import finding
from tournaments.models import Match, MatchState, Round, SheetLine
from tournaments.results.selectors import score_sheets as score_sheets_selectors
from tournaments.results.selectors import sheet_words
from tournaments.results.selectors import slips as slips_selectors
from tournaments.results.services import score_sheets as score_sheets_services
from tournaments.results.services import slips as slips_services
from tournaments.rounds.services import drafts, editing
from tournaments.rounds.services import running as rounds_running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db

GAME = ((46, 0), (0, 52), (30, 0), (0, 20), (30, 0))  # the pad of RULES.md: 281 to 122 in all


@pytest.fixture
def running(make_tournament, organiser, clock):
    """A match of a tournament whose round 1 is being played, under these conditions."""

    def run(players=4, **conditions):
        tournament = make_tournament(players=players, **conditions)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        rounds_running.start_round(rnd=rnd, now=clock())
        return slips_selectors.matches().filter(round=rnd).order_by("table_no").first()

    return run


def with_length(match, key):
    """This match, as long as the key says."""
    Match.objects.filter(pk=match.pk).update(length=key)
    return slips_selectors.matches().get(pk=match.pk)


def knock(first, second, **facts):
    """A knock by the side with more points, worth so many."""
    return DealEntry(how="knock", seat=int(second > first), counts=(1 + second, 1 + first), **facts)


def write(match, clock, *deals, at=0):
    """Deals on the sheet, one after the other; the version after them."""
    for version, (first, second) in enumerate(deals, at):
        facts = {"key": f"k{version}", "version": version, "now": clock()}
        sheet = score_sheets_services.enter_deal(match=match, entry=knock(first, second), **facts)
    return sheet.version


def test_a_game_is_written_down_sent_by_ana_and_agreed_by_ben(running, clock):
    match = running()
    version = write(match, clock, *GAME)
    score_sheets_services.send_sheet(match=match, version=version, order=0, now=clock())
    match = Match.objects.get(pk=match.pk)
    sides = match.sides.order_by("order")
    assert (match.state, match.deals) == (MatchState.REPORTED, 5)
    assert [(side.game_points, side.deals_won, side.margin) for side in sides] == [(281, 3, 159), (122, 2, -159)]
    slips_services.agree(match=match, order=1, now=clock())
    assert Match.objects.get(pk=match.pk).state == MatchState.OVER
    said = AuditEntry.objects.filter(action__startswith="sheet.").values_list("action", "after__line")
    assert list(said) == [("sheet.deal", n) for n in range(1, 6)]


def test_a_line_sent_twice_stands_once_and_another_phone_cannot_fork_the_sheet(running, clock):
    match = running()
    mine = {"match": match, "entry": knock(20, 0), "key": "mine", "version": 0, "now": clock()}
    assert score_sheets_services.enter_deal(**mine).version == 1
    assert score_sheets_services.enter_deal(**mine).version == 1
    with pytest.raises(errors.Conflict, match="Somebody else has written"):
        score_sheets_services.enter_deal(**mine | {"key": "yours"})
    assert SheetLine.objects.count() == 1


def test_the_last_deal_comes_off_and_its_line_stays(running, clock):
    match = running()
    version = write(match, clock, (20, 0), (0, 30))
    back = {"match": match, "key": "back", "now": clock()}
    sheet = score_sheets_services.take_deal_back(version=version, **back)
    assert (sheet.version, len(sheet.book.deals), SheetLine.objects.count()) == (3, 1, 3)
    assert score_sheets_services.take_deal_back(version=version, **back).version == 3, "sent twice"
    sheet = score_sheets_services.take_deal_back(version=3, **back | {"key": "again"})
    with pytest.raises(errors.Refusal, match="no deal"):
        score_sheets_services.take_deal_back(version=sheet.version, **back | {"key": "once more"})


def test_what_cannot_be_names_its_field_and_rule_and_is_not_kept(running, clock):
    match = running()
    wrong = DealEntry(how="knock", seat=0, counts=(11, 30))
    with pytest.raises(errors.Invalid, match=r"at most 10 here.*\(GIN-15\)") as refused:
        score_sheets_services.enter_deal(match=match, entry=wrong, key="k", version=0, now=clock())
    assert (refused.value.field, SheetLine.objects.count()) == ("counts", 0)
    gin = DealEntry(how="gin", seat=0, counts=(0, 20), points=40)
    with pytest.raises(errors.Invalid, match=r"worth 45 points\. \(GIN-29\)"):
        score_sheets_services.enter_deal(match=match, entry=gin, key="k", version=0, now=clock())


def test_it_is_sent_when_it_is_over_and_not_before(running, clock):
    match = running()
    version = write(match, clock, (40, 0))
    with pytest.raises(errors.Refusal, match="not over"):
        score_sheets_services.send_sheet(match=match, version=version, order=0, now=clock())
    version = write(match, clock, (40, 0), (40, 0), at=version)
    with pytest.raises(errors.Invalid, match="match is over"):
        score_sheets_services.enter_deal(match=match, entry=knock(5, 0), key="more", version=version, now=clock())


def test_called_time_ends_it_with_the_deals_that_are_on_the_sheet(running, clock):
    match = running()
    Match.objects.filter(pk=match.pk).update(length="best_of:3")
    Round.objects.filter(pk=match.round_id).update(minutes=40)
    match = slips_selectors.matches().get(pk=match.pk)
    version = write(match, clock, (40, 0), (0, 15))
    assert not score_sheets_selectors.score_sheet(match).is_over
    Round.objects.filter(pk=match.round_id).update(called_at=clock.later(minutes=40))
    match = slips_selectors.matches().get(pk=match.pk)
    assert score_sheets_selectors.score_sheet(match).is_over
    score_sheets_services.send_sheet(match=match, version=version, order=1, now=clock())
    assert Match.objects.get(pk=match.pk).sides.get(order=0).game_points == 40


def test_an_officials_sheet_stands_at_once(running, clock, organiser):
    match = running()
    version = write(match, clock, *GAME)
    score_sheets_services.send_sheet(match=match, version=version, by=organiser, is_final=True, now=clock())
    match = Match.objects.get(pk=match.pk)
    assert (match.state, match.entered_by) == (MatchState.OVER, organiser)
    with pytest.raises(errors.Refusal, match="result stands"):
        score_sheets_services.take_deal_back(match=match, key="late", version=version, now=clock())


def test_points_below_nothing_can_be_reported(running, clock):
    match = running(variant="colonel-ball")
    deal = DealEntry(how="out", seat=0, counts=(0, 60), laid=(45, 10))
    score_sheets_services.enter_deal(match=match, entry=deal, key="k", version=0, now=clock())
    score_sheets_services.send_sheet(match=match, version=1, order=0, now=clock())
    slips_services.agree(match=match, order=1, now=clock())
    match = Match.objects.get(pk=match.pk)
    assert [side.game_points for side in match.sides.order_by("order")] == [45, -50]


@pytest.mark.parametrize(
    ("variant", "deal", "heads", "cells", "foot"),
    [
        ("gin-pagat", {}, (), ["+15 15", " "], [("Points", ("15", "0")), ("Boxes", ("1", "0"))]),
        ("hollywood", {}, ("1", "2", "3"), ["+15 15", *[" "] * 5], [("Points", ("15", *"00000"))]),
        ("color", {"suits": "DH"}, tuple("♣♦♥♠"), [" ", " ", "+15 15", " ", "+15 15", " ", " ", " "],
         [("Points", ("0", "0", "15", "0", "15", "0", "0", "0"))]),
    ],
)  # fmt: skip
def test_the_sheet_is_drawn_in_the_games_own_form(running, clock, variant, deal, heads, cells, foot):
    match = running(variant=variant)
    entry = DealEntry(how="knock", seat=0, counts=(5, 20), irr="IRR-30", words="a card fell", **deal)
    sheet = score_sheets_services.enter_deal(match=match, entry=entry, key="k", version=0, now=clock())
    (one,) = sheet_words.drawn(sheet)
    assert tuple(head for head, _closed in one.columns) == heads
    assert [f"{cell.gained} {cell.total}" for cell in one.lines[0].cells] == cells
    assert (list(one.foot), one.lines[0].irr, one.lines[0].words) == (foot, "IRR-30", "a card fell")


def test_boards_and_live_tables_have_no_such_sheet(running, clock):
    match = running(mode="online")
    with pytest.raises(errors.Refusal, match="not written down deal by deal"):
        score_sheets_services.enter_deal(match=match, entry=knock(5, 0), key="k", version=0, now=clock())


@pytest.mark.django_db(transaction=True)
def test_two_phones_at_the_same_moment_write_one_line(running, clock):
    match = running()
    mine = {"match": match, "version": 0, "now": clock()}
    works = [
        lambda n=n: score_sheets_services.enter_deal(entry=knock(20 + n, 0), key=f"phone {n}", **mine) for n in range(2)
    ]
    found = racing.race(*works)
    assert sorted(type(one).__name__ for one in found) == ["Conflict", "ScoreSheet"]
    assert list(SheetLine.objects.values_list("number", flat=True)) == [1]


def test_a_match_to_points_says_what_each_side_is_credited(running, clock):
    """GIN-39: a game of the pad, 281 to 122; then the second game has begun."""
    match = with_length(running(), "match:500")
    assert sheet_words.credited(score_sheets_selectors.score_sheet(match)) == [
        (side.entry.name, 0) for side in match.sides.order_by("order")
    ]
    write(match, clock, *GAME, (30, 0))
    first, second = match.sides.order_by("order")
    found = sheet_words.sheet_facts(match)
    assert found["credited"] == [(first.entry.name, 159), (second.entry.name, 0)]
    assert len(found["sheets"]) == 2


def test_no_other_match_speaks_of_credits(running, clock):
    match = with_length(running(), "best_of:3")
    write(match, clock, *GAME)
    assert sheet_words.sheet_facts(match)["credited"] == []
