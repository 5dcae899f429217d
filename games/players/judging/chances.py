"""The chance events of a deal: the hands dealt and the cards drawn from the stock, each with its alternatives."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from games.engine import (
    Action,
    Deal,
    DealResult,
    DealScored,
    DrawStock,
    LoseShuffle,
    Phase,
    Ruled,
    RuleSet,
    State,
    apply,
    deadwood,
    start,
    state_met,
)
from games.engine import deadwood_after_discard as after_discard

HAND = 10  # cards


@dataclass(frozen=True, slots=True)
class Draw:
    """A card drawn from the stock: `place` is its action in the log (from 0), `left` the cards that the stock held.

    `deadwood` is that of the drawer's eleven cards after the best discard, `could_be` the same with each card of the
    stock in its place, `against` the deadwood of the other hand. `hand` are the drawer's ten cards before, `other` the
    other hand, `stock` the cards, of which the last one came. (The text of a draw is what `gin-v1` was fitted on: its
    digest holds no later field.)
    """

    place: int
    seat: int
    card: int
    left: int
    deadwood: int
    could_be: tuple[int, ...]
    against: int
    hand: int = field(repr=False)
    other: int = field(repr=False)
    stock: tuple[int, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Dealt:
    """The hands dealt: the deadwood of the non-dealer and of the dealer, each also with the upcard after a discard;
    `cards` are both hands and the upcard (0: none)."""

    first: int
    hands: tuple[int, int]
    with_upcard: tuple[int, int]
    cards: tuple[int, int, int] = field(repr=False)


@dataclass(slots=True)
class Chances:
    """The chance events of one deal. `dealt` and `margin` are None if chance cannot be separated from what people
    did."""

    dealt: Dealt | None
    draws: list[Draw]
    margin: int | None = None


def chances(rules: RuleSet, actions: Iterable[Action]) -> Iterator[Chances]:
    """The chance events of every finished deal of a sitting between two: the hands dealt, the draws from the stock, and
    the margin."""
    state, deal = start(rules), Chances(None, [])
    for place, action in enumerate(actions):
        if isinstance(action, DrawStock) and state.phase is Phase.DRAW and deal.dealt is not None:
            deal.draws.append(_draw(state, place, action.seat))
        state, events = apply(rules, state_met(rules, state, action), action)
        if isinstance(action, LoseShuffle):
            continue  # ONL-1: no card, no luck
        if isinstance(action, Deal):
            deal = Chances(_dealt(state), [])
        for event in events:
            if isinstance(event, Ruled):
                deal.dealt = None
            elif isinstance(event, DealScored):
                deal.margin = margin_of(event.result)
                yield deal


def margin_of(result: DealResult) -> int:
    """The points of a deal for seat 0."""
    points = 0 if result.winner is None else result.points * sign(result.winner)
    return points - result.penalties[0] + result.penalties[1]


def sign(seat: int) -> int:
    """1 for seat 0, -1 for seat 1."""
    return 1 if seat == 0 else -1


def hands_dealt(first: int, hands: tuple[int, int], upcard: int) -> Dealt:
    """Two hands of ten, that of the seat `first` first, and the upcard as a mask."""
    own, other = (deadwood(hand) for hand in hands)
    with_own, with_other = (after_discard(hand | upcard) if upcard else deadwood(hand) for hand in hands)
    return Dealt(first, (own, other), (with_own, with_other), (*hands, upcard))


def _draw(state: State, place: int, seat: int) -> Draw:
    hand, stock, other = state.hands[seat], state.rest.stock[: state.stock], state.hands[1 - seat]
    left = tuple(after_discard(hand | 1 << card) for card in stock)
    return Draw(place, seat, stock[-1], len(stock), left[-1], left, deadwood(other), hand, other, stock)


def _dealt(state: State) -> Dealt | None:
    first = 1 - state.rest.places.dealer if state.rest.places.dealer is not None else 0
    hands = state.hands[first], state.hands[1 - first]
    if any(hand.bit_count() != HAND for hand in hands):
        return None
    return hands_dealt(first, hands, 1 << state.pile[-1] if state.pile else 0)
