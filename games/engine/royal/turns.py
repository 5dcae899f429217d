"""The turns of battle royal: the offer of the upcard to three, the draws, the discard."""

from games.engine.actions import Discard, DrawDiscard, DrawStock, PassUpcard, TakeUpcard
from games.engine.events import Event, Passed, TookUpcard
from games.engine.gin.discarding import check_discard, named_endings
from games.engine.gin.laws import correction, one_card_corrected
from games.engine.gin.unknown import more_unknown
from games.engine.melds import knocks
from games.engine.ready import ALONE, BIT, CARDS, DISCARDED, DRAW_DISCARD, DRAW_STOCK, DREW_PILE, DREW_STOCK, throws
from games.engine.royal.ending import dead
from games.engine.royal.laying import thrown_by, with_latest
from games.engine.rules import Actions, Outcome, RuleSet
from games.engine.state import FROM_STOCK, NOT_TAKEN, UNKNOWN, Phase, State, make_state


def take_choices(rules: RuleSet, state: State) -> Actions:
    """3P-12: from the dealer's left each may take the upcard."""
    return (TakeUpcard(state.turn),)


def pass_choices(rules: RuleSet, state: State) -> Actions:
    """3P-12: or leave it."""
    return (PassUpcard(state.turn),)


def take_upcard(rules: RuleSet, state: State, action: TakeUpcard) -> Outcome:
    """3P-12: the taker completes the turn with a discard."""
    card = state.pile[-1]
    hands = _with(state, state.hands[state.turn] | 1 << card)
    taken = make_state(Phase.DISCARD, state.turn, hands, state.stock, state.pile[:-1], state.rest, taken=card)
    return taken, (TookUpcard(state.turn, card),)


def pass_upcard(rules: RuleSet, state: State, action: PassUpcard) -> Outcome:
    """3P-12: the next is asked; when all have passed, the left of the dealer draws, and the upcard is out of play."""
    passes = state.passes + 1
    phase = Phase.DRAW if passes == len(state.hands) else Phase.UPCARD
    turn = state.rest.places.after[state.turn]
    asked = make_state(phase, turn, state.hands, state.stock, state.pile, state.rest, passes=passes)
    return asked, (Passed(state.turn),)


def on_offer(latest: tuple[int, ...], after: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """3P-13: the latest discard of either opponent, if not already taken; that of the one who played last first.

    `latest` is by seat, NOT_TAKEN where there is none to be had.
    """
    left = after[seat]
    thrown = (latest[after[left]], latest[left]) if latest else ()
    return tuple(card for card in thrown if card != NOT_TAKEN)


def stock_allowed(rules: RuleSet, stock: int) -> bool:
    """3P-18: the last three cards of the stock are not drawn."""
    return stock > rules.stock_floor


def draw_choices(rules: RuleSet, state: State) -> Actions:
    """3P-12, 13: the stock; the top discard; the other opponent's latest, named. IRR-9: or only a discard."""
    turn, pile = state.turn, state.pile
    if state.rest.effects and correction(state.rest, turn) > 0:
        return discard_choices(rules, state)
    listed: Actions = DRAW_STOCK[turn] if stock_allowed(rules, state.stock) else ()
    for card in _offers(state):
        listed += DRAW_DISCARD[turn] if card == pile[-1] else (DrawDiscard(turn, card),)
    return listed


def check_draw_stock(rules: RuleSet, state: State, action: DrawStock) -> str | None:
    """3P-18: three cards stay undrawn; IRR-9: no draw with too many cards."""
    if correction(state.rest, state.turn) > 0:
        return "E_HAND_SIZE"
    return None if stock_allowed(rules, state.stock) else "E_EMPTY"


def draw_stock(rules: RuleSet, state: State, action: DrawStock) -> Outcome:
    """3P-13: the top card of the stock; a face that nobody entered is only counted."""
    turn, rest, left = state.turn, state.rest, state.stock - 1
    card = rest.stock[left]
    rest = more_unknown(rest, turn, 1) if card == UNKNOWN else rest
    hands = state.hands if card == UNKNOWN else _with(state, state.hands[turn] | 1 << card)
    drawn = make_state(Phase.DISCARD, turn, hands, left, state.pile, rest, taken=card + FROM_STOCK)
    return _corrected(rules, drawn, DREW_STOCK[turn][card])


def check_draw_discard(rules: RuleSet, state: State, action: DrawDiscard) -> str | None:
    """3P-12, 13: after three passes only the stock; else a card on offer: the one named, or the top of the pile."""
    if correction(state.rest, state.turn) > 0:
        return "E_HAND_SIZE"
    if state.passes:
        return "E_MUST_DRAW_STOCK"
    return None if _named(state, action) in _offers(state) else "E_EMPTY"


def draw_discard(rules: RuleSet, state: State, action: DrawDiscard) -> Outcome:
    """3P-13: the card leaves the pile, and nobody else can have it."""
    turn, card, rest = state.turn, _named(state, action), state.rest
    assert card is not None
    hands = _with(state, state.hands[turn] | 1 << card)
    at = state.pile.index(card)
    pile = state.pile[:at] + state.pile[at + 1 :]
    latest = tuple([NOT_TAKEN if thrown == card else thrown for thrown in rest.latest])
    drawn = make_state(Phase.DISCARD, turn, hands, state.stock, pile, with_latest(rest, latest), taken=card)
    return _corrected(rules, drawn, DREW_PILE[turn][card])


def discard_choices(rules: RuleSet, state: State) -> Actions:
    """GIN-11: every card held but the one taken from the pile in this turn."""
    hand = state.hands[state.turn]
    return throws(state.turn, hand & ~BIT[state.taken] if 0 <= state.taken < CARDS else hand)


def discard(rules: RuleSet, state: State, action: Discard) -> Outcome:
    """GIN-11: the card ends the turn; 3P-18: and the deal, when three stock cards remain."""
    turn, card, rest = state.turn, action.card, state.rest
    if not state.hands[turn] & BIT[card]:
        rest = more_unknown(rest, turn, -1)
    hands = _with(state, state.hands[turn] & ~BIT[card])
    pile, rest = state.pile + ALONE[card], thrown_by(rest, turn, card)
    thrown = make_state(Phase.DRAW, rest.places.after[turn], hands, state.stock, pile, rest)
    told = DISCARDED[turn][card]
    if stock_allowed(rules, state.stock):
        return thrown, told
    done, events = dead(rules, thrown)
    return done, told + events


def ending_choices(rules: RuleSet, state: State) -> Actions:
    """3P-14, 17: the discards that leave a count within the limit, each under the name it is scored as."""
    turn, hand = state.turn, state.hands[state.turn]
    return named_endings(turn, hand, knocks(hand, state.rest.limit, state.taken))


def check_correcting(rules: RuleSet, state: State, action: Discard) -> str | None:
    """IRR-9: a discard without a draw only with too many cards."""
    return "E_PHASE" if correction(state.rest, state.turn) <= 0 else check_discard(rules, state, action)


def correct(rules: RuleSet, state: State, action: Discard) -> Outcome:
    """IRR-9: the discard is the whole turn."""
    rest = one_card_corrected(state.rest, state.turn)
    return discard(rules, make_state(state.phase, state.turn, state.hands, state.stock, state.pile, rest), action)


def check_throw(rules: RuleSet, state: State, action: Discard) -> str | None:
    """GIN-11: a card that is held, not the one just taken from the pile."""
    return check_discard(rules, state, action)


def _corrected(rules: RuleSet, drawn: State, events: tuple[Event, ...]) -> Outcome:
    """IRR-9: with too few cards the draw is the whole turn."""
    if not drawn.rest.effects or correction(drawn.rest, drawn.turn) >= 0:
        return drawn, events
    rest = one_card_corrected(drawn.rest, drawn.turn)
    passed = make_state(Phase.DRAW, rest.places.after[drawn.turn], drawn.hands, drawn.stock, drawn.pile, rest)
    if stock_allowed(rules, drawn.stock):
        return passed, events
    done, ended = dead(rules, passed)
    return done, events + ended


def _offers(state: State) -> tuple[int, ...]:
    if state.passes:
        return ()
    return on_offer(state.rest.latest, state.rest.places.after, state.turn)


def _named(state: State, action: DrawDiscard) -> int | None:
    """The card that a draw from the pile means: the one named, else the top."""
    if action.card is not None:
        return action.card
    return state.pile[-1] if state.pile else None


def _with(state: State, hand: int) -> tuple[int, ...]:
    """The hands, that of the seat in turn replaced."""
    hands = list(state.hands)
    hands[state.turn] = hand
    return tuple(hands)
