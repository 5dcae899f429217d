"""A call in the hall is decided in one act: recorded, told, closed, and the score sheet or the result follows."""

from uuid import uuid4

import pytest

from accounts import services as accounts
from clubs import services as clubs
from games import engine
from games.engine.laws import catalogue
from games.engine.laws.decisions import DECISIONS, decisions
from games.live.setup.happenings import ALL, decision_words, happenings
from games.live.setup.law_texts import law_texts
from notices.models import Notice
from notices.selectors import inbox
from tests.tournaments.told import claim
from tournaments import errors
from tournaments.desk import selectors
from tournaments.desk import services as desk
from tournaments.desk.forms import WishForm
from tournaments.desk.selectors import verdicts
from tournaments.desk.services.deciding import DeskDecision, decide, take_back
from tournaments.event.services import notices
from tournaments.matches.services import writing as writing_cases
from tournaments.models import Case, Match, MatchState, TableRuling
from tournaments.results.selectors import score_sheets as sheets
from tournaments.results.services import recording, slips
from tournaments.results.services import score_sheets as writing
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(match) -> Match:
    """A match of two in the hall."""
    found = Match.objects.select_related("round__stage__tournament").get(pk=match().pk)
    claim()
    return found


@pytest.fixture
def called(hall, clock) -> Case:
    return desk.call_director(match=hall, table="", words="A wrong knock", by=player(hall), now=clock())


def player(match, order=0):
    return match.entries[order].members.get().user


def wish(choice, **facts) -> DeskDecision:
    return DeskDecision(choice=choice, **facts)


def deal(match, clock, number=0, **facts):
    said = {"how": "knock", "seat": 0, "counts": (4, 30), **facts}
    said |= {"dealer": 0} if not number else {}
    entry = engine.DealEntry(**said)
    writing.enter_deal(match=match, entry=entry, key=f"deal{number}", version=number, now=clock(), by=None)


def points(match) -> tuple[int, ...]:
    return sheets.score_sheet(match).book.sheets[-1].standing.points


def ruled(case, clock, organiser, choice, *, seen=None, **facts) -> TableRuling:
    at = verdicts.seen(Match.objects.get(pk=case.match_id)) if seen is None else seen
    return decide(case=case, wish=wish(choice, **facts), seen=at, cmd_id=uuid4(), by=organiser, now=clock())


def test_one_act_records_tells_and_closes(called, organiser, clock):
    ruling = ruled(called, clock, organiser, "IRR-21:off", offender=1)
    called.refresh_from_db()
    assert (ruling.rule, ruling.case, ruling.by) == ("IRR-21", called, organiser)
    assert ruling.words == f"{called.match.entries[1].name}: Knocked with too much deadwood. The knock is taken off."
    assert ruling.reason == "Found before a card was shown", "the law gives the reason where nobody writes one"
    assert (called.handled_by, called.claimed_by, called.outcome) == (organiser, organiser, ruling.words)
    told = Notice.objects.filter(text="ruling")
    assert {one.user for one in told} == {player(called.match), player(called.match, 1)}


@pytest.mark.parametrize("is_ruled", [True, False])
def test_the_notice_of_a_call_is_new_to_no_official_once_it_is_decided(called, organiser, clock, is_ruled):
    other = accounts.official(username="oskar", name="Oskar", email="oskar@example.org", password="correct horse")
    clubs.add_member(club=called.tournament.club, user=other, role="director", by=organiser)
    again = desk.call_director(match=called.match, table="", words="And this", by=player(called.match), now=clock())
    assert again == called
    notices.tell_directors(
        notices.case_key(called), "called", called.tournament, clock(), "/", table=1, who="", said=""
    )
    assert [inbox.unread(one) for one in (organiser, other)] == [1, 1]
    if is_ruled:
        ruled(called, clock, organiser, "IRR-21:off", offender=1)
    else:
        desk.handle_case(case=called, outcome="Nothing was wrong", by=organiser, now=clock())
    assert [inbox.unread(one) for one in (organiser, other)] == [0, 0]
    assert inbox.unread(player(called.match, 1)) == is_ruled, "who is told of a ruling has not read it"


def test_nor_is_the_notice_of_a_match_at_which_nobody_came(hall, organiser, clock):
    assert writing_cases.nobody_came(hall, "", clock())
    hall.sides.update(missing_since=clock())
    notices.tell_missing(hall, clock())
    assert inbox.unread(organiser) == 1
    desk.handle_case(case=Case.objects.get(), outcome="Both lose", by=organiser, now=clock())
    assert inbox.unread(organiser) == 0


def test_the_same_again_changes_nothing(called, organiser, clock):
    at = verdicts.seen(called.match)
    first = ruled(called, clock, organiser, "IRR-21:off", offender=1, seen=at)
    again = ruled(called, clock, organiser, "IRR-21:off", offender=1, seen=at)
    assert (again, TableRuling.objects.count(), Notice.objects.filter(text="ruling").count()) == (first, 1, 2)
    with pytest.raises(errors.Conflict, match="handled"):
        ruled(called, clock, organiser, "IRR-22:stands", offender=1)


def test_who_has_seen_something_else_is_refused_and_nothing_is_written(called, hall, organiser, clock):
    at = verdicts.seen(hall)
    deal(hall, clock)
    with pytest.raises(errors.Conflict, match="look again"):
        ruled(called, clock, organiser, "IRR-10:1", offender=0, seen=at)
    called.refresh_from_db()
    assert (called.handled_at, called.claimed_by, TableRuling.objects.count()) == (None, None, 0)


@pytest.mark.parametrize(
    ("choice", "facts", "field", "way_out"),
    [
        ("IRR-41:loses", {"offender": 0}, "choice", "IRR-21:off"),
        ("IRR-34:points", {"offender": 0, "points": 5}, "choice", "IRR-21:off"),
        ("IRR-21:nothing", {"offender": 0}, "choice", "IRR-21:off"),
        ("IRR-21:off", {}, "offender", "0 (Player 01)"),
        ("IRR-21:off", {"offender": 2}, "offender", "1 (Player 02)"),
        ("IRR-35:points", {"offender": 0}, "points", "1000"),
        ("IRR-35:points", {"offender": 0, "points": 1001}, "points", "1000"),
        ("other", {"words": " "}, "words", "public"),
        ("other", {"words": "x" * 301}, "words", "300"),
        ("IRR-21:off", {"offender": 0, "reason": "x" * 301}, "reason", "300"),
    ],
)
def test_what_this_game_or_the_law_does_not_know_is_refused_by_field(called, organiser, clock, choice, facts, field,
                                                                    way_out):  # fmt: skip
    with pytest.raises(errors.Invalid) as caught:
        ruled(called, clock, organiser, choice, **facts)
    assert caught.value.field == field
    assert way_out in str(caught.value)
    assert not TableRuling.objects.exists()


def test_cards_missing_at_the_end_cost_ten_points_each_in_the_last_deal(called, hall, organiser, clock):
    """IRR-10: the first knocked, won 26 and had two cards too few."""
    deal(hall, clock)
    assert points(hall) == (26, 0)
    ruled(called, clock, organiser, "IRR-10:2", offender=0)
    assert points(hall) == (6, 0)
    [line] = sheets.score_sheet(hall).book.deals
    assert (line.entry.irr, line.entry.offender, line.entry.fixes) == ("IRR-10", 0, (-2, 0))


def test_a_deal_with_both_hands_wrong_at_the_end_becomes_void(called, hall, organiser, clock):
    deal(hall, clock)
    ruled(called, clock, organiser, "IRR-12:void")
    assert points(hall) == (0, 0)
    assert sheets.score_sheet(hall).book.deals[-1].entry.how == "void"


def test_a_new_deal_is_noted_on_the_sheet_as_void(called, hall, organiser, clock):
    """IRR-33: earlier scores stand."""
    deal(hall, clock)
    ruled(called, clock, organiser, "IRR-33:again")
    _first, second = sheets.score_sheet(hall).book.deals
    assert (points(hall), second.entry.how, second.entry.irr) == ((26, 0), "void", "IRR-33")


def test_points_put_right_stand_with_the_last_deal(called, hall, organiser, clock):
    deal(hall, clock)
    ruling = ruled(called, clock, organiser, "IRR-35:points", offender=1, points=7)
    assert points(hall) == (26, 7)
    assert "+7 points" in ruling.words


def test_a_law_about_the_deal_under_way_is_carried_to_its_form(called, hall, organiser, clock):
    """IRR-23: whoever picks the hand up has no bonus in this deal; the form of the next deal says so already."""
    deal(hall, clock)
    ruled(called, clock, organiser, "IRR-23:picks_up", offender=1)
    sheet = sheets.score_sheet(hall)
    assert sheets.carried(hall, sheet) == {"irr": "IRR-23", "offender": 1, "no_bonus": 1}
    deal(hall, clock, 1)
    assert sheets.carried(hall, sheets.score_sheet(hall)) == {}, "only that deal"


def test_a_deal_that_is_not_written_down_yet_is_left_to_its_form(called, hall, organiser, clock):
    deal(hall, clock)
    ruled(called, clock, organiser, "IRR-10:1", offender=1, is_last=False)
    assert points(hall) == (26, 0)
    assert sheets.carried(hall, sheets.score_sheet(hall))["fixes"] == [0, -1]


def test_a_result_that_stands_is_changed_with_the_ruling(called, hall, organiser, clock):
    recording.record_result(match=hall, points=(120, 60), by=organiser, now=clock())
    ruled(called, clock, organiser, "IRR-35:points", offender=1, points=10)
    assert Match.objects.get(pk=hall.pk).figures == [120, 70]


def test_a_missing_card_costs_ten_points_of_a_result_that_stands(called, hall, organiser, clock):
    """IRR-10, unless the director enters another result with the ruling."""
    recording.record_result(match=hall, points=(120, 60), by=organiser, now=clock())
    first = ruled(called, clock, organiser, "IRR-10:1", offender=0)
    assert Match.objects.get(pk=hall.pk).figures == [110, 60]
    take_back(ruling=first, by=organiser, now=clock())
    ruled(called, clock, organiser, "IRR-10:1", offender=0, figures=(120, 60))
    assert Match.objects.get(pk=hall.pk).figures == [120, 60]


def test_a_reported_result_is_decided_with_the_ruling(called, hall, organiser, clock):
    slips.report(match=hall, order=0, points=(120, 60), now=clock())
    ruled(called, clock, organiser, "other", words="The second game counts", figures=(110, 60))
    after = Match.objects.get(pk=hall.pk)
    assert (after.state, after.figures) == (MatchState.OVER, [110, 60])


def test_a_result_that_does_not_stand_is_not_entered_by_a_ruling(called, hall, organiser, clock):
    with pytest.raises(errors.Refusal, match="cannot be changed here"):
        ruled(called, clock, organiser, "other", words="It counts", figures=(110, 60))
    called.refresh_from_db()
    assert called.handled_at is None


def test_a_sheet_that_cannot_follow_says_why_and_nothing_is_closed(called, hall, organiser, clock):
    deal(hall, clock, how="dead", seat=None, counts=None)
    with pytest.raises(errors.Invalid) as caught:
        ruled(called, clock, organiser, "IRR-10:1", offender=0)
    assert caught.value.field == "fixes"
    called.refresh_from_db()
    assert (called.handled_at, sheets.score_sheet(hall).version) == (None, 1)


def test_a_ruling_is_taken_back_with_its_score_and_its_case_is_open_again(called, hall, organiser, clock):
    deal(hall, clock)
    ruling = ruled(called, clock, organiser, "IRR-10:2", offender=0)
    for _twice in range(2):
        take_back(ruling=ruling, by=organiser, now=clock())
    called.refresh_from_db()
    assert (points(hall), called.handled_at, called.outcome) == ((26, 0), None, "")
    assert selectors.taken_back(selectors.rulings_at(hall, "")) == {ruling.pk}
    assert Notice.objects.filter(text="ruling_taken_back").count() == 2
    again = ruled(called, clock, organiser, "IRR-10:2", offender=0)
    assert (again != ruling, points(hall)) == (True, (6, 0)), "the same can be ruled again"


def test_a_void_deal_and_a_result_go_back_too(called, hall, organiser, clock):
    deal(hall, clock)
    take_back(ruling=ruled(called, clock, organiser, "IRR-33:again"), by=organiser, now=clock())
    assert len(sheets.score_sheet(hall).book.deals) == 1
    recording.record_result(match=hall, points=(120, 60), by=organiser, now=clock())
    ruling = ruled(called, clock, organiser, "other", words="Counted anew", figures=(130, 60))
    take_back(ruling=ruling, by=organiser, now=clock())
    assert Match.objects.get(pk=hall.pk).figures == [120, 60]


def test_a_law_that_the_next_deal_carries_is_forgotten_with_its_ruling(called, hall, organiser, clock):
    deal(hall, clock)
    ruling = ruled(called, clock, organiser, "IRR-23:picks_up", offender=1)
    take_back(ruling=ruling, by=organiser, now=clock())
    assert sheets.carried(hall, sheets.score_sheet(hall)) == {}


def test_what_has_gone_on_or_is_appealed_is_not_taken_back(called, hall, organiser, clock):
    deal(hall, clock)
    ruling = ruled(called, clock, organiser, "IRR-10:1", offender=0)
    deal(hall, clock, 3)
    with pytest.raises(errors.Conflict, match="take them back first"):
        take_back(ruling=ruling, by=organiser, now=clock())
    desk.appeal(ruling=ruling, words="Ten cards", by=player(hall), now=clock())
    with pytest.raises(errors.Refusal, match="appeal"):
        take_back(ruling=ruling, by=organiser, now=clock())


@pytest.mark.parametrize("key", sorted(engine.VARIANTS))
def test_every_law_of_every_game_has_its_words_its_picture_and_a_decision(key):
    rules = engine.VARIANTS[key]
    known = catalogue.called_at(rules, catalogue.SHEET)
    told = [irr for one in happenings(rules, known) for irr in one.laws]
    assert sorted(told) == sorted(known), "each law stands under one happening"
    for irr in known:
        assert law_texts(rules)[irr]
        assert decisions(rules, irr)
        assert all(decision_words(irr, one.key) for one in decisions(rules, irr))


def test_the_happenings_are_few_and_every_law_of_the_catalogue_is_among_them():
    assert {irr for _key, _cards, laws in ALL for irr in laws} == {*catalogue.CATALOGUE, "IRR-0"} == {
        *DECISIONS, "IRR-0",
    }  # fmt: skip
    known = catalogue.called_at(engine.VARIANTS["gin-rummy-com"], catalogue.SHEET)
    assert len(happenings(engine.VARIANTS["gin-rummy-com"], known)) < 20 < len(known)


RESULTS = {
    "points": {"points": (104, 60)},
    "with deals": {"points": (104, 60), "deals": 5, "deals_won": (3, 2)},
    "winner alone": {"winner": 1},
}


def all_of(match) -> tuple:
    """Everything that a result is, but its version."""
    found = Match.objects.get(pk=match.pk)
    kept = {**vars(found), "version": 0, "_state": None}
    return kept, [{**vars(side), "_state": None} for side in found.sides.all()]


@pytest.mark.parametrize("is_final", [True, False])
@pytest.mark.parametrize("result", RESULTS)
def test_a_ruling_that_is_taken_back_leaves_the_result_as_it_was(called, hall, organiser, clock, result, is_final):
    """Who has won, deals, who entered it, and whether somebody has still to confirm it."""
    by = organiser if is_final else player(hall)
    recording.record_result(match=hall, by=by, now=clock(), is_final=is_final, **RESULTS[result])
    before = all_of(hall)
    clock.later(minutes=1)
    ruling = ruled(called, clock, organiser, "other", words="They had 70", figures=(104, 70))
    assert Match.objects.get(pk=hall.pk).figures == [104, 70]
    take_back(ruling=ruling, by=organiser, now=clock())
    assert all_of(hall) == before


def test_a_ruling_leaves_who_was_away_and_what_each_won_as_it_was(called, hall, organiser, clock):
    recording.record_result(match=hall, by=organiser, now=clock(), **RESULTS["with deals"])
    ruled(called, clock, organiser, "other", words="They had 70", figures=(104, 70))
    assert [side.deals_won for side in Match.objects.get(pk=hall.pk).sides.all()] == [3, 2]


def test_nor_does_it_at_a_table_of_three(make_pods, next_round, organiser, clock):
    found = next_round(make_pods(3)).matches.get()
    recording.record_result(match=found, by=organiser, now=clock(), points=(120, 60, 30), deals=9, deals_won=(5, 3, 1))
    case = desk.call_director(match=found, table="", words="Hm", by=player(found), now=clock())
    ruled(case, clock, organiser, "other", words="They had 70", figures=(120, 70, 30))
    assert [(side.game_points, side.deals_won) for side in found.sides.all()] == [(120, 5), (70, 3), (30, 1)]


def test_points_of_a_ruling_make_nobody_a_winner_where_only_the_winner_was_noted(called, hall, organiser, clock):
    recording.record_result(match=hall, by=organiser, now=clock(), winner=1)
    ruled(called, clock, organiser, "IRR-35:points", offender=0, points=110)
    found = Match.objects.get(pk=hall.pk)
    assert (found.points, found.figures) == ((0, 2), [0, 0])


def test_who_was_away_stays_away_after_a_ruling(make_tournament, next_round, organiser, clock):
    tournament = make_tournament(4, variant="chouette", template="pod_swiss", rounds=2)
    found = next_round(stages.begin(tournament=tournament, now=clock(), by=organiser)).matches.get()
    points_of_all = (120, 50, 50, 0)
    away = len(points_of_all) - 1
    recording.record_result(match=found, by=organiser, now=clock(), points=points_of_all, absent=(away,))
    before = all_of(found)
    case = desk.call_director(match=found, table="", words="Hm", by=player(found), now=clock())
    after = (110, *points_of_all[1:])
    ruling = ruled(case, clock, organiser, "other", words="Ten off", figures=after)
    assert [side.is_absent for side in Match.objects.get(pk=found.pk).sides.all()][away]
    take_back(ruling=ruling, by=organiser, now=clock())
    assert all_of(found) == before


def test_impossible_figures_after_a_ruling_are_refused_under_their_own_name(called, hall, organiser, clock):
    recording.record_result(match=hall, by=organiser, now=clock(), points=(104, 60))
    with pytest.raises(errors.Invalid) as caught:
        ruled(called, clock, organiser, "other", words="Hm", figures=(10**9, 60))
    assert caught.value.field == "figures"


@pytest.mark.parametrize(("typed", "meant"), [("-10", -10), ("−10", -10), ("10", 10), ("0", 0), (" 7 ", 7)])
def test_points_below_nothing_are_typed_on_the_page_too(typed, meant):
    facts = {"choice": "other", "words": "Hm", "seen": 1, "cmd_id": str(uuid4())}
    form = WishForm(facts)
    assert form.is_valid()
    assert form.wish([typed]).figures == [meant]
    for wrong in ("--1", "-", "1-", "x", "٣", "1.5", ""):
        with pytest.raises(errors.Invalid, match="Whole numbers"):
            form.wish([wrong])
