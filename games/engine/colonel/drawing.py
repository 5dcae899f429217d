"""COL-5: drawing the top of the stock, the top discard, or the whole pile."""

from games.engine.cards.cards import hand_of
from games.engine.colonel.scoring import exhausted
from games.engine.gin.laws import correction, one_card_corrected
from games.engine.moves.actions import DrawDiscard, DrawStock
from games.engine.moves.events import Event
from games.engine.moves.table_events import TookPile
from games.engine.play.ready import BIT, DRAW_DISCARD, DRAW_EITHER, DRAW_STOCK, DREW_PILE, DREW_STOCK, throws
from games.engine.play.rules import Actions, Outcome, RuleSet
from games.engine.play.state import FROM_STOCK, UNKNOWN, Phase, Rest, State, changed_rest, make_state

DISCARD = Phase.DISCARD


def draw_choices(rules: RuleSet, state: State) -> Actions:
    """COL-5: draw from the stock, down to its last card, or from the pile; IRR-9: with too many cards, discard
    instead."""
    if state.rest.effects and correction(state.rest, state.turn) > 0:
        return throws(state.turn, state.hands[state.turn])
    if not state.pile:
        return DRAW_STOCK[state.turn] if state.stock else ()
    return (DRAW_EITHER if state.stock else DRAW_DISCARD)[state.turn]


def check_draw_stock(rules: RuleSet, state: State, action: DrawStock) -> str | None:
    """COL-5: check that there is a card; IRR-9: nobody draws with too many cards."""
    if state.rest.effects and correction(state.rest, state.turn) > 0:
        return "E_HAND_SIZE"
    return None if state.stock else "E_EMPTY"


def draw_stock(rules: RuleSet, state: State, action: DrawStock) -> Outcome:
    """COL-5: the top card of the stock joins the hand; a card whose face nobody entered is only counted."""
    left = state.stock - 1
    card = state.rest.stock[left]
    if card == UNKNOWN:
        drawn = _drawn(state, 0, left, state.pile, card + FROM_STOCK, one_unknown_more(state.rest, state.turn))
    else:
        drawn = _drawn(state, BIT[card], left, state.pile, card + FROM_STOCK, state.rest)
    return _whole_turn(rules, drawn, DREW_STOCK[state.turn][card])


def draw_stock_to_the_last(rules: RuleSet, state: State, action: DrawStock) -> Outcome:
    """COL-11 `immediate`: the draw of the last card ends the deal."""
    drawn, drew = draw_stock(rules, state, action)
    if drawn.stock or drawn.phase is Phase.DONE:
        return drawn, drew
    done, events = exhausted(rules, drawn)
    return done, drew + events


def check_draw_discard(rules: RuleSet, state: State, action: DrawDiscard) -> str | None:
    """COL-5: check that there is a card, and that it is the named one; IRR-9: nobody draws with too many cards."""
    if state.rest.effects and correction(state.rest, state.turn) > 0:
        return "E_HAND_SIZE"
    return None if state.pile and action.card in (None, state.pile[-1]) else "E_EMPTY"


def draw_discard(rules: RuleSet, state: State, action: DrawDiscard) -> Outcome:
    """COL-5: the top discard joins the hand."""
    card = state.pile[-1]
    drawn = _drawn(state, BIT[card], state.stock, state.pile[:-1], card, state.rest)
    return _whole_turn(rules, drawn, DREW_PILE[state.turn][card])


def draw_pile(rules: RuleSet, state: State, action: DrawDiscard) -> Outcome:
    """COL-5 `pickup: pile`: the whole pile joins the hand."""
    pile = state.pile
    drawn = _drawn(state, hand_of(pile), state.stock, (), pile[-1], state.rest)
    return _whole_turn(rules, drawn, (TookPile(state.turn, pile),))


def one_unknown_more(rest: Rest, seat: int) -> Rest:
    """A card whose face nobody entered joins the hand."""
    return changed_rest(rest, unknown=tuple(held + (at == seat) for at, held in enumerate(rest.unknown)))


def _whole_turn(rules: RuleSet, drawn: State, drew: tuple[Event, ...]) -> Outcome:
    """IRR-9: with too few cards the draw is the whole turn."""
    turn, rest = drawn.turn, drawn.rest
    if not rest.effects or correction(rest, turn) >= 0:
        return drawn, drew
    rest = one_card_corrected(rest, turn)
    passed = make_state(Phase.DRAW, rest.places.after[turn], drawn.hands, drawn.stock, drawn.pile, rest)
    if passed.stock:
        return passed, drew
    done, events = exhausted(rules, passed)
    return done, drew + events


def _drawn(state: State, cards: int, stock: int, pile: tuple[int, ...], taken: int, rest: Rest) -> State:
    turn, hands = state.turn, state.hands
    drawn = State()
    drawn.phase = DISCARD
    drawn.turn = turn
    drawn.hands = (hands[0] | cards, hands[1]) if turn == 0 else (hands[0], hands[1] | cards)
    drawn.stock = stock
    drawn.pile = pile
    drawn.taken = taken
    drawn.passes = 0
    drawn.rest = rest
    drawn.boards = ()
    return drawn
