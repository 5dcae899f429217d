"""Take a card: the offered upcard, the top of the stock, or the top discard."""

from games.engine.gin.discarding import discard_choices
from games.engine.gin.ending import turn_passes
from games.engine.gin.laws import correction, one_card_corrected
from games.engine.gin.ready import (
    BIT,
    DRAW_DISCARD,
    DRAW_EITHER,
    DRAW_STOCK,
    DREW_PILE,
    DREW_STOCK,
    PASS_UPCARD,
    PASSED,
    TAKE_UPCARD,
    TOOK_UPCARD,
)
from games.engine.moves.actions import DrawDiscard, DrawStock, PassUpcard, TakeUpcard
from games.engine.play.rules import Actions, Outcome, RuleSet
from games.engine.play.state import FROM_STOCK, UNKNOWN, Phase, State, make_state
from games.engine.play.unknown import more_unknown

DISCARD = Phase.DISCARD  # looking a member up in its class would cost as much as the rest of a draw's work


def take_upcard_choices(rules: RuleSet, state: State) -> Actions:
    """GIN-8: the seat that is offered the upcard may take it."""
    return TAKE_UPCARD[state.turn]


def pass_upcard_choices(rules: RuleSet, state: State) -> Actions:
    """GIN-8: the seat that is offered the upcard may leave it."""
    return PASS_UPCARD[state.turn]


def always(rules: RuleSet, state: State, action: object) -> str | None:
    """Allow the action at any time."""
    return None


def take_upcard(rules: RuleSet, state: State, action: TakeUpcard) -> Outcome:
    """GIN-8: the taker completes the turn with a discard."""
    turn, card = state.turn, state.pile[-1]
    hands = tuple(hand | BIT[card] if seat == turn else hand for seat, hand in enumerate(state.hands))
    taken = make_state(Phase.DISCARD, turn, hands, state.stock, state.pile[:-1], state.rest, taken=card)
    return taken, TOOK_UPCARD[turn][card]


def pass_upcard(rules: RuleSet, state: State, action: PassUpcard) -> Outcome:
    """GIN-8, 9: the next seat is asked; when all have passed the non-dealer must draw from the stock."""
    turn, rest = state.turn, state.rest
    passes = state.passes + 1
    phase = Phase.DRAW if passes == len(state.hands) else Phase.UPCARD
    asked = make_state(phase, rest.places.after[turn], state.hands, state.stock, state.pile, rest, passes=passes)
    return asked, PASSED[turn]


def pass_for_either(rules: RuleSet, state: State, action: PassUpcard) -> Outcome:
    """GIN-8, 9: when all have passed, the non-dealer may draw as he likes."""
    asked, events = pass_upcard(rules, state, action)
    if asked.phase is Phase.DRAW:
        asked = make_state(Phase.DRAW, asked.turn, asked.hands, asked.stock, asked.pile, asked.rest)
    return asked, events


def draws_either(rules: RuleSet) -> bool:
    """GIN-9: may the upcard be taken after all have passed it?"""
    return rules.after_double_pass == "either"


def draw_choices(rules: RuleSet, state: State) -> Actions:
    """GIN-9, 10, 30: the stock down to its last cards; the top discard, unless both have just passed the upcard.

    IRR-9: with too many cards a discard instead.
    """
    turn = state.turn
    if state.rest.effects and correction(state.rest, turn) > 0:
        return discard_choices(rules, state)
    if state.passes or not state.pile:
        return DRAW_STOCK[turn] if state.stock > rules.stock_floor else ()
    return DRAW_EITHER[turn] if state.stock > rules.stock_floor else DRAW_DISCARD[turn]


def check_draw_stock(rules: RuleSet, state: State, action: DrawStock) -> str | None:
    """GIN-30: refuse to draw the last cards of the stock."""
    if state.rest.effects and correction(state.rest, state.turn) > 0:
        return "E_HAND_SIZE"
    return None if state.stock > rules.stock_floor else "E_EMPTY"


def draw_stock(rules: RuleSet, state: State, action: DrawStock) -> Outcome:
    """GIN-10: the top card of the stock joins the hand; a card whose face nobody entered is only counted."""
    rest = state.rest
    left = state.stock - 1
    card = rest.stock[left]
    if rest.effects or card == UNKNOWN:
        return draw_stock_by_law(rules, state, action)
    turn = state.turn
    hands = state.hands
    drawn = State()
    drawn.phase = DISCARD
    drawn.turn = turn
    drawn.hands = (hands[0] | BIT[card], hands[1]) if turn == 0 else (hands[0], hands[1] | BIT[card])
    drawn.stock = left
    drawn.pile = state.pile
    drawn.taken = card + FROM_STOCK
    drawn.passes = 0
    drawn.rest = rest
    drawn.boards = ()
    return drawn, DREW_STOCK[turn][card]


def check_draw_discard(rules: RuleSet, state: State, action: DrawDiscard) -> str | None:
    """GIN-9, 10: check a draw from the pile: none right after two passes, none from an empty pile, and a named card
    must be the top one."""
    if state.rest.effects and correction(state.rest, state.turn) > 0:
        return "E_HAND_SIZE"
    if not state.pile or action.card not in (None, state.pile[-1]):
        return "E_EMPTY"
    return "E_MUST_DRAW_STOCK" if state.passes else None


def draw_discard(rules: RuleSet, state: State, action: DrawDiscard) -> Outcome:
    """GIN-10: the top discard joins the hand."""
    turn = state.turn
    pile = state.pile
    card = pile[-1]
    hands = state.hands
    drawn = State()
    drawn.phase = DISCARD
    drawn.turn = turn
    drawn.hands = (hands[0] | BIT[card], hands[1]) if turn == 0 else (hands[0], hands[1] | BIT[card])
    drawn.stock = state.stock
    drawn.pile = pile[:-1]
    drawn.taken = card
    drawn.passes = 0
    drawn.rest = state.rest
    drawn.boards = ()
    if drawn.rest.effects and correction(drawn.rest, turn) < 0:
        return turn_passes(rules, drawn, one_card_corrected(drawn.rest, turn), DREW_PILE[turn][card])
    return drawn, DREW_PILE[turn][card]


def draw_stock_by_law(rules: RuleSet, state: State, action: DrawStock) -> Outcome:
    """GIN-10: draw from the stock with any number of cards in hand. IRR-9: with too few cards the draw is the whole
    turn. A card whose face nobody entered is only counted."""
    turn, rest, left = state.turn, state.rest, state.stock - 1
    card = rest.stock[left]
    hands = state.hands
    if card == UNKNOWN:
        rest = more_unknown(rest, turn, 1)
    else:
        hands = tuple(hand | BIT[card] if seat == turn else hand for seat, hand in enumerate(hands))
    drawn = make_state(Phase.DISCARD, turn, hands, left, state.pile, rest, taken=card + FROM_STOCK)
    if correction(rest, turn) < 0:
        return turn_passes(rules, drawn, one_card_corrected(rest, turn), DREW_STOCK[turn][card])
    return drawn, DREW_STOCK[turn][card]
