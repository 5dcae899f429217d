"""How the policies value cards, in positions that a player can read."""

from random import Random

import pytest

from games import engine
from games.engine import Dealt, Discarded, Drew, Passed, TookUpcard, card_text, cards_of, parse_card, parse_hand
from games.players import Memory, Sight
from games.players.policies.club import Club, danger, potential
from games.players.policies.greedy import Greedy
from games.players.policies.strong import Strong

RULES = engine.rule_set("gin-pagat")


def sight(hand, *events):
    """What seat A knows with this hand after these events; the view is that of a table not yet dealt."""
    memory = Memory()
    for event in events:
        memory.see(event)
    return Sight(engine.view(RULES, engine.start(RULES), 0), parse_hand(hand), memory, Random(1))


def thrown(policy, hand, *events):
    return card_text(policy.throws(sight(hand, *events), cards_of(parse_hand(hand))))


@pytest.mark.parametrize("policy", [Greedy(), Club(), Strong()])
def test_they_take_what_makes_a_meld_and_leave_what_does_not(policy):
    hand = sight("3H 4H 9C 9D KS QD JC 7S 6D 2C")
    assert policy.takes(hand, parse_card("5H"))
    assert policy.takes(hand, parse_card("9S"))
    assert not policy.takes(hand, parse_card("KD"))


def test_greedy_throws_the_dearest_loose_card():
    assert thrown(Greedy(), "3H 4H 5H 9C 9D 9S KS 7D 6C 2C AD") == "KS"


def test_greedy_knocks_with_seven_and_not_with_eight():
    assert Greedy().knocks(sight("AC"), 7)
    assert not Greedy().knocks(sight("AC"), 8)


def test_club_keeps_what_may_still_come_together():
    # Equal deadwood: the queens wait for a third, the king for nothing.
    assert thrown(Club(), "3H 4H 5H 9C 9D 9S QC QD KH AD AS") == "KH"


def test_club_does_not_throw_what_completes_a_known_pair():
    took_both = (TookUpcard(1, parse_card("JD")), Drew(1, "pile", parse_card("JS")))
    assert thrown(Club(), "3H 4H 5H 9C 9D 9S 7C KC JH AD AS", *took_both) == "KC"


def test_club_knocks_early_or_low():
    early, low = sight("AC"), 2
    assert early.view.stock == 0
    assert Club().knocks(early, low)
    assert not Club().knocks(early, low + 1)


def test_strong_leaves_a_card_that_only_lowers_the_count():
    hand = sight("3H 4H 5H 9C 9D 9S KS QD JC 7D")
    assert Greedy().takes(hand, parse_card("2C"))
    assert not Strong().takes(hand, parse_card("2C"))
    assert Strong().takes(hand, parse_card("6H"))


def test_strong_keeps_the_cards_that_live_cards_do_most_for():
    # Equal deadwood: a pair of queens waits for two cards, the run of kings and queens of one suit for one.
    assert thrown(Strong(), "3H 4H 5H 9C 9D 9S QC QD KH AD AS") == "KH"
    dead = [Discarded(1, parse_card(card)) for card in ("QH", "QS", "KC", "JC", "KD", "JD", "TC", "TD")]
    assert thrown(Strong(), "3H 4H 5H 9C 9D 9S QC QD KH AD AS", *dead) in {"QC", "QD"}


def test_strong_does_not_throw_what_completes_a_known_pair():
    took_both = (TookUpcard(1, parse_card("JD")), Drew(1, "pile", parse_card("JS")))
    assert thrown(Strong(), "3H 4H 5H 9C 9D 9S 7C KC JH AD AS", *took_both) == "KC"


@pytest.mark.parametrize(("turn", "least"), [(1, 1), (2, 1), (3, 3), (4, 6), (5, 9), (6, 11)])
def test_strong_knocks_early_then_only_with_dear_hands_then_plays_for_gin(turn, least):
    thrown_by_both = [Discarded(1, card) for card in range(2 * (turn - 1))]
    assert [n for n in range(1, 11) if Strong().knocks(sight("AC", *thrown_by_both), n)] == [*range(least, 11)]


def test_danger_counts_live_ways_and_known_cards():
    king = parse_card("KC")
    # Sets: 3 pairs of kings; runs: queen and jack.
    assert danger(king, known=0, refused=0, gone=0) == 4
    assert danger(king, known=0, refused=0, gone=parse_hand("KD JC")) == 1
    assert danger(king, known=parse_hand("QC"), refused=0, gone=0) == 3 + 4
    assert danger(king, known=parse_hand("QC JC"), refused=0, gone=0) == 3 + 20
    assert danger(king, known=0, refused=parse_hand("QC"), gone=0) < 4


def test_potential_counts_live_cards_that_would_make_a_meld():
    # A pair of fours waits for two fours; each four of the pair would be saved by either.
    assert potential(parse_hand("4C 4D"), 0) == 2 * (4 + 4)
    assert potential(parse_hand("4C 4D"), parse_hand("4H")) == 4 + 4
    assert potential(parse_hand("4C 6C"), 0) == 4 + 6
    assert potential(parse_hand("4C 6C"), parse_hand("5C")) == 0
    assert potential(parse_hand("4C 9H"), 0) == 0


def test_memory_of_a_deal():
    memory = Memory()
    memory.see(Dealt(1, 1, parse_card("7H")))
    memory.see(Passed(0))
    memory.see(TookUpcard(1, parse_card("7H")))
    memory.see(Discarded(1, parse_card("KD")))
    assert memory.known_of_others(0) == parse_hand("7H")
    assert memory.known_of_others(1) == 0
    memory.see(Drew(0, "stock", None))
    assert memory.refused_by_others(1) == parse_hand("7H KD")
    memory.see(Discarded(0, parse_card("2C")))
    memory.see(Drew(1, "pile", parse_card("2C")))
    assert memory.known_of_others(0) == parse_hand("2C 7H")
    assert memory.thrown == parse_hand("KD")
    memory.see(Discarded(1, parse_card("7H")))
    assert memory.known_of_others(0) == parse_hand("2C")
    memory.see(Dealt(2, 0, parse_card("3C")))
    assert (memory.known_of_others(0), memory.refused_by_others(0), memory.thrown) == (0, 0, 0)
