"""A state set up by hand: a problem from a book, a test case, a table that is taken over in the middle of a deal."""

from collections.abc import Mapping, Sequence

from games.engine.cards.cards import hand_of
from games.engine.gin.bound import bound_in
from games.engine.gin.scoring.upcard import limit_under
from games.engine.play.impossible import Impossible, Unplayable
from games.engine.play.rules import RuleSet
from games.engine.play.state import (
    CHANCE,
    NOT_TAKEN,
    UNKNOWN,
    Effect,
    Phase,
    Places,
    Rest,
    State,
    changed_rest,
    make_state,
)

SETTABLE = (Phase.DEALING, Phase.UPCARD, Phase.DRAW, Phase.DISCARD, Phase.LAST, Phase.DOUBLE)


def set_up(
    rules: RuleSet,
    *,
    hands: Sequence[int],
    pile: Sequence[int] = (),
    stock: Sequence[int] = (),
    stock_size: int | None = None,
    dealer: int = 1,
    turn: int | None = None,
    phase: Phase = Phase.DRAW,
    upcard: int | None = None,
    factor: int = 1,
    double_right: int | None = None,
    closed: str = "",
    size_fix: Mapping[int, int] | None = None,
    first_drawn: Sequence[int] = (),
    proper_dealer: int | None = None,
    effects: Sequence[Effect] = (),
    unknown: Sequence[int] = (),
) -> State:
    """A deal in play: `hands` are masks by seat, `pile` lies bottom first, `stock` top first.

    The stock is filled up with unknown cards to `stock_size`. Without `turn` the seat after the dealer plays; without
    `upcard` the pile's first card is it in phase "upcard". An offer to double in phase "double" was made before a draw.
    `double_right` alone may offer next, `closed` are the colours (letters) that take no more. `size_fix` are cards too
    many (+) or too few (-), IRR-9; `first_drawn` have made their first draw (IRR-6), `proper_dealer` should have dealt
    (IRR-1), `effects` are any others that laws have laid on the seats, `unknown` the cards that each seat holds beside
    those of `hands` and whose faces nobody has entered. In phase "dealing" no seat is in turn.
    Raises Impossible E_OPTION (Unplayable for a phase that cannot be set up) when a card lies in two places.
    """
    if phase not in SETTABLE:
        raise Unplayable("phase", phase, ", ".join(SETTABLE))
    seats = len(hands)
    size = len(stock) if stock_size is None else stock_size
    check_cards([*pile, *stock], hands, size - len(stock))
    if upcard is None and phase is Phase.UPCARD and pile:
        upcard = pile[0]
    places = Places(dealer, rules.seating.places(seats).after)
    score = rules.sheet.blank(seats)
    rest = Rest(
        places=places,
        score=score,
        standing=rules.sheet.settle(rules, score),
        deal=1,
        stock=(UNKNOWN,) * (size - len(stock)) + tuple(reversed(stock)),
        upcard=upcard,
        limit=limit_under(rules, upcard),
        factor=factor,
        double_right=double_right,
        offered=Phase.DRAW if phase is Phase.DOUBLE else None,
        closed=closed,
        effects=(*law_effects(size_fix or {}, first_drawn, dealer, proper_dealer), *effects),
        unknown=tuple(unknown) or (0,) * seats,
    )
    first = places.after[dealer] if turn is None else turn
    if phase is Phase.DEALING:
        return make_state(phase, CHANCE, tuple(hands), size, tuple(pile), changed_rest(rest, deal=0))
    if first == CHANCE or not 0 <= first < seats:
        raise Unplayable("turn", first, f"the seats 0 to {seats - 1}")
    rest = changed_rest(rest, bound=bound_in(rules, places, phase, first), latest=_latest(places, first, pile))
    return make_state(phase, first, tuple(hands), size, tuple(pile), rest)


def _latest(places: Places, turn: int, pile: Sequence[int]) -> tuple[int, ...]:
    """3P-13: of three, the two who played before this seat threw the cards on top of the pile, and nobody took them."""
    left = places.after[turn]
    right = places.after[left]
    if right == turn:
        return ()
    thrown = dict(zip((right, left), reversed(pile), strict=False))
    return tuple(thrown.get(seat, NOT_TAKEN) for seat in range(len(places.after)))


def law_effects(fixes: Mapping[int, int], drawn: Sequence[int], dealer: int, proper: int | None) -> tuple[Effect, ...]:
    """IRR-1, 6, 9: the effects of laws in the position."""
    found = [Effect("fix", seat, n) for seat, n in fixes.items() if n]
    found += [Effect("drawn", seat, until="deal", irr="IRR-6") for seat in drawn]
    if proper is not None and proper != dealer:
        found.append(Effect("misdealt", dealer, until="upcard", irr="IRR-1", by=proper, offers=("stop_deal",)))
    return tuple(found)


def check_cards(lying: Sequence[int], hands: Sequence[int], padding: int) -> None:
    """GIN-1, COL-1, CNQ-1: no known card twice, and no fewer stock cards than are named; else Impossible E_OPTION."""
    known = [card for card in lying if card != UNKNOWN]
    count = len(known) + sum(hand.bit_count() for hand in hands)
    everywhere = hand_of(known)
    for hand in hands:
        everywhere |= hand
    if everywhere.bit_count() != count or padding < 0:
        raise Impossible("E_OPTION", "GIN-1", "a card lies in two places, or the stock is larger than its size")
