"""A ruling at a board of a table of pairs: the sheet follows at that board; and a ruling on points may leave nobody at
the target."""

from uuid import uuid4

import pytest

from games import engine
from tests.tournaments.told import claim
from tournaments.desk import services as desk
from tournaments.desk.selectors import verdicts
from tournaments.desk.services.deciding import DeskDecision, decide, take_back
from tournaments.models import Match, MatchState
from tournaments.results.forms.deals import blank_deal
from tournaments.results.selectors import score_sheets as sheets
from tournaments.results.services import recording
from tournaments.results.services import score_sheets as writing

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(table_of_pairs, clock):
    """Two pairs at one table, with a deal on their sheet: Ana beat Bea by 25, Bob beat Ali by 22."""
    match = table_of_pairs
    boards = (
        engine.DealEntry(how="knock", seat=0, counts=(5, 30)),
        engine.DealEntry(how="knock", seat=1, counts=(30, 8)),
    )
    entry = engine.DealEntry(how="boards", dealer=0, boards=boards)
    writing.enter_deal(match=match, entry=entry, key="deal", version=0, now=clock(), by=None)
    claim()
    return Match.objects.select_related("round__stage__tournament").get(pk=match.pk)


def ruled(match, organiser, clock, choice, **facts):
    case = desk.call_director(
        match=match, table="", words="Look", by=match.entries[0].members.first().user, now=clock()
    )
    wish = DeskDecision(choice=choice, **facts)
    seen = verdicts.seen(Match.objects.get(pk=match.pk))
    return decide(case=case, wish=wish, seen=seen, cmd_id=uuid4(), by=organiser, now=clock())


def net(match) -> tuple[int, ...]:
    return sheets.score_sheet(match).book.sheets[-1].standing.points


def test_missing_cards_are_taken_off_at_the_board_of_whoever_erred(table, organiser, clock):
    """IRR-10: Ana had two cards too few, which costs 20 of her 25."""
    before = net(table)
    assert verdicts.players(table) == ["Ana", "Bea", "Ali", "Bob"]
    ruling = ruled(table, organiser, clock, "IRR-10:2", offender=0)
    [deal] = sheets.score_sheet(table).book.deals
    first, second = deal.entry.boards
    assert (first.irr, first.offender, first.fixes) == ("IRR-10", 0, (-2, 0))
    assert (second.irr, second.fixes) == ("", ())
    assert net(table) != before
    take_back(ruling=ruling, by=organiser, now=clock())
    assert net(table) == before


def test_the_form_of_the_next_deal_has_it_at_the_board_where_they_sit_then(table, organiser, clock):
    """The opponents change with every deal: each board's form names its own two."""
    ruled(table, organiser, clock, "IRR-10:1", offender=3, is_last=False)
    sheet = sheets.score_sheet(table)
    form = blank_deal(sheet, carries=sheets.carried(table, sheet))
    pairs = sheet.book.boards
    [at] = [at for at, pair in enumerate(pairs) if 3 in pair]
    local = pairs[at].index(3)
    assert form.boards[at].initial == {"irr": "IRR-10", "offender": local, f"fix_{('first', 'second')[local]}": -1}
    assert form.boards[1 - at].initial == {}
    assert form.boards[at].went_wrong, "so that it stands open"
    assert not form.went_wrong


def test_a_lost_bonus_is_carried_to_the_board(table, organiser, clock):
    ruled(table, organiser, clock, "IRR-23:picks_up", offender=1)
    sheet = sheets.score_sheet(table)
    form = blank_deal(sheet, carries=sheets.carried(table, sheet))
    [at] = [at for at, pair in enumerate(sheet.book.boards) if 1 in pair]
    assert form.boards[at].initial["no_bonus"] == sheet.book.boards[at].index(1)


@pytest.mark.parametrize(("taken", "after"), [(-30, [90, 60]), (-80, [40, 60])])
def test_points_taken_by_a_ruling_may_leave_nobody_at_the_target(match, organiser, clock, taken, after):
    played = Match.objects.select_related("round__stage__tournament").get(pk=match().pk)
    recording.record_result(match=played, points=(120, 60), by=organiser, now=clock())
    ruling = ruled(played, organiser, clock, "IRR-35:points", offender=0, points=taken)
    found = Match.objects.get(pk=played.pk)
    assert (found.figures, found.state) == (after, MatchState.OVER)
    winner = int(after[1] > after[0])
    assert [side.points > 0 for side in found.sides.order_by("order")] == [winner == 0, winner == 1]
    take_back(ruling=ruling, by=organiser, now=clock())
    assert Match.objects.get(pk=played.pk).figures == [120, 60]


def test_at_a_table_of_three_too(make_pods, next_round, organiser, clock):
    pod = next_round(make_pods(3)).matches.get()
    recording.record_result(match=pod, points=[120, 85, 40], by=organiser, now=clock())
    ruled(Match.objects.get(pk=pod.pk), organiser, clock, "IRR-35:points", offender=0, points=-50)
    assert Match.objects.get(pk=pod.pk).figures == [70, 85, 40]
