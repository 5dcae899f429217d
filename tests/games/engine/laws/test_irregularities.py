"""The laws of irregularity of gin, row by row of RULES.md §14.2, and how they meet each other."""

import pytest

from games import engine
from tests.games.engine.gin_table import dealt
from tests.games.engine.law_table import A_HAND, B_HAND, gin, play, refused, seen, told

A, B = 0, 1
RECORDED = {"laws": "recorded"}
DRAWN = {"first_drawn": (A, B), "options": RECORDED}
NO_KNOCK = "AS AD AC 3S 4S 5S JH JD 10C 4C"  # counts 34 whatever it throws
ELEVEN = A_HAND + " KS"


def result(state):
    found = state.rest.result
    return None if found is None else (found.type, found.winner, found.points)


# Dealing and hand sizes (IRR-1 to 12)


def test_the_wrong_player_deals_and_is_stopped_by_his_opponent_before_the_upcard():
    """IRR-1, 2."""
    rules, state = gin(phase=engine.Phase.DEALING, A="", B="", pile="", stock="", stock_size=0, proper_dealer=A)
    assert refused(rules, state, "B stop_deal") == "E_NO_RIGHT"
    after = play(rules, state, "A stop_deal")
    assert (after.rest.result.type, after.rest.result.next_dealer) == ("void", A)
    dealt, _ = engine.apply(rules, state, engine.Deal(tuple(range(52))))
    assert dealt.rest.places.dealer == B  # IRR-2: nobody stopped it: the deal stands
    assert refused(rules, dealt, "A stop_deal") == "E_TOO_LATE"


def test_the_director_finds_the_wrong_dealer_between_two_deals():
    """IRR-1: after a deal won by A the loser B should deal; A does."""
    rules, state = gin(options=RECORDED, stock="2H", A="AS AD AC 3S 4S 5S JH JD JC 5C")
    done = play(rules, state, "A draw_stock", "A knock 5C", "B finish")
    assert done.rest.result.next_dealer == B
    wrong = play(rules, done, "DIR record IRR-1 A")
    assert engine.view(rules, wrong, B).choices == ("stop_deal",)
    assert engine.view(rules, wrong, A).choices == ()
    assert play(rules, wrong, "B stop_deal").rest.result.next_dealer == B
    assert play(rules, wrong, "DIR choice B stop_deal").rest.result.next_dealer == B
    assert play(rules, wrong, "DIR waive IRR-1").rest.effects == ()
    assert refused(rules, done, "DIR record IRR-1 B") == "E_PHASE"  # it is B's deal


def test_the_wrong_dealer_found_too_late_counts_as_the_dealer():
    """IRR-2: the deal stands, nobody may stop it, and the next dealer follows who really dealt."""
    rules, state = gin(options=RECORDED | {"next_dealer": "alternate"}, stock="2H 9D")
    assert state.rest.places.dealer == B
    for irr in ("IRR-1", "IRR-2"):
        assert told(rules, state, f"DIR record {irr} A") == ["IRR-2 stands"]
        late = play(rules, state, f"DIR record {irr} A")
        assert (late.phase, late.hands, late.rest.effects) == (state.phase, state.hands, ())
        assert refused(rules, late, "B stop_deal") == "E_TOO_LATE"
        assert play(rules, late, "A draw_stock", "A knock 5C", "B finish").rest.result.next_dealer == B
    assert play(rules, state, "A draw_stock", "A knock 5C", "B finish").rest.result.next_dealer == A


def test_a_faced_card_while_dealing_is_a_new_deal_and_later_a_reshuffle():
    """IRR-3, 4, 5."""
    rules, dealing = gin(phase=engine.Phase.DEALING, A="", B="", pile="", stock="", stock_size=0, options=RECORDED)
    assert told(rules, dealing, "DIR faced_card") == ["IRR-3 new deal"]
    assert told(rules, dealing, "DIR exposed_in_deal") == ["IRR-4 new deal"]
    rules, state = gin(options=RECORDED, stock="2H 9D 10D", stock_size=3)
    assert refused(rules, state, "DIR exposed_in_deal") == "E_TOO_LATE"
    due = play(rules, state, "DIR faced_card")
    assert (due.phase, engine.due_chance(rules, due)) == ("draw", engine.Reshuffle)
    cards = [engine.parse_card(text) for text in ("10D", "2H", "9D")]
    shuffled, events = engine.apply(rules, due, engine.Reshuffle(tuple(cards)))
    assert (shuffled.rest.stock, events) == (tuple(reversed(cards)), (engine.Reshuffled(3),))
    assert engine.due_chance(rules, shuffled) is None
    for stock in ((0, 1, 2), tuple(cards[:2])):
        with pytest.raises(engine.Impossible, match="E_OPTION"):
            engine.apply(rules, due, engine.Reshuffle(stock))
    with pytest.raises(engine.Impossible, match="E_PHASE"):
        engine.apply(rules, state, engine.Reshuffle(tuple(cards)))


def test_wrong_hands_before_the_own_first_draw_and_both_wrong_are_dealt_again():
    """IRR-6, 7, 31."""
    rules, state = gin(first_drawn=(A,), options=RECORDED)
    assert told(rules, state, "DIR set_size B 11", "DIR discover") == ["IRR-6 new deal"]
    rules, state = gin(**DRAWN)
    assert told(rules, state, "DIR set_size A 11", "DIR set_size B 9", "DIR discover") == ["IRR-7 new deal"]
    assert told(rules, state, "DIR set_size A 11", "DIR set_size B 9", "DIR record IRR-31 A") == ["IRR-7 new deal"]
    assert refused(rules, state, "DIR set_size A 10", "DIR discover") == "E_PHASE"


def test_the_first_draw_is_noted_as_it_is_made():
    """IRR-6, A12: a card that was put back is no draw, one drawn early is."""
    rules, state = gin(options=RECORDED)
    drew = play(rules, state, "A draw_stock", "A discard 2H")
    assert told(rules, drew, "DIR set_size A 11", "DIR discover") == ["IRR-8 choose"]
    assert told(rules, drew, "DIR set_size B 11", "DIR discover") == ["IRR-6 new deal"]
    assert told(rules, drew, "A draw_discard", "DIR set_size A 11", "DIR discover") == ["IRR-8 choose"]
    assert told(rules, state, "B draw_stock", "DIR set_size B 12", "DIR discover") == ["IRR-8 choose"]


def test_the_holder_of_the_right_hand_chooses_and_nobody_else():
    """IRR-8."""
    rules, state = gin(**DRAWN)
    found = ("DIR set_size A 9", "DIR discover")
    assert seen(rules, state, *found) == "B choice"
    assert engine.view(rules, play(rules, state, *found), B).choices == ("choose_redeal", "choose_continue")
    assert engine.view(rules, play(rules, state, *found), A).choices == ()
    assert refused(rules, state, *found, "A choose_continue") == "E_NO_RIGHT"
    assert result(play(rules, state, *found, "B choose_redeal")) == ("void", None, 0)
    assert seen(rules, state, *found, "B choose_continue") == "A draw: fix A"
    assert seen(rules, state, *found, "DIR choice B choose_continue") == "A draw: fix A"
    assert seen(rules, state, *found, "DIR waive IRR-8") == "A draw: fix A"
    assert seen(rules, state, "DIR record IRR-8 A 9", "B choose_continue") == "A draw: fix A"


def test_a_correcting_turn_carries_a_ban_that_is_gone_at_the_next_turn():
    """IRR-9, A2, A3."""
    rules, state = gin(A=ELEVEN + " QS", stock="2H 3D 4D", size_fix={A: 2})
    assert seen(rules, state, "A discard KS") == "B draw: fix A, ban A"
    assert refused(rules, state, "A draw_stock") == "E_HAND_SIZE"
    assert refused(rules, state, "A knock QS") == "E_BAN"
    once = ("A discard KS", "B draw_stock", "B discard 2H")
    assert seen(rules, state, *once) == "A draw: fix A"
    assert seen(rules, state, *once, "A discard QS") == "B draw: ban A"
    assert seen(rules, state, *once, "A discard QS", "B draw_stock", "B discard 3D") == "A draw"


def test_all_in_one_turn_where_it_is_agreed():
    """IRR-9, `correct_at_once`."""
    rules, state = gin(A=ELEVEN + " QS", stock="2H", size_fix={A: 2}, options={"correct_at_once": True})
    assert seen(rules, state, "A discard KS") == "A draw: fix A, ban A"
    assert seen(rules, state, "A discard KS", "A discard QS") == "B draw: ban A"
    rules, state = gin(A="AS AD AC 3S 4S 5S JH JD", size_fix={A: -2}, options={"correct_at_once": True})
    assert play(rules, state, "A draw_stock", "A draw_stock").turn == B


@pytest.mark.parametrize(
    ("who", "n", "kind", "points"),
    [("A", 9, "knock", 12), ("B", 9, "knock", 22), ("A", 11, "no_winner", 0), ("B", 11, "knock", 22)],
)
def test_a_wrong_number_at_the_end_is_scored_with_it_before_or_after(who, n, kind, points):
    """IRR-10, 11: A knocks with 10 against 32 and wins 22."""
    rules, state = gin(stock="2H", A=A_HAND.replace("5C", "10S"), B=B_HAND.replace("10S", "10H"), options=RECORDED)
    state = play(rules, state, "A draw_stock", "A knock 2H")
    before = play(rules, state, f"DIR set_size {who} {n} end", "B finish")
    after = play(rules, state, "B finish", f"DIR set_size {who} {n} end")
    for done in (before, after):
        assert (result(done)[0], result(done)[2]) == (kind, points)
        assert len(done.rest.score.deals) == 1
        assert done.rest.standing == rules.sheet.settle(rules, done.rest.score)
    assert before.rest.score == after.rest.score


def test_both_wrong_at_the_end_void_the_deal():
    """IRR-12."""
    rules, state = gin(stock="2H", options=RECORDED)
    done = play(rules, state, "A draw_stock", "A knock 2H", "B finish", "DIR set_size A 9 end", "DIR set_size B 11 end")
    assert result(done) == ("void", None, 0)
    assert done.rest.result.next_dealer == B


def test_a_short_hand_may_count_more_instead():
    """IRR-10, `short_penalty`: add_to_count."""
    rules, state = gin(stock="2H", options={**RECORDED, "short_penalty": "add_to_count"})
    done = play(rules, state, "A draw_stock", "A knock 2H", "DIR set_size A 9 end", "B finish")
    assert (done.rest.result.counts[A], done.rest.result.penalties) == (15, (0, 0))


# Draws before one's turn, cards seen (IRR-13 to 20)


def test_an_early_draw_stands_and_is_the_next_draw():
    """IRR-13: B keeps it, and cannot take the coming discard."""
    rules, state = gin()
    assert told(rules, state, "A draw_stock", "B draw_stock") == ["IRR-13 stands"]
    early = ("A draw_stock", "B draw_stock", "A discard 2H")
    assert seen(rules, state, *early) == "B discard: owed B"
    assert refused(rules, state, *early, "B draw_discard") == "E_PHASE"
    assert refused(rules, state, "B draw_stock", "B draw_stock") == "E_HAND_SIZE"
    assert seen(rules, state, *early, "B discard KC") == "A draw"
    assert engine.view(rules, play(rules, state, *early), A).taken.card is None


def test_an_early_draw_of_the_last_card_leaves_its_owner_his_turn():
    """IRR-13, GIN-30: who drew the fiftieth card may still knock."""
    rules, state = gin(stock="2H 9D", stock_size=4)
    after = play(rules, state, "A draw_stock", "B draw_stock", "A discard 2H")
    assert (after.turn, after.phase, after.stock) == (B, "discard", 2)
    assert result(play(rules, after, "B discard KC")) == ("dead", None, 0)


def test_a_draw_before_the_dealer_has_answered():
    """IRR-14, A6: the dealer keeps his option; the offender opens his turn with eleven cards."""
    rules, state = gin(phase=engine.Phase.UPCARD, pile="7H", stock_size=31)
    assert told(rules, state, "A pass_upcard", "A draw_stock") == ["IRR-14 stands"]
    assert seen(rules, state, "A pass_upcard", "A draw_stock") == "B upcard: owed A"
    assert seen(rules, state, "A pass_upcard", "A draw_stock", "B pass_upcard") == "A discard: owed A"
    dealer = ("B draw_stock", "A pass_upcard")
    assert told(rules, state, "B draw_stock") == ["IRR-13 stands"]
    assert refused(rules, state, *dealer, "B take_upcard") == "E_HAND_SIZE"
    assert engine.legal_actions(rules, play(rules, state, *dealer), B) == (engine.PassUpcard(B),)


def test_a_discard_grabbed_too_soon_goes_back():
    """IRR-15."""
    rules, state = gin()
    assert told(rules, state, "B draw_discard") == ["IRR-15 returned"]
    assert play(rules, state, "B draw_discard") == state
    assert refused(rules, gin(pile="")[1], "B draw_discard") == "E_EMPTY"


def test_seen_cards_lie_open_first_for_the_opponent_then_for_the_offender():
    """IRR-16, 18, A7, A11: the timeline of §14.5; see also tests/transcripts/law-seen-card.txt."""
    rules, state = gin()
    t0 = ("A draw_stock", "A peek_stock 2", "A discard 2H")
    assert told(rules, state, "A draw_stock", "A peek_stock 2") == ["IRR-16 exposed"]
    assert seen(rules, state, *t0) == "B draw: ban A, 9D TD for B"
    t1 = (*t0, "B draw_exposed 9D", "B discard KD")
    assert seen(rules, state, *t1) == "A draw: TD for B"  # A's ban is gone, the right is still B's
    assert refused(rules, state, *t1, "A draw_exposed 10D") == "E_NO_RIGHT"
    t2 = (*t1, "A draw_stock", "A discard 3D")  # A's draw before B's does not count
    t3 = (*t2, "B draw_stock", "B discard KC")
    assert seen(rules, state, *t3) == "A draw: TD for A"
    assert seen(rules, state, *t3, "A draw_exposed 10D", "A discard 10D") == "B draw"  # A11: may be thrown at once
    both = play(rules, state, *t3, "A draw_stock")
    assert (both.pile[-1], both.rest.effects[-1].kind) == (engine.parse_card("10D"), "drawn")  # under his discard
    assert refused(rules, state, "A draw_exposed 9D") == "E_NO_RIGHT"


def test_two_looks_in_one_turn_make_one_row():
    """IRR-16."""
    rules, state = gin()
    assert seen(rules, state, "A peek_stock 1", "A peek_stock 1") == "A draw: ban A, 2H 9D for B"


def test_out_of_turn_the_offender_never_has_the_right():
    """IRR-17, A10: it dissolves when both have drawn from the stock."""
    rules, state = gin()
    assert seen(rules, state, "B peek_stock 1") == "A draw: 2H for A"
    assert seen(rules, state, "B peek_stock 1", "A draw_stock", "A discard 9D") == "B draw: 2H for nobody"
    done = play(rules, state, "B peek_stock 1", "A draw_stock", "A discard 9D", "B draw_stock")
    assert done.pile[-1] == engine.parse_card("2H")
    early = play(rules, state, "B peek_stock 1", "A draw_stock", "B draw_stock")
    assert engine.parse_card("2H") not in early.pile  # it waits for the next discard
    assert play(rules, early, "A discard 9D").pile[-2:] == (engine.parse_card("2H"), engine.parse_card("9D"))


def test_the_ban_excepts_gin_and_may_be_agreed_for_out_of_turn():
    """IRR-19, 25: a banned knock is off when D objects, and cannot be accepted."""
    rules, state = gin(stock="2H 9D KS")
    banned = ("A draw_stock", "A peek_stock 1")
    lawful = {type(action) for action in engine.legal_actions(rules, play(rules, state, *banned), A)}
    assert engine.Knock not in lawful
    assert refused(rules, state, *banned, "A knock 2H", "B object", "B accept_knock") == "E_PHASE"
    assert (
        seen(rules, state, *banned, "A knock 2H", "B object", "B reject_knock") == "B draw: ban A, face_up A, 9D for B"
    )
    assert result(play(rules, state, *banned, "A knock 2H", "B finish"))[0] == "knock"  # undiscovered it stands
    rules, state = gin(options={"seen_ban_out_of_turn": "next_turn"}, stock="2H 9D KS")
    assert seen(rules, state, "B peek_stock 1", "A draw_stock", "A discard 9D") == "B draw: ban B, 2H for nobody"
    after = ("B peek_stock 1", "A draw_stock", "A discard 9D", "B draw_discard", "B discard KC", "A draw_stock")
    assert seen(rules, state, *after, "A discard KS").startswith("B draw: 2H")  # gone at his next turn


def test_seen_cards_shorten_the_stock():
    """IRR-20, GIN-30: with two left the turn in progress is the last."""
    rules, state = gin(stock="2H 9D", stock_size=4)
    assert result(play(rules, state, "A draw_stock", "A peek_stock 1", "A discard 2H")) == ("dead", None, 0)
    rules, state = gin(stock_size=3, pile="7H", stock="")
    none = play(rules, state, "A peek_stock 3")
    assert none.phase == "draw"  # there is a discard to take
    rules, state = gin(stock_size=3, pile="", stock="")
    assert result(play(rules, state, "A peek_stock 3")) == ("dead", None, 0)
    assert refused(rules, state, "A peek_stock 4") == "E_EMPTY"


# Knocks (IRR-21 to 27)


def illegal(**given):
    return gin(A=NO_KNOCK, stock="2H 3D 4D 6D", **given)


KNOCK = ("A draw_stock", "A knock 2H")


def test_an_illegal_knock_waits_for_the_opponent():
    """IRR-21, 22, 0: the software does not tell; `before` D rejects or accepts."""
    rules, state = illegal()
    shown = play(rules, state, *KNOCK)
    assert seen(rules, state, *KNOCK) == "B showdown"
    assert {type(a).__name__ for a in engine.legal_actions(rules, shown, B)} == {"ShowHand", "Finish"}
    assert engine.Object(B) in engine.open_actions(rules, shown, B)
    assert engine.Admit(A) in engine.open_actions(rules, shown, A)
    assert told(rules, state, *KNOCK, "B object") == ["IRR-21 choose"]
    assert engine.view(rules, play(rules, state, *KNOCK, "B object"), B).choices == ("reject_knock", "accept_knock")
    assert refused(rules, state, *KNOCK, "A object") == "E_NO_RIGHT"
    assert refused(rules, state, *KNOCK, "B admit") == "E_NO_RIGHT"
    assert refused(rules, state, *KNOCK, "B reject_knock") == "E_PHASE"  # nobody has objected
    assert seen(rules, state, *KNOCK, "A admit", "B reject_knock") == "B draw: face_up A"


def test_a_rejected_knock_leaves_the_hand_open_until_the_opponent_has_played():
    """IRR-21: see tests/transcripts/law-illegal-knock.txt."""
    rules, state = illegal()
    off = play(rules, state, *KNOCK, "B object", "B reject_knock")
    for seat in (A, B, None):
        assert engine.view(rules, off, seat).faced == ((A, state.hands[A]),)
    assert off.pile[-1] == engine.parse_card("2H")
    assert engine.view(rules, off, None).spread is None
    assert seen(rules, off, "B draw_stock", "B discard 3D") == "A draw"
    knocked = play(rules, off, "B draw_stock", "B knock 3D")
    assert engine.view(rules, knocked, A).faced == ()


def test_an_accepted_knock_is_scored_on_true_counts():
    """IRR-22, GIN-24: acceptance is at D's own risk; an undercut pays."""
    rules, state = illegal()
    done = play(rules, state, *KNOCK, "B object", "B accept_knock")
    assert (done.phase, done.rest.result.counts[A]) == ("done", 34)
    rules, state = illegal(options={"showdown": "manual"})
    accepted = (*KNOCK, "B object", "B accept_knock")
    assert play(rules, state, *accepted).phase == "showdown"  # D lays off by hand
    assert refused(rules, state, *accepted, "B object") == "E_PHASE"


def test_found_after_showing_there_are_three_choices():
    """IRR-23, A8."""
    rules, state = illegal()
    shown = (*KNOCK, "B show_hand", "B object")
    assert told(rules, state, *shown) == ["IRR-23 choose"]
    choices = engine.view(rules, play(rules, state, *shown), B).choices
    assert choices == ("force_exposed", "permit_pickup", "accept_knock")
    assert refused(rules, state, *shown, "B reject_knock") == "E_PHASE"
    forced = play(
        rules, state, *shown, "B force_exposed", "B draw_stock", "B discard 3D", "A draw_stock", "A discard 4D"
    )
    assert engine.view(rules, forced, B).faced[0][0] == A  # for the rest of the hand
    assert seen(rules, state, *shown, "B permit_pickup") == "B draw: no_bonus A"
    rules, state = illegal(options={"accept_after_exposure": False})
    assert refused(rules, state, *shown, "B accept_knock") == "E_OPTION"


def test_found_after_a_lay_off_the_knock_stands():
    """IRR-24."""
    rules, state = gin(
        A="AS AD AC 3S 4S 5S JH JD JC KS", B="4H 5H 6H 7D 8C 9C 10D QH QD 6S", stock="2H 3D", pile="QC 7H"
    )
    laid = ("A draw_stock", "A knock JC", "B show_hand", "B lay_off 6S")
    assert refused(rules, state, *laid, "B object") == "E_TOO_LATE"
    assert play(rules, state, *laid, "B finish").rest.result.counts[A] == 32


def test_the_last_discard_taken_and_no_knock_is_a_dead_hand():
    """IRR-25, GIN-31."""
    rules, state = gin(
        "gin-50th", phase=engine.Phase.LAST, stock="", stock_size=2, turn=B, pile="9C KH", B=B_HAND.replace("2D", "AH")
    )
    assert refused(*gin("gin-50th", stock="", stock_size=2, options={"laws": "strict"}), "A draw_stock") == "E_EMPTY"
    assert told(rules, state, "B draw_discard", "B discard KC") == ["IRR-25 dead"]
    assert result(play(rules, state, "B draw_discard", "B discard KC")) == ("dead", None, 0)
    off = ("B draw_discard", "B knock KC", "A object", "A reject_knock")  # the knock is off: none has followed
    assert result(play(rules, state, *off)) == ("dead", None, 0)


def test_a_hand_is_dead_by_a_missing_knock_only_where_one_was_due():
    """IRR-25, GIN-31: whoever records it in the middle of a deal ends no deal by it."""
    rules, state = gin(options=RECORDED)
    for step in ("DIR record IRR-25", "DIR record IRR-25 A", "DIR record IRR-25 B"):
        assert refused(rules, state, step) == "E_PHASE"
    assert refused(rules, play(rules, state, "A draw_stock"), "DIR record IRR-25 A") == "E_PHASE"


def test_gin_called_with_a_count():
    """IRR-26: within the limit an ordinary knock, else as any illegal knock."""
    rules, state = gin(stock="2H")
    assert result(play(rules, state, "A draw_stock", "A gin 2H", "B finish"))[0] == "knock"
    rules, state = illegal()
    assert told(rules, state, "A draw_stock", "A gin 2H", "B object") == ["IRR-21 choose"]


def test_the_wrong_card_thrown_is_gone_and_the_ten_kept_are_tested():
    """IRR-27."""
    rules, state = gin(stock="KS")
    assert result(play(rules, state, "A draw_stock", "A knock 5C", "B finish"))[0] == "knock"  # 10 exactly
    assert told(rules, state, "A draw_stock", "A knock JC", "B object") == ["IRR-21 choose"]
    assert told(rules, state, "A draw_stock", "A knock JC", "DIR record IRR-27 A") == ["IRR-27 choose"]


def test_a_knock_with_the_card_just_taken_is_taken_back():
    """IRR-32, A13: the nearest law."""
    rules, state = gin()
    thrown = ("A draw_discard", "A knock 7H")
    assert told(rules, state, *thrown, "B object") == ["IRR-32 taken back"]
    assert seen(rules, state, *thrown, "B object") == "A discard"
    assert result(play(rules, state, *thrown, "B finish"))[0] == "knock"


def test_a_director_finds_for_a_knock_only_what_the_laws_have_at_that_moment():
    """IRR-21, 23, 24, 25: before a card is shown, after it, after a lay-off; nothing while somebody chooses."""
    rules, state = gin(stock="2H QS", A=NO_KNOCK)
    rows = ("IRR-21", "IRR-23", "IRR-24", "IRR-25", "IRR-26", "IRR-27")

    def found(*steps):
        return {irr: told_or_refused(rules, state, *steps, f"DIR record {irr} A") for irr in rows}

    before, no, late = ("A draw_stock", "A knock 2H"), "E_PHASE", "E_TOO_LATE"
    assert set(found("A draw_stock").values()) == {no}
    chosen = ("reject_knock", "accept_knock")
    assert found(*before) == dict(zip(rows, (chosen, no, no, no, chosen, chosen), strict=True))
    chosen = ("force_exposed", "permit_pickup", "accept_knock")
    assert found(*before, "B show_hand") == dict(zip(rows, (no, chosen, no, no, chosen, chosen), strict=True))
    assert set(found(*before, "B object").values()) == {no}
    rules, state = gin(stock="2H QS", A=NO_KNOCK, B="4H 5H 6H 7D 8C 9D 10D QH QD 6S")
    stands = {irr: () if irr == "IRR-24" else late for irr in rows}
    assert found(*before, "B lay_off 6S") == stands
    assert told(rules, state, *before, "B lay_off 6S", "DIR record IRR-24 A") == ["IRR-24 stands"]


def told_or_refused(rules, state, *steps):
    """What the last step lets somebody choose, or why it is refused."""
    for step in steps[:-1]:
        state = play(rules, state, step)
    if error := refused(rules, state, steps[-1]):
        return error
    after = play(rules, state, steps[-1])
    return engine.view(rules, after, after.turn).choices


def test_no_objection_to_a_legal_knock():
    """IRR-22, IRR-0."""
    rules, state = gin(stock="2H")
    for words in (("B object",), ("A admit",), ("B show_hand", "B object"), ("B finish", "B object")):
        assert refused(rules, state, "A draw_stock", "A knock 2H", *words) in ("E_PHASE", "E_TOO_LATE")


# Looking, showing, throwing back (IRR-28 to 33)


def test_a_look_at_a_covered_discard_loses_the_next_draw():
    """IRR-28, A9: before drawing the turn passes at once; later the following turn is lost."""
    rules, state = gin()
    assert told(rules, state, "A look_discards") == ["IRR-28 loses his next draw"]
    assert seen(rules, state, "A look_discards") == "B draw"
    assert refused(rules, state, "A look_discards", "B draw_discard") is None  # the top is still there
    assert seen(rules, state, "B look_discards") == "A draw: skip B"
    later = ("A draw_stock", "A look_discards", "A discard 2H")
    assert seen(rules, state, *later) == "B draw: skip A"
    assert seen(rules, state, *later, "B draw_stock", "B discard 9D") == "B draw"
    assert refused(*gin(pile="7H"), "A look_discards") == "E_EMPTY"


def test_an_open_pile_may_be_looked_through():
    """IRR-29."""
    rules, state = gin("gin-open-discards")
    assert told(rules, state, "A look_discards") == []
    assert play(rules, state, "A look_discards") == state


def test_a_card_of_ones_own_may_be_shown():
    """IRR-30: in every mode."""
    for options in ({}, {"laws": "strict"}):
        rules, state = gin(options=options)
        assert play(rules, state, "B show_card 4H") == state
        assert refused(rules, state, "B show_card AS") == "E_NOT_IN_HAND"


def test_the_card_just_taken_thrown_straight_back():
    """IRR-32: taken back on objection, until the opponent has drawn."""
    rules, state = gin()
    thrown = ("A draw_discard", "A discard 7H")
    assert seen(rules, state, *thrown) == "B draw"
    assert engine.Object(B) in engine.open_actions(rules, play(rules, state, *thrown), B)
    assert told(rules, state, *thrown, "B object") == ["IRR-32 taken back"]
    assert refused(rules, state, *thrown, "A object") == "E_NO_RIGHT"
    assert refused(rules, state, *thrown, "B draw_stock", "B object") == "E_TOO_LATE"
    assert refused(rules, state, "A draw_stock", "A discard 2H", "B object") == "E_PHASE"
    assert seen(rules, state, *thrown, "A admit", "A discard 5C") == "B draw"


def test_a_card_thrown_back_lies_once_the_opponent_has_thrown_too():
    """IRR-32, 13: who drew early throws without drawing, and play has gone on all the same."""
    rules, state = gin()
    thrown = ("A draw_discard", "B draw_stock", "A discard 7H")
    assert told(rules, state, *thrown, "B object") == ["IRR-32 taken back"]
    assert refused(rules, state, *thrown, "B discard KC", "B object") == "E_TOO_LATE"


def test_an_imperfect_pack_voids_the_hand():
    """IRR-33: earlier scores stand."""
    rules, state = gin(options=RECORDED)
    done = play(rules, state, "A draw_stock", "A peek_stock 1", "DIR imperfect_pack")
    assert (result(done), done.rest.effects, done.rest.result.next_dealer) == (("void", None, 0), (), B)
    assert refused(rules, done, "DIR imperfect_pack") == "E_TOO_LATE"


# The director (§15)


def test_a_scoring_slip_is_put_right_until_the_game_is_settled():
    """IRR-35, 34."""
    rules, state = gin(options=RECORDED)
    after = play(rules, state, "DIR adjust B 10")
    assert (after.rest.standing.points, after.rest.standing.boxes) == ((0, 10), (0, 0))
    assert play(rules, after, "DIR adjust B -10").rest.standing.points == (0, 0)
    assert refused(rules, state, "DIR record IRR-34 A") == "E_OPTION"
    over = play(*gin(options={**RECORDED, "target": 1}, stock="2H"), "A draw_stock", "A knock 2H", "B finish")
    assert refused(engine.rule_set("gin-pagat", laws="recorded", target=1), over, "DIR adjust B 10") == "E_TOO_LATE"


def test_the_director_may_redeal_void_and_waive():
    """IRR-0: the side entitled may do without any remedy."""
    rules, state = gin(options=RECORDED)
    assert play(rules, state, "DIR redeal A").rest.result.next_dealer == A
    assert play(rules, state, "DIR void short pack").rest.result.next_dealer == B
    assert seen(rules, state, "A peek_stock 2", "DIR waive IRR-19") == "A draw: 2H 9D for B"
    waived = play(rules, state, "A peek_stock 2", "DIR waive IRR-16")
    assert waived.pile == tuple(engine.parse_card(text) for text in ("9C", "2H", "9D", "7H"))
    assert seen(rules, state, "B look_discards", "DIR waive IRR-28") == "A draw"
    assert refused(rules, state, "DIR waive IRR-28") == "E_PHASE"
    assert refused(rules, state, "DIR waive IRR-99") == "E_OPTION"
    rules, state = illegal()
    assert result(play(rules, state, *KNOCK, "B object", "DIR waive IRR-21"))[0] in ("knock", "undercut")


def test_what_a_director_records_is_what_the_player_did():
    """§15: each row of the table in person."""
    rules, state = gin(options=RECORDED)
    assert seen(rules, state, "DIR record IRR-13 B") == "A draw: owed B"
    assert seen(rules, state, "DIR record IRR-16 A 2") == "A draw: ban A, 2H 9D for B"
    assert seen(rules, state, "DIR record IRR-17 B") == "A draw: 2H for A"
    assert seen(rules, state, "DIR record IRR-28 B") == "A draw: skip B"
    assert told(rules, state, "DIR record IRR-15 B") == ["IRR-15 returned"]
    assert told(rules, state, "DIR record IRR-2 B") == ["IRR-2 stands"]
    assert told(rules, state, "DIR record IRR-20 B") == ["IRR-20 the stock counts as it is"]
    assert told(rules, state, "DIR record IRR-30 B") == ["IRR-30 none"]
    assert refused(rules, state, "DIR record IRR-16 B") == "E_PHASE"
    assert refused(rules, state, "DIR record IRR-13 A") == "E_PHASE"
    assert refused(rules, state, "DIR record IRR-21 A") == "E_PHASE"
    assert refused(rules, state, "DIR record IRR-18 A") == "E_OPTION"
    assert refused(rules, state, "DIR record IRR-99 A") == "E_OPTION"
    unknown = gin(options=RECORDED, stock="")[1]
    assert seen(rules, unknown, "DIR record IRR-16 A 9D") == "A draw: ban A, 9D for B"


def test_in_strict_play_a_director_records_only_what_it_can_carry_out():
    """IRR-0: what strict play refuses it cannot answer either; deals and hand sizes it can (IRR-1..12, 20, 29..33)."""
    at_the_table = (*range(13, 18), 19, *range(21, 29), 32)
    for key in ("gin-pagat", "color", "battle-royal", "colonel-fosdick"):
        rules = engine.rule_set(key, laws="strict")
        state = dealt(rules)
        for entry in (engine.DirRecord(irr=f"IRR-{n}", offender=seat) for n in at_the_table for seat in (A, B)):
            if key == "colonel-fosdick" and entry.irr == "IRR-21":
                continue  # §14.4: a false going out goes back to the hand, and nothing is left of it
            with pytest.raises(engine.Impossible, match="E_OPTION"):
                engine.apply(rules, state, entry)
    rules, state = gin(options={"laws": "strict"})
    assert told(rules, state, "DIR record IRR-20 A") == ["IRR-20 the stock counts as it is"]
    assert told(rules, state, "DIR imperfect_pack") == ["IRR-33 void"]
    assert told(rules, state, "DIR faced_card") == ["IRR-5 reshuffle"]


def test_strict_play_takes_the_first_draws_as_made_once_the_upcard_is_settled():
    """IRR-6, 8, A12: strict play notes no draw; a position that says who has drawn is believed."""
    strict = {"options": {"laws": "strict"}}
    found = ("DIR set_size A 11", "DIR discover")
    rules, opening = gin(phase=engine.Phase.UPCARD, pile="7H", **strict)
    assert told(rules, opening, *found) == ["IRR-6 new deal"]
    assert told(rules, opening, "A pass_upcard", "B pass_upcard", *found) == ["IRR-6 new deal"]
    rules, state = gin(**strict)
    assert told(rules, state, *found) == ["IRR-8 choose"]
    assert told(rules, state, *found[:1], "DIR set_size B 9", "DIR discover") == ["IRR-7 new deal"]
    assert told(*gin(first_drawn=(B,), **strict), *found) == ["IRR-6 new deal"]
    corrected = (*found, "B choose_continue", "A discard 5C")
    assert seen(rules, state, *corrected) == "B draw"


def test_the_director_may_take_the_log_back():
    """IRR-0: dir_undo stays in the log; the replay goes on from before the action that it names."""
    rules = engine.rule_set("gin-pagat", laws="recorded")
    log = [engine.DrawForDeal(tuple(range(52))), engine.Deal(tuple(range(52))), engine.PassUpcard(B)]
    undone, told_then = engine.replay(rules, [*log, engine.DirUndo(2)])
    assert undone == engine.replay(rules, log[:2])[0]
    assert told_then[-1] == engine.Undone(2)
    again, _ = engine.replay(rules, [*log, engine.DirUndo(2), engine.TakeUpcard(B), engine.DirUndo(3)])
    assert again == engine.replay(rules, log)[0]  # the undo itself may be taken back
    for n in (3, 9):
        with pytest.raises(engine.Impossible, match="E_OPTION"):
            engine.replay(rules, [*log, engine.DirUndo(n)])
    with pytest.raises(engine.Impossible, match="E_OPTION"):
        engine.apply(rules, undone, engine.DirUndo(0))


# How laws meet (§14.2, "Interactions")


def test_bans_accumulate_and_the_longest_holds():
    """IRR-9 and IRR-19."""
    options = {"seen_ban_out_of_turn": "next_turn"}
    rules, state = gin(A=ELEVEN, size_fix={A: 1}, stock="2H 9D 10D", options=options)
    assert seen(rules, state, "A peek_stock 1", "A discard KS") == "B draw: ban A, ban A, 2H for B"


def test_a_rejected_knock_after_a_look_leaves_both_remedies():
    """IRR-21 after IRR-16 in the same turn: both apply."""
    rules, state = gin(A=NO_KNOCK)
    both = ("A draw_stock", "A peek_stock 1", "A knock 2H", "B object", "B reject_knock")
    assert seen(rules, state, *both) == "B draw: ban A, face_up A, 9D for B"


def test_a_hand_lying_open_suspends_no_law():
    """§14.2: force_exposed and face_up leave the other laws as they are."""
    rules, state = illegal()
    open_hand = (*KNOCK, "B show_hand", "B object", "B force_exposed")
    assert seen(rules, state, *open_hand, "A look_discards") == "B draw: face_up A, skip A"
    assert seen(rules, state, *open_hand, "A draw_stock") == "B draw: face_up A, owed A"


def test_lost_bonuses_leave_gin_its_protection():
    """IRR-23: no_bonus removes only the bonus; a gin still bars laying off and the undercut."""
    rules, state = gin(A="AS AD AC 3S 4S 5S QH KH 2C JD", B="6S 9H 10H 6D 6C 6H 8S 8D 7S KC", stock="7C 8C JH 2D AH")
    lost = ("A draw_stock", "A knock 7C", "B show_hand", "B object", "B permit_pickup", "B draw_stock", "B discard 8C")
    done = play(rules, state, *lost, "A draw_stock", "A discard JD", "B draw_stock", "B discard 2D")
    assert engine.view(rules, done, None).effects[0].kind == "no_bonus"
    gin_hand = play(rules, done, "A draw_stock", "A knock 2C", "B finish")
    assert (gin_hand.rest.result.type, gin_hand.rest.result.bonus) == ("gin", 0)
    assert gin_hand.rest.laid.laid_off == ()


def test_an_early_card_is_kept_and_the_look_back_costs_the_turn_after():
    """IRR-13 with IRR-28."""
    rules, state = gin()
    both = ("A draw_stock", "B draw_stock", "B look_discards", "A discard 2H")
    assert seen(rules, state, *both) == "B discard: owed B, skip B"
    after = (*both, "B discard KC", "A draw_stock", "A discard 10D")
    assert seen(rules, state, *after) == "A draw"  # B's turn was lost


def test_a_redeal_cancels_every_effect():
    """§14.2."""
    rules, state = gin(**DRAWN)
    laden = play(rules, state, "A peek_stock 1", "B look_discards", "DIR set_size A 11", "DIR discover")
    assert len(laden.rest.effects) > 4
    assert play(rules, laden, "B choose_redeal").rest.effects == ()


def test_a_dead_hand_ends_all():
    """§14.2, GIN-30."""
    rules, state = gin(stock="2H 9D", stock_size=4)
    done = play(rules, state, "B look_discards", "A draw_stock", "A peek_stock 1", "A discard 2H")
    assert (result(done), done.rest.effects) == (("dead", None, 0), ())
    assert engine.parse_card("9D") in done.pile  # what was seen lies under the discards
