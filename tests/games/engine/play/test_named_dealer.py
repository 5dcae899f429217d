"""A deal whose dealer is fixed beforehand, as in duplicate: no draw, no GIN-38."""

import pytest

from games import engine
from games.engine import codec

RULES = engine.VARIANTS["gin-rummy-com"]
DECK = tuple(range(52))


@pytest.mark.parametrize("dealer", [0, 1])
def test_who_is_named_deals_without_a_draw(dealer):
    dealt, events = engine.apply(RULES, engine.start(RULES), engine.Deal(DECK, dealer=dealer))
    assert (dealt.rest.places.dealer, dealt.turn) == (dealer, 1 - dealer)
    assert list(engine.cards_of(dealt.hands[1 - dealer])) == list(range(0, 20, 2)), "the other gets the first card"
    assert events[0].dealer == dealer
    logged = codec.action_to_json(engine.Deal(DECK, dealer=dealer), deck=True)
    assert codec.action_from_json(logged, None) == engine.Deal(DECK, dealer=dealer)


def test_nobody_else_is_named():
    for dealer in (-1, 2):
        with pytest.raises(engine.Impossible, match="E_OPTION"):
            engine.apply(RULES, engine.start(RULES), engine.Deal(DECK, dealer=dealer))
    with pytest.raises(engine.Impossible, match="E_PHASE"):
        engine.apply(RULES, engine.start(RULES), engine.Deal(DECK))
