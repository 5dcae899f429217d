"""Set up a deal in play by hand: a case of the rules, or a position of a test."""

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
    WITH_CENTRE,
    Effect,
    Phase,
    Places,
    Rest,
    State,
    Tabled,
    changed_rest,
    make_state,
)

SETTABLE = (Phase.DEALING, Phase.UPCARD, Phase.DRAW, Phase.DISCARD, Phase.LAST, Phase.DOUBLE)

NOT_SETTABLE = (Phase.DONE, Phase.PICK, Phase.CHALLENGE)  # on the table


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
    """Set up a deal in play: `hands` are masks by seat, `pile` lies bottom first, `stock` top first.

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
    _check_cards([*pile, *stock], hands, size - len(stock))
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
        effects=(*_law_effects(size_fix or {}, first_drawn, dealer, proper_dealer), *effects),
        unknown=tuple(unknown) or (0,) * seats,
    )
    first = places.after[dealer] if turn is None else turn
    if phase is Phase.DEALING:
        return make_state(phase, CHANCE, tuple(hands), size, tuple(pile), changed_rest(rest, deal=0))
    if first == CHANCE or not 0 <= first < seats:
        raise Unplayable("turn", first, f"the seats 0 to {seats - 1}")
    rest = changed_rest(rest, bound=bound_in(rules, places, phase, first), latest=_latest(places, first, pile))
    return make_state(phase, first, tuple(hands), size, tuple(pile), rest)


def set_up_table(
    rules: RuleSet,
    *,
    hands: Sequence[int],
    phase: Phase,
    turn: int = 0,
    dealer: int = 1,
    table: Sequence[Tabled] = (),
    credit: Sequence[int] | None = None,
    pile: Sequence[int] = (),
    centre: int | None = None,
    stock: Sequence[int] = (),
    stock_size: int | None = None,
    size_fix: Mapping[int, int] | None = None,
    first_drawn: Sequence[int] = (),
    proper_dealer: int | None = None,
    unknown: Sequence[int] = (),
) -> State:
    """Set up a deal in play: `hands` are masks by seat, `pile` (Conquian: the waste) lies bottom first, `stock` top
    first.

    The stock is filled up with unknown cards to `stock_size`. `credit` is what each seat has laid so far (COL-14),
    `centre` the card on offer or just turned (CNQ-7), unknown where the phase has one and none is named. `size_fix`,
    `first_drawn` and `proper_dealer` are what the laws know (IRR-1, 6, 9), `unknown` the cards that each
    seat holds beside those of `hands`; in phase "dealing" no seat plays.
    Raises Impossible E_OPTION (Unplayable for a phase that cannot be set up) when a card lies in two places.
    """
    settable = [known for known, row in rules.rows.items() if row and known not in NOT_SETTABLE]
    if phase not in settable:
        raise Unplayable("phase", phase, ", ".join(settable))
    seats = len(hands)
    if not 0 <= turn < seats:
        raise Unplayable("turn", turn, f"the seats 0 to {seats - 1}")
    size = len(stock) if stock_size is None else stock_size
    lying = tuple(pile)
    if rules.kernel.wastes and phase in WITH_CENTRE:
        lying = (*lying, UNKNOWN if centre is None else centre)
    _check_cards([*lying, *stock], [*hands, *(tabled.cards for tabled in table)], size - len(stock))
    score = rules.sheet.blank(seats)
    rest = Rest(
        places=Places(dealer, rules.seating.places(seats).after),
        score=score,
        standing=rules.sheet.settle(rules, score),
        deal=1,
        stock=(UNKNOWN,) * (size - len(stock)) + tuple(reversed(stock)),
        effects=_law_effects(size_fix or {}, first_drawn, dealer, proper_dealer),
        unknown=tuple(unknown) or (0,) * seats,
        table=tuple(table),
        credit=(0,) * seats if credit is None else tuple(credit),
    )
    if phase is Phase.DEALING:
        return make_state(phase, CHANCE, tuple(hands), size, lying, changed_rest(rest, deal=0))
    passes = int(phase is Phase.TURNED)
    return make_state(phase, turn, tuple(hands), size, lying, rest, passes=passes)


def _latest(places: Places, turn: int, pile: Sequence[int]) -> tuple[int, ...]:
    """3P-13: with three players, the two who played before this seat threw the top cards of the pile, and nobody took
    them."""
    left = places.after[turn]
    right = places.after[left]
    if right == turn:
        return ()
    thrown = dict(zip((right, left), reversed(pile), strict=False))
    return tuple(thrown.get(seat, NOT_TAKEN) for seat in range(len(places.after)))


def _law_effects(fixes: Mapping[int, int], drawn: Sequence[int], dealer: int, proper: int | None) -> tuple[Effect, ...]:
    """IRR-1, 6, 9: the effects of laws in the position."""
    found = [Effect("fix", seat, n) for seat, n in fixes.items() if n]
    found += [Effect("drawn", seat, until="deal", irr="IRR-6") for seat in drawn]
    if proper is not None and proper != dealer:
        found.append(Effect("misdealt", dealer, until="upcard", irr="IRR-1", by=proper, offers=("stop_deal",)))
    return tuple(found)


def _check_cards(lying: Sequence[int], hands: Sequence[int], padding: int) -> None:
    """GIN-1, COL-1, CNQ-1: check that no known card comes twice, and that the stock has at least the named cards; else
    Impossible E_OPTION."""
    known = [card for card in lying if card != UNKNOWN]
    count = len(known) + sum(hand.bit_count() for hand in hands)
    everywhere = hand_of(known)
    for hand in hands:
        everywhere |= hand
    if everywhere.bit_count() != count or padding < 0:
        raise Impossible("E_OPTION", "GIN-1", "a card lies in two places, or the stock is larger than its size")
