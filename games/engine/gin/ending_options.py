"""Endings that an option restricts (a bound card, the first turn of eleven, colours), and big gin."""

from games.engine.cards.melds import deadwood, knocks
from games.engine.gin.bound import binds, check_throw, forbidden
from games.engine.gin.discarding import named_endings
from games.engine.gin.ready import BIT, GIN, KNOCK
from games.engine.gin.scoring.arranging import coloured, spread_for, why_not_down
from games.engine.moves.actions import Gin, Knock
from games.engine.moves.law_actions import BigGin
from games.engine.play.rules import Actions, RuleSet
from games.engine.play.state import NOT_TAKEN, State

BIG_HAND = 11


def checks_more(rules: RuleSet) -> bool:
    """Do these rules check more of a knock than possession and limit?"""
    return binds(rules) or rules.suit_columns or not rules.eleven_first_knock


def has_big_gin(rules: RuleSet) -> bool:
    """GIN-18: is big gin played under these rules?"""
    return rules.big_gin_bonus is not None


def ending_choices(rules: RuleSet, state: State) -> Actions:
    """GIN-15, 17: the discards that leave a hand which may go down, each under the name that it is scored by."""
    if _too_soon(rules, state):
        return ()
    hand = state.hands[state.turn]
    cards = knocks(hand, state.rest.limit, forbidden(rules, state))
    if rules.suit_columns:
        return tuple(action for card in cards for action in _coloured_endings(state, hand, card))
    return named_endings(state.turn, hand, cards)


def check_ending(rules: RuleSet, state: State, action: Knock | Gin) -> str | None:
    """GIN-7, 11, 13, 15, 31, CGN-9: check first turn, possession, melds, limit and open suits."""
    if _too_soon(rules, state):
        return "E_OPTION"
    refusal = check_throw(rules, state, action.card)
    if refusal:
        return refusal
    how = "gin" if isinstance(action, Gin) else "knock"
    rest, kept = state.rest, state.hands[state.turn] & ~BIT[action.card]
    spread = spread_for(rules, kept, action.melds, how=how, limit=rest.limit, closed=rest.closed)
    return why_not_down(rules, spread, how=how, limit=rest.limit, closed=rest.closed)


def big_gin_choices(rules: RuleSet, state: State) -> Actions:
    """GIN-18: big gin, if all eleven cards are in melds."""
    action = BigGin(state.turn)
    if deadwood(state.hands[state.turn]) or check_big_gin(rules, state, action):
        return ()
    return (action,)


def check_big_gin(rules: RuleSet, state: State, action: BigGin) -> str | None:
    """GIN-18: check that all eleven cards are in melds; CGN-9, 15: and that they score in an open suit."""
    hand, rest = state.hands[state.turn], state.rest
    if _too_soon(rules, state):
        return "E_OPTION"
    if hand.bit_count() != BIG_HAND:
        return "E_HAND_SIZE"
    spread = spread_for(rules, hand, action.melds, how="big_gin", limit=rest.limit, closed=rest.closed)
    return why_not_down(rules, spread, how="big_gin", limit=rest.limit, closed=rest.closed)


def _too_soon(rules: RuleSet, state: State) -> bool:
    """GIN-7: is it the first turn of a deal of eleven, in which nobody may knock?"""
    first = rules.deal == "eleven" and state.taken == NOT_TAKEN and not state.pile
    return first and not rules.eleven_first_knock


def _coloured_endings(state: State, hand: int, card: int) -> Actions:
    """CGN-9, 14: gin if it scores in an open suit; a knock if it scores in more suits, or if there is no gin."""
    rest, kept = state.rest, hand & ~BIT[card]
    called = coloured(kept, rest.limit, rest.closed, True)
    plain = coloured(kept, rest.limit, rest.closed)
    if called is None or plain is None:
        return ()
    gin = () if called.count else (GIN[state.turn][card],)
    knock = (KNOCK[state.turn][card],) if plain.count else ()
    return gin + knock
