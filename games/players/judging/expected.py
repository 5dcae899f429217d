"""The points that the first seat may expect in a deal under play, judged from both hands, for watchers who see them.

It takes the cards of both hands, the discards and how many cards the stock has. Which of them comes next it does not
know: every card that lies in no hand and in no pile may come.
"""

from collections.abc import Iterable

from games.engine import Phase, RuleSet, State, cards_of, deadwood
from games.engine import deadwood_after_discard as after_discard
from games.players.judging.chances import HAND, hands_dealt, margin_of, sign
from games.players.judging.value import ALL, GIN_V1, value_for

LEVEL = GIN_V1  # the function that knows points and not their changes alone


def expected_points(rules: RuleSet, state: State) -> float | None:
    """The points that seat 0 may expect from the deal, less those of the other seat. For a finished deal, the points
    that it brought.

    None where that is not judged: the variant has no value function, a hand has another size (a law has spoken), cards
    are being laid off, or a double is offered.
    """
    if value_for(rules) is None or len(state.hands) != 2:
        return None
    if state.phase is Phase.DONE:
        return float(margin_of(state.rest.result)) if state.rest.result else None
    worth = _of_the_mover(state)
    return None if worth is None else worth * sign(state.turn) * state.rest.factor


def _of_the_mover(state: State) -> float | None:
    """The points that the seat on turn may expect."""
    if state.phase not in (Phase.UPCARD, Phase.DRAW, Phase.DISCARD):
        return None
    own, other = state.hands[state.turn], state.hands[1 - state.turn]
    if other.bit_count() != HAND:
        return None
    if state.phase is Phase.DISCARD and own.bit_count() == HAND + 1:
        return LEVEL.after_draw(after_discard(own), deadwood(other), state.stock)
    if own.bit_count() != HAND:
        return None
    if state.phase is Phase.UPCARD:
        return _dealt(state)
    return _before_draw(state, own, other) if state.phase is Phase.DRAW and state.stock else None


def _dealt(state: State) -> float:
    """The worth of hands before the first draw, for the seat that is offered the upcard."""
    dealer = state.rest.places.dealer
    first = state.turn if dealer is None else 1 - dealer
    dealt = hands_dealt(first, (state.hands[first], state.hands[1 - first]), 1 << state.pile[-1] if state.pile else 0)
    worth = LEVEL.dealt(dealt) + LEVEL.deal_mean
    return worth if first == state.turn else -worth


def _before_draw(state: State, own: int, other: int) -> float:
    """The worth of the better draw: the top discard, or the mean over all cards that may come from the stock."""
    against, pile = deadwood(other), _mask(state.pile)
    unseen = cards_of(ALL & ~(own | other | pile))
    drawn = [LEVEL.after_draw(after_discard(own | 1 << card), against, state.stock - 1) for card in unseen]
    mean = sum(drawn) / len(drawn)
    if not state.pile:
        return mean
    top = 1 << state.pile[-1]
    left = min(deadwood((own | top) & ~(1 << card)) for card in cards_of(own))  # GIN-11: not the card taken
    return max(mean, LEVEL.after_draw(left, against, state.stock))


def _mask(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)
