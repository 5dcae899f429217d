"""The meld solver against reference answers and against a plain search."""

import gzip
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import melds
from games.engine.cards.cards import COLONEL_PACK, GIN_PACK, cards_of, hand_of, hand_text, parse_hand, value, values

DATA = Path(__file__).parents[3] / "data" / "engine"
SLICE = 1_500
SETS = [
    hand_of(13 * suit + rank for suit in suits)
    for rank in range(13)
    for n in (3, 4)
    for suits in combinations(range(4), n)
]
RUNS = [
    hand_of(range(13 * suit + low, 13 * suit + high))
    for suit in range(4)
    for low, high in combinations(range(14), 2)
    if high - low >= 3
]
ALL_MELDS = SETS + RUNS


def hands(size, ranks):
    """Hands of so many cards of the low ranks: there melds overlap, which is where a solver errs."""
    pool = [13 * suit + rank for suit in range(4) for rank in range(ranks)]
    return st.builds(lambda order, count: hand_of(order[:count]), st.permutations(pool), size)


CROWDED = hands(st.integers(0, 11), ranks=6)
ELEVEN = hands(st.just(11), ranks=7)


def searched(hand):
    """Every maximal or partial way to lay disjoint melds of a hand, by plain search: (melds, deadwood)."""
    held = [meld for meld in ALL_MELDS if not meld & ~hand]

    def ways(free, first):
        yield ()
        for index in range(first, len(held)):
            if not held[index] & ~free:
                for rest in ways(free & ~held[index], index + 1):
                    yield (held[index], *rest)

    return [(chosen, values(hand & ~sum(chosen))) for chosen in ways(hand, 0)]


def rows(name, count=None):
    with gzip.open(DATA / f"{name}.tsv.gz", "rt") as lines:
        table = [line.rstrip("\n").split("\t") for line in lines][1:]
    return [(parse_hand(hand), [int(number) for number in numbers]) for hand, *numbers in table[:count]]


def wrong(name, count=None):
    """The rows of a reference file that the solver answers otherwise."""
    answers = {
        1: lambda hand: [melds.deadwood(hand)],
        2: lambda hand: [melds.deadwood(hand), melds.deadwood_after_discard(hand)],
    }
    if name == "deadwood11_meldrich":
        answers[1] = lambda hand: [melds.deadwood_after_discard(hand)]
    return [hand_text(hand) for hand, numbers in rows(name, count) if answers[len(numbers)](hand) != numbers]


FILES = ("deadwood10_random", "deadwood10_meldrich", "deadwood11_random", "deadwood11_meldrich")


@pytest.mark.parametrize("name", FILES)
def test_reference_hands_a_slice(name):
    assert wrong(name, SLICE) == []


@pytest.mark.long
@pytest.mark.parametrize("name", FILES)
def test_reference_hands_all(name):
    assert len(rows(name)) == 50_000
    assert wrong(name) == []


@settings(deadline=None)
@given(CROWDED)
def test_deadwood_and_spreads_equal_a_plain_search(hand):
    ways = searched(hand)
    least = min(count for _, count in ways)
    assert melds.deadwood(hand) == melds.deadwood_in(hand, GIN_PACK) == least
    found = melds.spreads(hand)
    assert {frozenset(spread.melds) for spread in found} == {frozenset(laid) for laid, count in ways if count == least}
    assert len(found) == len({spread.melds for spread in found})
    for spread in found:
        assert sum(spread.melds) + spread.loose == hand
        assert spread.count == values(spread.loose) == least
    assert melds.best_spread(hand) == found[0]


def test_another_pack_counts_in_its_own_order():
    """COL-1, 10: the ace stands over the king, and counts ten."""
    assert melds.deadwood_in(parse_hand("QH KH AH 9C", COLONEL_PACK), COLONEL_PACK) == 9
    assert melds.deadwood_in(parse_hand("AH 2H 3H 9C", COLONEL_PACK), COLONEL_PACK) == 24


@given(ELEVEN)
def test_the_best_discard_is_the_best_of_eleven(hand):
    assert melds.deadwood_after_discard(hand) == min(melds.deadwood(hand ^ 1 << card) for card in cards_of(hand))


@given(ELEVEN, st.integers(0, 30), st.integers(0, 10))
def test_knocks_are_the_discards_within_the_limit(hand, limit, nth):
    taken = cards_of(hand)[nth]
    within = [card for card in cards_of(hand) if melds.deadwood(hand ^ 1 << card) <= limit]
    assert list(melds.knocks(hand, limit)) == within
    assert list(melds.knocks(hand, limit, taken)) == [card for card in within if card != taken]


@given(CROWDED, st.integers(0, 51))
def test_one_card_more_never_costs_more_than_its_value(hand, card):
    more = hand | 1 << card
    assert melds.deadwood(more) <= melds.deadwood(hand) + value(card)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("3C 3D 3H", "set"),
        ("3C 3D 3H 3S", "set"),
        ("AC 2C 3C", "run"),
        ("JS QS KS", "run"),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "run"),
        ("QC KC AD", None),
        ("QC KC AC", None),
        ("KC AD 2D", None),
        ("3C 4C", None),
        ("3C 3D", None),
        ("3C 4C 6C", None),
        ("3C 4D 5C", None),
        ("3C 3D 4C", None),
        ("", None),
    ],
)
def test_kinds_of_meld(text, kind):
    assert melds.meld_kind(parse_hand(text)) == kind


@given(st.one_of(st.sampled_from(ALL_MELDS), CROWDED))
def test_a_meld_is_one_of_all_melds(cards):
    assert (melds.meld_kind(cards) is not None) == (cards in ALL_MELDS)


def laid(text):
    spread = melds.best_spread(parse_hand(text))
    return [hand_text(meld) for meld in spread.melds], hand_text(spread.loose), spread.count


def test_the_default_spread_lets_fewest_cards_be_laid_off():
    # The set takes TS alone, the run of hearts takes 9H and KH.
    assert laid("TC TD TH JH QH") == (["TC TD TH"], "JH QH", 20)
    # One card fits either way: the lowest cards go first.
    assert laid("KC KD KH QH JH") == (["KC KD KH"], "JH QH", 20)


def test_a_run_of_six_is_laid_as_one():
    assert laid("6C 7C 8C 9C TC JC 2D 2H 2S") == (["6C 7C 8C 9C TC JC", "2D 2H 2S"], "", 0)
    assert len(melds.spreads(parse_hand("6C 7C 8C 9C TC JC 2D 2H 2S"))) == 2


def test_extensions():
    shown = [parse_hand(meld) for meld in ("AC 2C 3C", "JD QD KD", "5C 5D 5H", "6S 7S 8S", "9C 9D 9H 9S")]
    assert hand_text(melds.extensions(shown)) == "4C TD 5S 9S"


def test_stated_melds_are_kept_as_stated():
    hand = parse_hand("3H 4H 5H 6H 9C 9D 9S AC")
    spread = melds.spread_of(hand, [parse_hand("9C 9D 9S"), parse_hand("4H 5H 6H")])
    assert [hand_text(meld) for meld in spread.melds] == ["9C 9D 9S", "4H 5H 6H"]
    assert (hand_text(spread.loose), spread.count) == ("AC 3H", 4)
    assert melds.spread_of(hand, []).count == values(hand)


@pytest.mark.parametrize(
    ("stated", "code"),
    [
        (["9C 9D 9H"], "E_NOT_IN_HAND"),
        (["3H 4H", "9C 9D 9H"], "E_NOT_IN_HAND"),
        (["3H 4H"], "E_BAD_MELD"),
        (["3H 4H 6H"], "E_BAD_MELD"),
        (["3H 4H 5H", "5H 6H 7H"], "E_BAD_MELD"),
        ([""], "E_BAD_MELD"),
    ],
)
def test_stated_melds_that_cannot_be_laid(stated, code):
    hand = parse_hand("3H 4H 5H 6H 7H 9C 9D 9S")
    with pytest.raises(melds.BadSpread) as refused:
        melds.spread_of(hand, [parse_hand(meld) for meld in stated])
    assert refused.value.code == code
