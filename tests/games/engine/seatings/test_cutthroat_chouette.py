"""Two play while others wait: the places, sheets and views of cutthroat and chouette."""

import random

import pytest

from games import engine
from games.engine.moves.director import DirAdjust, DirRedeal, DirVoid
from tests.games.engine.gin_table import card, deck, steps


def lots(rules, text):
    return rules.seating.first(rules, tuple(card(word) for word in text.split()))


def won(winner):
    return engine.DealResult(type="knock" if winner is not None else "dead", winner=winner, points=10)


def sat(key, seats, seed=0, **options):
    """A sitting whose first deal has just been dealt."""
    rules, rng = engine.rule_set(key, **options), random.Random(seed)
    return rules, engine.replay(rules, [engine.DrawForDeal(deck(rng)), engine.Deal(deck(rng))], seats)[0]


def test_three_draw_and_the_lowest_sits_out():
    """3P-1: entering, the second-lowest deals to the highest; sitting_out, the lowest deals and sits out."""
    entering = lots(engine.rule_set("cutthroat"), "KH 9D 4S").places
    assert (entering.waiting, entering.dealer, entering.after[1]) == ((2,), 1, 0)
    leaving = lots(engine.rule_set("cutthroat-pagat"), "KH 9D 4S").places
    assert (leaving.waiting, leaving.dealer) == ((2,), 2)


def test_level_cards_redraw_only_where_they_decide():
    """3P-1, GIN-4: low_deals redraws a level lowest; high_chooses breaks ties by suit."""
    pagat, gin = engine.rule_set("cutthroat-pagat"), engine.rule_set("cutthroat")
    assert lots(pagat, "KH 4D 4S") is None
    assert lots(pagat, "KH KD 4S").places.waiting == (2,)
    assert lots(engine.rule_set("cutthroat-pagat", three_dealer="entering"), "KH KD 4S") is None
    assert lots(gin, "KH 4D 4S").places.waiting == (1,)


def test_the_loser_goes_out_and_the_idle_player_comes_in():
    """3P-2, 3, 4: who enters deals to the winner; a dead deal changes nothing."""
    rules = engine.rule_set("cutthroat")
    places = lots(rules, "KH 9D 4S").places
    after = rules.seating.next(rules, places, won(0))
    assert (after.dealer, after.waiting, after.after[2]) == (2, (1,), 0)
    assert rules.seating.next(rules, after, won(None)) == after
    with pytest.raises(engine.Impossible):
        rules.seating.next(rules, after, won(1))


def test_where_the_loser_deals_he_deals_to_the_other_two():
    """3P-3: sitting_out: the dealer sits out, the player on his left has the first option."""
    rules, state = sat("cutthroat-pagat", 3)
    places = state.rest.places
    assert places.waiting == (places.dealer,)
    assert state.turn == (places.dealer + 1) % 3
    after = rules.seating.next(rules, places, won(state.turn))
    assert after.dealer == places.after[state.turn] == after.waiting[0]


def test_a_whole_sitting_keeps_to_the_places():
    """3P-2..5: in a random sitting every deal follows from the one before, and only the two in play ever move."""
    rules, before = engine.rule_set("cutthroat"), None
    for state, action, after, events in steps(rules, 5, deals=30):
        assert action.seat is None or action.seat not in state.rest.places.waiting
        for event in events:
            if isinstance(event, engine.Dealt):
                if before is not None and before.result is not None:
                    assert after.rest.places == rules.seating.next(rules, before.places, before.result)
                assert event.dealer == after.rest.places.dealer
        before = after.rest
    assert max(after.rest.standing.points) >= rules.target


def test_each_pair_settles_and_a_player_without_a_score_pays_more():
    """3P-5, 6: A 105, B 60 and nothing for C: A's game bonus and boxes count against both, C pays a hundred more."""
    rules = engine.rule_set("cutthroat")
    score = rules.sheet.blank(3)
    for winner, points in ((0, 50), (0, 20), (1, 30), (1, 20), (1, 10), (0, 20), (0, 15)):
        result = engine.DealResult(type="knock", winner=winner, points=points, penalties=(0, 0, 0))
        score = rules.sheet.enter(rules, score, result)
    sheet = rules.sheet.settle(rules, score)
    assert (sheet.over, sheet.winner, sheet.points, sheet.totals) == (True, 0, (105, 60, 0), (305, 135, 0))
    assert sheet.net == (575, -35, -540)
    assert sum(sheet.net) == 0


@pytest.mark.parametrize(
    ("shutout", "net"),
    [({"mode": "none"}, (610, -305, -305)), ({"mode": "add", "value": 50}, (710, -355, -355)),
     ({"mode": "double_total"}, (1220, -610, -610))],
)  # fmt: skip
def test_what_a_shutout_costs_each_of_two_losers(shutout, net):
    """3P-6, GIN-34: nothing, a value more, or the winner's total once more."""
    rules = engine.rule_set("cutthroat", shutout=shutout, box_value=0)
    result = engine.DealResult(type="gin", winner=0, points=205, penalties=(0, 0, 0))
    assert rules.sheet.settle(rules, rules.sheet.enter(rules, rules.sheet.blank(3), result)).net == net


def test_the_idle_player_sees_what_is_public_and_may_do_nothing():
    """3P-6: the idle player may not advise."""
    rules, state = sat("cutthroat", 3)
    (idle,) = state.rest.places.waiting
    seen = engine.view(rules, state, idle)
    assert (seen.hand, seen.actions, seen.waiting, seen.counts[idle]) == (None, (), (idle,), 0)
    assert engine.legal_actions(rules, state, idle) == ()
    with pytest.raises(engine.Impossible) as refused:
        engine.apply(rules, state, engine.DrawStock(idle))
    assert refused.value.code == "E_NOT_TURN"


def test_highest_is_the_box_and_the_next_the_captain():
    """3P-7: highest draw = box, next = captain, the rest queue; the box drew higher and takes the deal (GIN-4)."""
    first = lots(engine.rule_set("chouette"), "7C KS 10D 2H")
    assert (first.dealer, first.chooser, first.places.box) == (1, 1, 1)
    assert (first.places.after[1], first.places.waiting) == (2, (0, 3))
    assert lots(engine.rule_set("chouette", first_dealer="low_deals"), "7C KS 10D 2H").dealer == 2


def test_a_captain_who_loses_goes_to_the_back_of_the_queue():
    """3P-8, 11: fixed: the box plays all deals; while the captain wins he stays; a dead deal changes nothing."""
    rules = engine.rule_set("chouette")
    places = lots(rules, "KS QD JD 2H").places
    captains = []
    for winner in (0, 2, None, 0, 3, 0):
        places = rules.seating.next(rules, places, won(winner))
        assert places.box == 0
        captains.append(places.after[0])
    assert captains == [2, 2, 2, 3, 3, 1]


def test_a_box_that_loses_sits_out_where_the_winner_stays():
    """3P-8: winner_stays: the captain becomes box, the next in the queue captain."""
    rules = engine.rule_set("chouette-rotating")
    places = lots(rules, "KS QD JD").places
    places = rules.seating.next(rules, places, won(1))
    assert (places.box, places.after[1], places.waiting) == (1, 2, (0,))
    places = rules.seating.next(rules, places, won(1))
    assert (places.box, places.after[1], places.waiting) == (1, 0, (2,))


@pytest.mark.parametrize(("deal", "dealers"), [("winner", (0, 2)), ("loser", (2, 0)), ("alternate", (2, 0))])
def test_who_deals_next_at_a_chouette(deal, dealers):
    """GIN-38, 3P-8: who took the place of a captain who left is heir to his deal."""
    rules = engine.rule_set("chouette", next_dealer=deal)
    places = lots(rules, "KS QD JD").places
    places = rules.seating.next(rules, places, won(0))
    assert places.dealer == dealers[0]
    assert rules.seating.next(rules, places, won(2)).dealer == dealers[1]


def test_the_box_settles_with_each_member_of_the_side():
    """3P-9: two scores, box and side; the net result goes between the box and each."""
    rules = engine.rule_set("chouette")
    *_, (_, _, state, _) = steps(rules, 3, deals=1000)
    sheet, box = engine.outcome(rules, state), state.rest.places.box
    others = [seat for seat in range(3) if seat != box]
    assert sheet.net[box] == -2 * sheet.net[others[0]] == -2 * sheet.net[others[1]]
    assert sheet.totals[others[0]] == sheet.totals[others[1]]
    assert engine.box_and_members(-125, 2) == (-250, 125)


def test_members_see_the_captains_hand_only_where_they_may_advise():
    """3P-10: members may advise, the captain decides; online only where the rules say so."""
    for advice in (False, True):
        rules, state = sat("chouette", 4, advice=advice)
        places = state.rest.places
        captain = places.after[places.box]
        member = places.waiting[0]
        shown = ((captain, state.hands[captain]),) if advice else ()
        assert engine.view(rules, state, member).advice == shown
        assert engine.view(rules, state, member).actions == ()
        assert engine.view(rules, state, places.box).advice == ()
        assert engine.view(rules, state, None).advice == ()


@pytest.mark.parametrize(("key", "seats"), [("cutthroat", 2), ("cutthroat", 4), ("chouette", 2), ("chouette", 9),
                                            ("battle-royal", 2), ("partnership", 2), ("gin-pagat", 3)])  # fmt: skip
def test_another_number_of_seats_is_refused_by_name(key, seats):
    with pytest.raises(engine.Unplayable) as refused:
        engine.start(engine.rule_set(key), seats)
    assert (refused.value.code, refused.value.field) == ("E_OPTION", "seats")
    assert refused.value.allowed


def test_a_chouette_may_be_large():
    assert len(engine.start(engine.rule_set("chouette"), 8).hands) == 8
    assert len(engine.start(engine.rule_set("chouette")).hands) == 3


def test_seats_is_an_option_of_any_gin():
    """§2: `seats` brings the seating and the sheet; columns stay for two."""
    rules = engine.rule_set("oklahoma", seats="cutthroat")
    assert (rules.seating.name, rules.sheet.name, rules.key) == ("cutthroat", "pairwise", "oklahoma")
    assert engine.rule_set("cutthroat", seats="two").sheet.name == "pad"
    for options in ({"seats": "three"}, {"seats": "teams", "columns": 3}, {"seats": "chouette", "suit_columns": True}):
        with pytest.raises(engine.Impossible) as refused:
            engine.rule_set("gin-pagat", **options)
        assert refused.value.code == "E_OPTION"


def test_a_director_puts_a_score_right_on_the_sheet_of_the_sitting():
    """IRR-35, 33: an entry of its own; a void deal is dealt again by the same players."""
    rules, state = sat("cutthroat", 3)
    places = state.rest.places
    state, events = engine.apply(rules, state, DirAdjust(places.waiting[0], 7))
    assert state.rest.standing.points[places.waiting[0]] == 7
    state, events = engine.apply(rules, state, DirVoid())
    assert isinstance(events[-1], engine.DealScored)
    assert (state.rest.result.type, state.rest.result.next_dealer) == ("void", places.dealer)
    state, _ = engine.apply(rules, state, engine.Deal(tuple(range(52))))
    assert state.rest.places == places


def test_a_director_may_have_another_deal():
    """IRR-1, 2: the new deal is by the player he names, and the deal after follows from him."""
    rules, state = sat("cutthroat", 3)
    other = state.rest.places.after[state.rest.places.dealer]
    state, _ = engine.apply(rules, state, DirRedeal(other))
    assert state.rest.result.next_dealer == other
    state, _ = engine.apply(rules, state, engine.Deal(tuple(range(52))))
    assert state.rest.places.dealer == other
