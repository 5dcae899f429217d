"""A deal of Colonel or Conquian set up by hand, with melds on the table."""

from collections.abc import Mapping, Sequence

from games.engine.play.impossible import Unplayable
from games.engine.play.rules import RuleSet
from games.engine.play.state import (
    CHANCE,
    UNKNOWN,
    WITH_CENTRE,
    Phase,
    Places,
    Rest,
    State,
    Tabled,
    changed_rest,
    make_state,
)
from games.engine.writing.position import check_cards, law_effects

NOT_SETTABLE = (Phase.DONE, Phase.PICK, Phase.CHALLENGE)


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
    """A deal in play: `hands` are masks by seat, `pile` (Conquian: the waste) lies bottom first, `stock` top first.

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
    check_cards([*lying, *stock], [*hands, *(tabled.cards for tabled in table)], size - len(stock))
    score = rules.sheet.blank(seats)
    rest = Rest(
        places=Places(dealer, rules.seating.places(seats).after),
        score=score,
        standing=rules.sheet.settle(rules, score),
        deal=1,
        stock=(UNKNOWN,) * (size - len(stock)) + tuple(reversed(stock)),
        effects=law_effects(size_fix or {}, first_drawn, dealer, proper_dealer),
        unknown=tuple(unknown) or (0,) * seats,
        table=tuple(table),
        credit=(0,) * seats if credit is None else tuple(credit),
    )
    if phase is Phase.DEALING:
        return make_state(phase, CHANCE, tuple(hands), size, lying, changed_rest(rest, deal=0))
    passes = int(phase is Phase.TURNED)
    return make_state(phase, turn, tuple(hands), size, lying, rest, passes=passes)
