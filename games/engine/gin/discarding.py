"""Throw a card: the discard, the correcting turn, and the discards that may end the deal."""

from games.engine.cards.melds import deadwood, deadwood_after_discard, knocks
from games.engine.gin.ending import exhausted
from games.engine.gin.laws import correction, one_card_corrected, owes
from games.engine.gin.ready import ALONE, BIT, CARDS, DISCARDED, GIN, KNOCK, throws
from games.engine.gin.scoring.arranging import stated_spread
from games.engine.moves.actions import Discard, Gin, Knock
from games.engine.play.rules import Actions, Outcome, RuleSet
from games.engine.play.state import NOT_TAKEN, Phase, State, make_state
from games.engine.play.unknown import may_be_held, more_unknown

DRAW = Phase.DRAW  # looking a member up in its class would cost as much as the rest of a discard's work


def discard_choices(rules: RuleSet, state: State) -> Actions:
    """GIN-11: every card held but the one taken from the pile in this turn."""
    turn = state.turn
    hand = state.hands[turn]
    if 0 <= state.taken < CARDS:
        hand &= ~BIT[state.taken]
    return throws(turn, hand)


def throw_choices(rules: RuleSet, state: State) -> Actions:
    """GIN-11, 15, 17: every discard, then every way to end the deal: one list for the three rows of this phase."""
    turn = state.turn
    hand = state.hands[turn]
    limit = state.rest.limit
    barred = state.taken if 0 <= state.taken < CARDS else None
    discards = throws(turn, hand if barred is None else hand & ~BIT[barred])
    if deadwood_after_discard(hand, limit) > limit:
        return discards
    return discards + named_endings(turn, hand, knocks(hand, limit, barred))


def any_discard(state: State) -> Actions:
    """GIN-11: every card held, also the one just taken."""
    return throws(state.turn, state.hands[state.turn])


def check_discard(rules: RuleSet, state: State, action: Discard) -> str | None:
    """GIN-11: check that the card is held and was not just taken from the pile."""
    card = action.card
    if 0 <= card < CARDS and state.hands[state.turn] & BIT[card]:
        return "E_SAME_CARD" if state.taken == card else None
    return None if may_be_held(state, card) else "E_NOT_IN_HAND"


def discard(rules: RuleSet, state: State, action: Discard) -> Outcome:
    """GIN-11: the card ends the turn; GIN-30: after the 50th card of the pack was drawn it ends the deal."""
    rest = state.rest
    turn = state.turn
    card = action.card
    hands = state.hands
    bit = BIT[card]
    if not hands[turn] & bit:
        rest = more_unknown(rest, turn, -1)
        bit = 0
    thrown = State()
    thrown.phase = DRAW
    thrown.turn = rest.places.after[turn]
    thrown.hands = (hands[0] ^ bit, hands[1]) if turn == 0 else (hands[0], hands[1] ^ bit)
    thrown.stock = state.stock
    thrown.pile = state.pile + ALONE[card]
    thrown.taken = NOT_TAKEN
    thrown.passes = 0
    thrown.rest = rest
    thrown.boards = ()
    if state.stock <= rules.stock_floor and not owes(rest, thrown.turn):
        done, events = exhausted(rules, thrown)
        return done, DISCARDED[turn][card] + events
    return thrown, DISCARDED[turn][card]


def check_correcting(rules: RuleSet, state: State, action: Discard) -> str | None:
    """IRR-9: allow a discard without a draw only with too many cards."""
    if correction(state.rest, state.turn) <= 0:
        return "E_PHASE"
    return check_discard(rules, state, action)


def correct(rules: RuleSet, state: State, action: Discard) -> Outcome:
    """IRR-9: the discard is the whole turn; `correct_at_once`: all excess cards go in one turn."""
    turn, rest = state.turn, one_card_corrected(state.rest, state.turn)
    fixed = make_state(state.phase, turn, state.hands, state.stock, state.pile, rest)
    thrown, events = discard(rules, fixed, action)
    if rules.correct_at_once and correction(rest, turn) > 0 and thrown.phase is DRAW:
        thrown = make_state(DRAW, turn, thrown.hands, thrown.stock, thrown.pile, rest)
    return thrown, events


def named_endings(turn: int, hand: int, cards: tuple[int, ...]) -> Actions:
    """GIN-17: throw each of these cards to end the deal: as gin if it leaves no deadwood, else as a knock."""
    return tuple((KNOCK if deadwood(hand & ~BIT[card]) else GIN)[turn][card] for card in cards)


def check_ending(rules: RuleSet, state: State, action: Knock | Gin) -> str | None:
    """GIN-11, 13, 15: check possession, melds and limit. Either name is accepted, because the count decides (GIN-17,
    IRR-26)."""
    refusal = check_discard(rules, state, Discard(action.seat, action.card))
    if refusal:
        return refusal
    kept = state.hands[state.turn] & ~BIT[action.card]
    count = deadwood(kept) if action.melds is None else stated_spread(kept, action.melds).count
    return "E_KNOCK_LIMIT" if count > state.rest.limit else None
