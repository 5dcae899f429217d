"""The defender's best answer to a knock, against reference knocks and a plain search."""

import json
from itertools import combinations
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards.cards import card_text, cards_of, hand_of, hand_text, parse_hand, values
from games.engine.cards.layoff import best_answer, can_lay_off
from games.engine.cards.melds import Spread, best_spread, deadwood, spread_of, spreads

DATA = Path(__file__).parents[3] / "data" / "engine"


def spread(*shown):
    """A knocker's spread of these melds with one loose ace of spades, so that it is no gin."""
    melds = [parse_hand(meld) for meld in shown]
    return spread_of(sum(melds) | parse_hand("AS"), melds)


def answered(hand, shown):
    answer = best_answer(parse_hand(hand), shown)
    assert answer.count == answer.spread.count
    return [f"{card_text(card)}>{meld}" for card, meld in answer.laid_off], hand_text(answer.spread.loose), answer.count


def assert_can_be_laid_in_that_order(hand, shown, answer):
    melds, left = list(shown.melds), hand
    for card, index in answer.laid_off:
        assert index in can_lay_off(card, tuple(melds))
        assert left >> card & 1
        melds[index] |= 1 << card
        left ^= 1 << card
    assert sum(answer.spread.melds) + answer.spread.loose == left
    assert values(answer.spread.loose) == answer.count


def test_reference_knocks():
    wrong = []
    lines = (DATA / "layoff_vectors.jsonl").read_text().splitlines()
    for row in map(json.loads, lines):
        defender = parse_hand(row["defender"])
        expected = {
            frozenset(map(parse_hand, shown["melds"])): (row["knocker_deadwood"], shown["defender_min_deadwood"])
            for shown in row["spreads"]
        }
        found = {}
        for shown in spreads(parse_hand(row["knocker"])):
            answer = best_answer(defender, shown)
            assert_can_be_laid_in_that_order(defender, shown, answer)
            found[frozenset(shown.melds)] = (shown.count, answer.count)
        if found != expected or deadwood(defender) != row["defender_deadwood_no_layoff"]:
            wrong.append(row)
    assert len(lines) == 2_000
    assert wrong == []


CROWDED = [13 * suit + rank for suit in range(4) for rank in range(6)]


@settings(deadline=None)
@given(st.permutations(CROWDED), st.integers(3, 9))
def test_the_answer_equals_a_plain_search(order, size):
    hand, shown = hand_of(order[:size]), best_spread(hand_of(order[10:20]))
    answer = best_answer(hand, shown)
    assert_can_be_laid_in_that_order(hand, shown, answer)
    assert answer.count == (searched(hand, shown.melds) if shown.count else deadwood(hand))


def searched(hand, melds):
    """The least count over every order of single lay-offs."""
    least = deadwood(hand)
    for card in cards_of(hand):
        for index in can_lay_off(card, melds):
            longer = (*melds[:index], melds[index] | 1 << card, *melds[index + 1 :])
            least = min(least, searched(hand ^ 1 << card, longer))
    return least


def test_a_chain_goes_on_at_both_ends():
    assert answered("3H 4H 8H 9H KC QD", spread("5H 6H 7H")) == (["4H>0", "3H>0", "8H>0", "9H>0"], "KC QD", 20)


def test_a_chain_stops_at_a_gap():
    assert answered("9H TH KC", spread("5H 6H 7H")) == ([], "KC 9H TH", 29)


def test_runs_do_not_go_round_the_corner():
    assert answered("AH KC", spread("JH QH KH")) == ([], "KC AH", 11)
    assert answered("KH QC", spread("AH 2H 3H")) == ([], "QC KH", 20)


def test_own_melds_may_be_broken():
    # One queen of four carries the king off on the run.
    assert answered("QC QD QH QS KC", spread("9C TC JC")) == (["QC>0", "KC>0"], "", 0)


def test_a_card_stays_in_the_own_meld_when_that_costs_nothing():
    assert answered("8H 8C 8D 2S", spread("5H 6H 7H"))[0] == []


def test_a_card_wanted_by_two_melds_counts_once():
    assert answered("7S 8S KC", spread("4S 5S 6S", "7C 7D 7H")) == (["7S>0", "8S>0"], "KC", 10)


def test_nobody_lays_off_against_gin():
    gin = Spread((parse_hand("5H 6H 7H"),), 0, 0)
    assert answered("4H 8H KC", gin) == ([], "KC 4H 8H", 22)


def test_all_unions_of_one_run_and_hand():
    shown = spread("5H 6H 7H")
    least = min(
        deadwood(parse_hand("3H 4H 8H 9H KC") & ~hand_of(laid))
        for n in range(5)
        for laid in combinations(cards_of(parse_hand("3H 4H 8H 9H")), n)
    )
    assert best_answer(parse_hand("3H 4H 8H 9H KC"), shown).count == least
