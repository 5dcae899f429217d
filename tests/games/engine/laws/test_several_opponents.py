"""The laws where a player has several opponents (battle royal), and where some wait or play at other boards: who may
object, who chooses, and what follows for the others. §14.4 and 3P-14."""

import pytest

from games import engine
from tests.games.engine.gin_table import position
from tests.games.engine.law_table import play, refused, spoken, told

# A keeps three aces, three jacks and 3-4-5 of spades besides 8S: A throws 2H and has too much deadwood.
A = "AS AD AC 3S 4S 5S JH JD 9C 8D"
B = "4H 5H 6H 7S 8S 9S TS KC KD 2D"
C = "2C 3C 4C 6D 7D TD TH QS QC KH"


def royal(**given):
    rules = engine.rule_set("battle-royal", laws="table_laws")
    usual = {"A": A, "B": B, "C": C, "pile": "9D 7H", "stock": "2H JS 5D 3D 4D 6C QH", "stock_size": 18, "turn": 0}
    return rules, position(rules, **{**usual, **given})


KNOCK = ("A draw_stock", "A knock 2H")  # 9C, 8D, JH and JD are loose: far over ten


def choices(rules, state, *steps):
    """Who is asked, and for what."""
    state = play(rules, state, *steps)
    return engine.view(rules, state, None).turn, engine.view(rules, state, state.turn).choices


@pytest.mark.parametrize("who", ["B", "C"])
def test_any_opponent_may_object_to_a_knock_and_chooses_first(who):
    """IRR-21: also the one who has not been asked yet to answer the knock."""
    rules, state = royal()
    assert told(rules, state, *KNOCK, f"{who} object") == ["IRR-21 choose"]
    assert choices(rules, state, *KNOCK, f"{who} object") == ("ABC".index(who), ("reject_knock", "accept_knock"))


def test_nobody_objects_to_an_own_knock_and_nobody_admits_another_players():
    rules, state = royal()
    assert refused(rules, state, *KNOCK, "A object") == "E_NO_RIGHT"
    assert refused(rules, state, *KNOCK, "C admit") == "E_NO_RIGHT"
    assert choices(rules, state, *KNOCK, "A admit")[0] == 1  # the left of the knocker


def test_the_knock_stands_when_every_opponent_lets_it_stand():
    rules, state = royal()
    once = (*KNOCK, "C object", "C accept_knock")
    assert choices(rules, state, *once) == (1, ("reject_knock", "accept_knock"))
    assert refused(rules, state, *once, "C reject_knock") == "E_NO_RIGHT"
    after = play(rules, state, *once, "B accept_knock")
    assert (after.phase, after.turn) == ("showdown", 1)
    scored = play(rules, after, "B finish", "C finish")
    assert scored.rest.result.type == "undercut"  # 3P-16 on the true counts


def test_one_opponent_takes_the_knock_off_for_all():
    """IRR-21: the hand lies open until the last of the opponents has played."""
    rules, state = royal()
    off = (*KNOCK, "C object", "C accept_knock", "B reject_knock")
    after = play(rules, state, *off)
    assert (after.phase, after.turn) == ("draw", 1)
    b_played = (*off, "B draw_stock", "B discard JS")
    assert 0 in dict(engine.view(rules, play(rules, state, *b_played), 2).faced)
    c_played = (*b_played, "C draw_stock", "C discard 5D")
    assert engine.view(rules, play(rules, state, *c_played), 2).faced == ()


def test_seen_cards_go_round_the_table_and_come_to_the_offender_last():
    """IRR-18: A saw 2H: B may take it, after B's stock draw C, after C's A."""
    rules, state = royal()
    rights = []
    steps = ["A peek_stock 1", "A draw_stock", "A discard JS"]
    for seat, card in (("B", "5D"), ("C", "3D")):
        rights.append(engine.view(rules, play(rules, state, *steps), None).rows[0].right_of)
        steps += [f"{seat} draw_stock", f"{seat} discard {card}"]
    rights.append(engine.view(rules, play(rules, state, *steps), None).rows[0].right_of)
    assert rights == [1, 2, 0]
    assert refused(rules, state, *steps[:3], "C draw_exposed 2H") == "E_NOT_TURN"


def test_only_the_next_player_can_draw_or_take_too_soon():
    """§14.4: IRR-13 and IRR-15 are of the next player."""
    rules, state = royal()
    assert refused(rules, state, "A draw_stock", "C draw_stock") == "E_NOT_TURN"
    assert refused(rules, state, "A draw_stock", "C draw_discard") == "E_NOT_TURN"
    assert told(rules, state, "A draw_stock", "B draw_stock") == ["IRR-13 stands"]
    assert told(rules, state, "A draw_stock", "B draw_discard") == ["IRR-15 returned"]


def test_a_card_thrown_straight_back_may_be_objected_to_by_both_and_admitted_by_one():
    """IRR-32: until the next player has drawn."""
    rules, state = royal()
    back = ("A draw_discard", "A discard 7H")
    lawful = engine.legal_actions(rules, play(rules, state, *back), 2)
    assert lawful == ()
    claims = {
        seat: [type(one).__name__ for one in engine.open_actions(rules, play(rules, state, *back), seat)]
        for seat in range(3)
    }
    assert ["Admit" in claims[seat] for seat in range(3)] == [True, False, False]
    assert ["Object" in claims[seat] for seat in range(3)] == [False, True, True]
    assert told(rules, state, *back, "C object") == ["IRR-32 taken back"]
    assert refused(rules, state, *back, "B draw_stock", "C object") == "E_TOO_LATE"


def test_a_knock_that_is_taken_back_forgets_who_has_answered_it():
    """IRR-32: A knocks and throws the card just taken straight back; B has answered when C objects. The next knock is
    answered by both again."""
    rules, state = royal(A="AS AD AC 3S 4S 5S JH JD JC 8D")
    again = ("A draw_discard", "A knock 7H", "B finish", "C object", "A knock 8D")
    after = play(rules, state, *again)
    assert (after.phase, after.turn, after.rest.laid_before) == ("showdown", 1, ())
    assert play(rules, after, "B finish", "C finish").rest.result.type == "knock"


def test_the_holders_of_the_right_hands_choose_one_after_the_other():
    """IRR-8: A has eleven; B and C are asked; the deal goes on when both say so, and is dealt again when one does."""
    rules, state = royal(first_drawn=(0, 1, 2))
    counted = ("DIR set_size A 11", "DIR discover")
    assert choices(rules, state, *counted) == (1, ("choose_redeal", "choose_continue"))
    assert choices(rules, state, *counted, "B choose_continue")[0] == 2
    going_on = play(rules, state, *counted, "B choose_continue", "C choose_continue")
    assert (going_on.phase, going_on.turn, engine.fix_of(going_on.rest, 0)) == ("draw", 0, 1)
    again = play(rules, state, *counted, "B choose_continue", "C choose_redeal")
    assert again.rest.result.type == "void"


def dealt(key, **options):
    """The first deal of a sitting, all boards with their cards."""
    rules = engine.rule_set(key, **options)
    pack = tuple(rules.pack.cards)
    state = engine.apply(rules, engine.start(rules), engine.DrawForDeal(pack))[0]
    while engine.due_chance(rules, state) is engine.Deal:
        state = engine.apply(rules, state, engine.Deal(pack))[0]
    return rules, state


@pytest.mark.parametrize("key", ["cutthroat", "chouette"])
def test_who_sits_a_deal_out_takes_no_part_in_its_laws(key):
    """3P-6, 3P-10: the two who play object, admit and choose; the others wait."""
    rules, state = dealt(key, laws="table_laws")
    for seat in state.rest.places.waiting:
        assert engine.open_actions(rules, state, seat) == ()
        for action in (engine.Object(seat), engine.Admit(seat), engine.PeekStock(seat, 1), engine.DrawStock(seat)):
            with pytest.raises(engine.Impossible):
                engine.apply(rules, state, action)


def test_whoever_sits_out_may_deal_and_err_in_dealing():
    """§14.4: the loser deals and sits out (3P-3); a card exposed by that player is a new deal by the same."""
    rules, state = dealt("cutthroat-pagat", laws="recorded")
    (aside,) = state.rest.places.waiting
    assert state.rest.places.dealer == aside
    void = engine.apply(rules, state, engine.DirVoid())[0]
    again, events = engine.apply(rules, void, engine.DirRecord(irr="IRR-4", offender=aside))
    assert engine.Ruled("IRR-4", aside, "new deal") in events
    assert again.rest.result.next_dealer == aside


@pytest.mark.parametrize("key", ["cutthroat", "cutthroat-pagat", "chouette", "chouette-rotating", "battle-royal"])
def test_a_new_deal_is_dealt_by_whom_the_director_names(key):
    """IRR-1: also by a player who sits out."""
    rules, state = dealt(key)
    for dealer in range(len(state.hands)):
        void, _ = engine.apply(rules, state, engine.DirRedeal(dealer))
        assert void.rest.result.next_dealer == dealer
        again, _ = engine.apply(rules, void, engine.Deal(tuple(rules.pack.cards)))
        assert again.rest.places.dealer == dealer
        assert again.rest.places.waiting == state.rest.places.waiting


def test_the_laws_of_one_board_leave_the_others_alone():
    """PRT-1: a look at the discards costs a turn there, a void deal is dealt again there, a score is put right for the
    team."""
    rules, state = dealt("partnership", laws="table_laws")
    first, second = state.boards
    looked = engine.apply(rules, state, engine.PeekStock(first.seats[0], 1))[0]
    assert looked.boards[0].state.rest.effects
    assert looked.boards[1] == second
    void = engine.apply(rules, state, engine.DirVoid(board=1))[0]
    assert void.boards[0] == first
    assert void.boards[1].state.phase == "dealing"
    assert engine.due_chance(rules, void) is engine.Deal


def test_a_count_given_to_a_partner_is_put_right_in_points():
    """IRR-34: where a partner acted on it the stated count stands: so many points more or fewer; only for partners."""
    rules, state = dealt("partnership")
    after, events = engine.apply(rules, state, engine.DirAdjust(0, -5, irr="IRR-34"))
    assert engine.Ruled("IRR-34", 0, "put right") in events
    assert after.rest.standing.points == (-5, 0)
    for key in ("gin-pagat", "cutthroat", "battle-royal", "conquian"):
        rules, state = dealt(key)
        with pytest.raises(engine.Impossible, match="partner"):
            engine.apply(rules, state, engine.DirAdjust(0, -5, irr="IRR-34"))


def test_a_ruling_of_the_director_asks_every_opponent_too():
    rules, state = royal()
    ruled = (*KNOCK, "DIR record IRR-21 A")
    assert choices(rules, state, *ruled)[0] == 1
    assert choices(rules, state, *ruled, "DIR choice B accept_knock")[0] == 2
    waived = engine.apply(rules, play(rules, state, *ruled), spoken("DIR waive IRR-21"))[0]
    assert waived.phase == "showdown"
