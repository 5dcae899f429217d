"""How much of a deal's result was the cards: what each draw from the stock was worth beyond what could have come.

Luck of a draw = value with the card drawn - mean value over all cards that the stock truly held; luck of the deal =
value of the hands dealt - its mean. Both are zero in the mean whatever the players do and whatever the value function
says, so a result less its luck is as fair as the result (design: ratings §7). It stands beside a result and never
changes it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.engine import (
    Action,
    Deal,
    DealResult,
    DealScored,
    DrawStock,
    Phase,
    Ruled,
    RuleSet,
    State,
    apply,
    deadwood,
    replay,
    start,
)
from games.engine import deadwood_after_discard as after_discard
from games.players.value import Value, value_for

HAND = 10  # cards


@dataclass(frozen=True, slots=True)
class Draw:
    """A card drawn from the stock: `place` is its action in the log (from 0), `left` the cards that the stock held.

    `deadwood` is that of the drawer's eleven cards after the best discard, `could_be` the same with each card of the
    stock in its place, `against` the deadwood of the other hand.
    """

    place: int
    seat: int
    card: int
    left: int
    deadwood: int
    could_be: tuple[int, ...]
    against: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """The hands dealt: deadwood of the non-dealer and of the dealer, and of each with the upcard after a discard."""

    first: int
    hands: tuple[int, int]
    with_upcard: tuple[int, int]


@dataclass(frozen=True, slots=True)
class DealLuck:
    """A finished deal: seat 0's points less seat 1's, and how much of them was luck, for seat 0; `draws` beside the
    places of their actions."""

    key: str
    margin: int
    dealt: float
    draws: tuple[tuple[int, float], ...]

    @property
    def luck(self) -> float:
        """All of it, in points for seat 0."""
        return self.dealt + sum(luck for _, luck in self.draws)


def sitting_luck(rules: RuleSet, actions: Iterable[Action]) -> Iterator[DealLuck | None]:
    """The luck of every finished deal of a sitting between two, from the log of its actions, in their order.

    None stands for a deal without a luck to show: no value function judges the variant, hands of another size were
    dealt, or a law or the director came in.
    """
    value = value_for(rules)
    if value is None:
        yield from (None for event in replay(rules, actions)[1] if isinstance(event, DealScored))
        return
    for chance in chances(rules, actions):
        if chance.margin is None or chance.dealt is None:
            yield None
            continue
        draws = tuple((draw.place, _luck(value, draw) * _sign(draw.seat)) for draw in chance.draws)
        dealt = value.dealt(*chance.dealt.hands, *chance.dealt.with_upcard) * _sign(chance.dealt.first)
        yield DealLuck(value.key, chance.margin, dealt, draws)


@dataclass(slots=True)
class Chances:
    """What chance did in one deal. `dealt` and `margin` are None where chance cannot be told from what people did."""

    dealt: Dealt | None
    draws: list[Draw]
    margin: int | None = None


def chances(rules: RuleSet, actions: Iterable[Action]) -> Iterator[Chances]:
    """What chance did in every finished deal of a sitting between two: the hands dealt, the draws from the stock, the
    margin."""
    state, deal = start(rules), Chances(None, [])
    for place, action in enumerate(actions):
        if isinstance(action, DrawStock) and state.phase is Phase.DRAW and deal.dealt is not None:
            deal.draws.append(_draw(state, place, action.seat))
        state, events = apply(rules, state, action)
        if isinstance(action, Deal):
            deal = Chances(_dealt(state), [])
        for event in events:
            if isinstance(event, Ruled):
                deal.dealt = None
            elif isinstance(event, DealScored):
                deal.margin = margin_of(event.result)
                yield deal


def margin_of(result: DealResult) -> int:
    """The points of a deal as seat 0 sees them."""
    points = 0 if result.winner is None else result.points * _sign(result.winner)
    return points - result.penalties[0] + result.penalties[1]


def _luck(value: Value, draw: Draw) -> float:
    """What the card drawn is worth beyond the mean of all that could have come, for who drew it."""
    left = draw.left - 1
    worth = {deadwood: value.after_draw(deadwood, draw.against, left) for deadwood in {*draw.could_be}}
    return worth[draw.deadwood] - sum(worth[deadwood] for deadwood in draw.could_be) / draw.left


def _draw(state: State, place: int, seat: int) -> Draw:
    hand, stock = state.hands[seat], state.rest.stock[: state.stock]
    left = tuple(after_discard(hand | 1 << card) for card in stock)
    return Draw(place, seat, stock[-1], len(stock), left[-1], left, deadwood(state.hands[1 - seat]))


def _dealt(state: State) -> Dealt | None:
    first = 1 - state.rest.places.dealer if state.rest.places.dealer is not None else 0
    hands = state.hands[first], state.hands[1 - first]
    if any(hand.bit_count() != HAND for hand in hands):
        return None
    upcard = 1 << state.pile[-1] if state.pile else 0
    own, other = (deadwood(hand) for hand in hands)
    with_own, with_other = (after_discard(hand | upcard) if upcard else deadwood(hand) for hand in hands)
    return Dealt(first, (own, other), (with_own, with_other))


def _sign(seat: int) -> int:
    return 1 if seat == 0 else -1
