"""Cards and hands read and write the same text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import cards

HANDS = st.integers(0, 2**52 - 1)


@pytest.mark.parametrize(
    ("text", "card"), [("AC", 0), ("KC", 12), ("AD", 13), ("kd", 25), ("Kd", 25), ("10D", 22), ("TD", 22), ("KS", 51)]
)
def test_every_spelling_of_a_card(text, card):
    assert cards.parse_card(text) == card


@pytest.mark.parametrize("text", ["", "K", "1D", "11D", "KX", "AC AC", "KDD", "?", "\N{ARABIC-INDIC DIGIT TWO}D", "é"])
def test_what_is_no_card_is_refused_with_what_is_allowed(text):
    with pytest.raises(cards.BadCard, match=r"A23456789TJQK.*CDHS"):
        cards.parse_card(text)


@pytest.mark.parametrize("text", ["AC 2D 10H", "AC2DTH", "ac2d10h", " 2D AC\tTH ", "10HAC2D"])
def test_every_spelling_of_a_hand(text):
    assert cards.hand_text(cards.parse_hand(text)) == "AC 2D TH"


def test_no_cards_are_a_hand():
    assert cards.parse_hand("") == 0
    assert cards.hand_text(0) == ""


@pytest.mark.parametrize("text", ["AC AC", "AC XD", "AC2", "AC 1 0 X"])
def test_what_is_no_hand_is_refused(text):
    with pytest.raises(cards.BadCard):
        cards.parse_hand(text)


@given(HANDS)
def test_text_and_cards_of_a_hand_lead_back_to_it(hand):
    assert cards.parse_hand(cards.hand_text(hand)) == hand
    assert cards.parse_hand(cards.hand_text(hand).replace(" ", "")) == hand
    assert cards.hand_of(cards.cards_of(hand)) == hand
    assert list(cards.cards_of(hand)) == sorted(cards.cards_of(hand))


def test_values_of_gin():
    assert [cards.value(cards.parse_card(text)) for text in ("AS", "2H", "9C", "TD", "JD", "QD", "KD")] == [
        1, 2, 9, 10, 10, 10, 10,
    ]  # fmt: skip
    assert cards.values(cards.parse_hand("AC 9D KS")) == 20


def test_the_gin_pack_has_52_cards():
    assert cards.GIN_PACK.cards == tuple(range(52))
    assert cards.GIN_PACK.full == 2**52 - 1


def test_a_shorter_pack_is_data_too():
    conquian = cards.Pack(ranks="A234567JQK", points=(1, 2, 3, 4, 5, 6, 7, 10, 10, 10), longest_run=8)
    jack = cards.parse_card("JD", conquian)
    assert jack == 13 + 7
    assert cards.card_text(jack, conquian) == "JD"
    assert cards.value(jack, conquian) == 10
    assert len(conquian.cards) == 40
    with pytest.raises(cards.BadCard):
        cards.parse_card("8D", conquian)


def test_a_pack_needs_a_value_for_every_rank():
    with pytest.raises(ValueError, match="one value"):
        cards.Pack(ranks="A23", points=(1, 2), longest_run=3)
