"""Turns of battle royal where they differ from gin: the latest discard of each opponent can be drawn (3P-13)."""

from games.engine.gin.discarding import discard_choices
from games.engine.gin.ending import dead, opponents, turn_passes
from games.engine.gin.latest import thrown_by, with_latest
from games.engine.gin.laws import correction, one_card_corrected
from games.engine.moves.actions import Discard, DrawDiscard
from games.engine.play.ready import (
    ALONE,
    BIT,
    DISCARDED,
    DRAW_DISCARD,
    DRAW_STOCK,
    DREW_PILE,
)
from games.engine.play.rules import Actions, Outcome, RuleSet
from games.engine.play.state import NOT_TAKEN, Phase, State, make_state
from games.engine.play.unknown import more_unknown


def on_offer(latest: tuple[int, ...], after: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """3P-13: the latest discard of each opponent, if not already taken; that of the last player comes first.

    `latest` is by seat, NOT_TAKEN where there is none to be had.
    """
    others = opponents(after, seat) if latest else ()
    return tuple(latest[other] for other in reversed(others) if latest[other] != NOT_TAKEN)


def stock_allowed(rules: RuleSet, stock: int) -> bool:
    """3P-18: may the stock be drawn from? Its last three cards may not."""
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


def check_draw_discard(rules: RuleSet, state: State, action: DrawDiscard) -> str | None:
    """3P-12, 13: check a draw from the pile: none right after three passes; else the named card, or the top one, must
    be on offer."""
    if correction(state.rest, state.turn) > 0:
        return "E_HAND_SIZE"
    if state.passes:
        return "E_MUST_DRAW_STOCK"
    return None if _named(state, action) in _offers(state) else "E_EMPTY"


def draw_discard(rules: RuleSet, state: State, action: DrawDiscard) -> Outcome:
    """3P-13: take the card from the pile, so that nobody else can take it."""
    turn, card, rest = state.turn, _named(state, action), state.rest
    assert card is not None
    hands = _with(state, state.hands[turn] | 1 << card)
    at = state.pile.index(card)
    pile = state.pile[:at] + state.pile[at + 1 :]
    latest = tuple([NOT_TAKEN if thrown == card else thrown for thrown in rest.latest])
    drawn = make_state(Phase.DISCARD, turn, hands, state.stock, pile, with_latest(rest, latest), taken=card)
    if correction(rest, turn) < 0:
        return turn_passes(rules, drawn, one_card_corrected(drawn.rest, turn), DREW_PILE[turn][card])
    return drawn, DREW_PILE[turn][card]


def discard(rules: RuleSet, state: State, action: Discard) -> Outcome:
    """GIN-11: the card ends the turn; 3P-18: it ends the deal, too, if three stock cards remain."""
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


def correct(rules: RuleSet, state: State, action: Discard) -> Outcome:
    """IRR-9: the discard is the whole turn."""
    rest = one_card_corrected(state.rest, state.turn)
    return discard(rules, make_state(state.phase, state.turn, state.hands, state.stock, state.pile, rest), action)


def _offers(state: State) -> tuple[int, ...]:
    if state.passes:
        return ()
    return on_offer(state.rest.latest, state.rest.places.after, state.turn)


def _named(state: State, action: DrawDiscard) -> int | None:
    """The card that a draw from the pile means: the named one, else the top."""
    if action.card is not None:
        return action.card
    return state.pile[-1] if state.pile else None


def _with(state: State, hand: int) -> tuple[int, ...]:
    """The hands with that of the seat in turn replaced."""
    hands = list(state.hands)
    hands[state.turn] = hand
    return tuple(hands)
