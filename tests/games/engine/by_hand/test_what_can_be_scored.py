"""A sheet accepts what real hands can score and refuses everything else; the bounds are found in another way than the
sheet's."""

from itertools import combinations, combinations_with_replacement

import pytest

from games import engine
from games.engine import DealEntry
from games.engine.by_hand.hands import hand_doubts
from games.reference.positions import set_up_table
from tests.games.engine.by_hand.test_scorebook import gin, played
from tests.games.engine.gin_table import KEYS

SUITS = "CDHS"
OF_COLONEL = [key for key in KEYS if engine.VARIANTS[key].kernel.name == "colonel"]
OF_COLOURS = [key for key in KEYS if engine.VARIANTS[key].suit_columns]


def refused(key, entry):
    """The fields that the sheet refuses."""
    return {doubt.field for doubt in hand_doubts(engine.rule_set(key), entry, 2, is_board=False)}


@pytest.mark.parametrize("seeds", [range(100, 106), pytest.param(range(1000, 1200), marks=pytest.mark.marathon)])
@pytest.mark.parametrize("key", [*OF_COLONEL, *OF_COLOURS])
def test_what_random_players_come_to_is_taken(key, seeds):
    """Every deal of Colonel and of Color Gin, which have more figures than a count, with what both had laid."""
    rules, seen = engine.rule_set(key), 0
    for seed in seeds:
        for entry in played(rules, seed, 2)[0]:
            assert hand_doubts(rules, entry, 2, is_board=False) == ()
            seen += 1
    assert seen >= len(seeds)


def colours(cards):
    """How many colours a hand of so many cards can score in, by all its ways into sets and the rest (CGN-4, 5)."""
    sets = [set(suits) for n in (3, 4) for suits in combinations(SUITS, n)]
    found = set()
    for many in range(cards // 3 + 1):
        for chosen in combinations_with_replacement(sets, many):
            rest = cards - sum(map(len, chosen))
            in_all = set(SUITS).intersection(*chosen)
            for n in range(1, min(4, rest) + 1) if rest > 0 else (0,) if rest == 0 else ():
                found |= {len(in_all - set(suits)) for suits in combinations(SUITS, n)}
    return found


@pytest.mark.parametrize("cards", range(7, 15))
def test_no_hand_scores_in_more_colours_than_its_cards_allow(cards):
    """Ten cards thrown or eleven of big gin, and hands that were found wrong by up to three cards."""
    fix, most = cards - 10, max(colours(cards))
    for n in range(1, 5):
        suits = SUITS[:n]
        knocked = gin(0, 20, suits=suits, fixes=(fix, 0))
        assert ("suits" in refused("color", knocked)) == (n > most)
        if -2 <= fix <= 4:
            big = gin(0, 20, "big_gin", suits=suits, fixes=(fix - 1, 0))
            assert ("suits" in refused("color-big-gin", big)) == (n > most)


PIPS = sorted(min(rank, 10) for rank in range(2, 15) for _ in SUITS)  # COL-10: two to nine, five tens of each suit


@pytest.mark.parametrize("key", OF_COLONEL)
def test_no_hand_of_colonel_counts_what_ten_cards_cannot(key):
    """COL-3, 5, 9: who is out has laid ten cards or eleven, the other holds or has laid ten."""
    rules = engine.rule_set(key)
    has_laid, whole_pile = rules.scoring == "meld_minus_hand", rules.pickup == "pile"

    def out(left, laid=(60, 30)):
        return DealEntry(how="out", seat=0, counts=(0, left), laid=laid if has_laid else None)

    most = sum(PIPS[-10:])
    assert refused(key, out(most, (60, 0))) == set()
    assert ("counts" in refused(key, out(most + 1, (60, 0)))) == (not whole_pile)
    assert [refused(key, out(left)) for left in (0, 1, 2)] == [{"counts"}, {"counts"}, set()]
    if has_laid:
        cheapest, dearest = sum(PIPS[:10]), sum(PIPS[-11:])
        assert [refused(key, out(2, (laid, 30))) for laid in (cheapest - 1, cheapest)] == [{"laid"}, set()]
        assert [refused(key, out(2, (laid, 30))) for laid in (dearest, dearest + 1)] == [set(), {"laid"}]
        assert [refused(key, out(10, (60, laid))) for laid in (cheapest - 11, cheapest - 10)] == [{"laid"}, set()]
    for how in ("exhausted", "challenge") if rules.challenge == "on" else ("exhausted",):
        both = DealEntry(how=how, counts=(60, 70), laid=(20, 20) if has_laid else None)
        empty = DealEntry(how=how, counts=(0, 70), laid=(60, 20) if has_laid else None)
        assert refused(key, both) == set()
        assert refused(key, empty) == {"counts"}, "with an empty hand he would have been out"


def test_the_cheapest_ten_cards_of_colonel_can_be_laid():
    """The least that is taken is what a hand can come to: eight low cards in sets, two at the ends of runs."""
    rules = engine.rule_set("colonel-ball")

    def cards(text):
        return engine.parse_hand(text, rules.pack)

    lying = [engine.Tabled(cards(text), (0, cards(text))) for text in ("5S 6S 7S", "5H 6H 7H")]
    hands = [cards("2C 2D 2H 2S 3C 3D 3H 3S 4S 4H KD"), cards("8C")]
    state = set_up_table(rules, hands=hands, phase=engine.Phase.DISCARD, table=lying, pile=[], turn=0)
    sets = [engine.Meld(0, cards(text)) for text in ("2C 2D 2H 2S", "3C 3D 3H 3S")]
    ends = [
        engine.Add(0, engine.parse_card("4S", rules.pack), 0),
        engine.Add(0, engine.parse_card("4H", rules.pack), 1),
    ]
    for action in (*sets, *ends, engine.Discard(0, engine.parse_card("KD", rules.pack))):
        state, _ = engine.apply(rules, state, action)
    assert state.rest.result.type == "out"
    assert state.rest.credit[0] == sum(PIPS[:10]) == 28
