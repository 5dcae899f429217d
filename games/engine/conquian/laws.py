"""The laws of Conquian: IRR-40 to IRR-44 after Foster, and what RULES.md §14.4 takes over from gin."""

from collections.abc import Mapping
from dataclasses import replace

from games.engine.conquian.ending import lost_by_count
from games.engine.conquian.turning import declined, next_turned, settled, without_misdeal
from games.engine.gin.irregular.laws import irr_34
from games.engine.laws.table_laws import being_dealt, dealt_again, offender_of
from games.engine.moves.law_events import Exposed, LookedBack, Ruled
from games.engine.moves.offence import Offence
from games.engine.play.impossible import Impossible
from games.engine.play.rules import Law, Outcome, RuleSet
from games.engine.play.state import UNKNOWN, Effect, Phase, State, centre_of, changed_rest, make_state
from games.engine.play.unknown import is_nowhere, known_on_top

BEFORE_THE_FIRST_CARD = (Phase.DEALING, Phase.DONE, Phase.START)
PLAY = (Phase.START, Phase.OFFER, Phase.TURNED, Phase.FORCE_WINDOW, Phase.FORCED, Phase.PICK)


def irr_1(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-1: the wrong player has dealt: until the first card is turned the opponent may stop the deal."""
    dealer = offender_of(offence)
    if state.phase not in BEFORE_THE_FIRST_CARD:
        return irr_2(rules, state, offence)
    waiting = being_dealt(rules, state)
    proper = waiting.rest.places.dealer
    if proper == dealer:
        raise Impossible("E_PHASE", "IRR-1", "it is that player's deal")
    misdealt = Effect("misdealt", dealer, until="upcard", irr="IRR-1", by=proper, offers=("stop_deal",))
    wrong = _dealt_by(waiting, dealer, misdealt)
    return wrong, (Ruled("IRR-1", dealer, "choose"),)


def _dealt_by(state: State, dealer: int, *effects: Effect) -> State:
    """The state in which this player has dealt; before the first card is turned the other one plays first."""
    places = replace(state.rest.places, dealer=dealer)
    rest = changed_rest(state.rest, places=places, effects=(*state.rest.effects, *effects))
    turn = places.after[dealer] if state.phase is Phase.START else state.turn
    return make_state(
        state.phase, turn, state.hands, state.stock, state.pile, rest, taken=state.taken, passes=state.passes
    )


def irr_2(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-2: found after the first card was turned: the deal stands, the next dealer follows the actual one."""
    dealer = offence.offender
    if dealer is not None and state.phase not in BEFORE_THE_FIRST_CARD:
        state = _dealt_by(state, dealer)
    return state, (Ruled("IRR-2", dealer, "stands"),)


def irr_3(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-3, 4: a faced or exposed card before the first card is turned: a new deal by the same dealer.

    Later IRR-40 goes on where Foster's laws hold: a faced card in the pack is a new deal at any time.
    """
    if state.phase not in BEFORE_THE_FIRST_CARD:
        if offence.irr == "IRR-3" and rules.cnq_laws == "foster":
            return irr_40(rules, state, offence)
        raise Impossible("E_TOO_LATE", offence.irr, "the first card has been turned")
    return dealt_again(rules, state, Ruled(offence.irr, offence.offender, "new deal"), "redeal")


def irr_13(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-13, §14.4: a card was turned out of turn: it stays in the centre for the right player."""
    seat = offender_of(offence)
    if state.phase is not Phase.START or not state.stock:
        raise Impossible("E_PHASE", "IRR-13", "no card is to be turned")
    turned, events = next_turned(state, state.turn)
    after, more = settled(rules, turned)
    return after, (*events, Ruled("IRR-13", seat, "stands"), *more)


def irr_28(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-28, §14.4: a player who looks at the waste loses a turn: the card on offer and the next turned one pass him
    by."""
    seat = offender_of(offence)
    if any(effect.kind == "skip" and effect.seat == seat for effect in state.rest.effects):
        return state, (LookedBack(seat), Ruled("IRR-28", seat, "loses his next turn"))
    lost = Effect("skip", seat, until="used", irr="IRR-28")
    rest = changed_rest(state.rest, effects=(*state.rest.effects, lost))
    looked = make_state(
        state.phase, state.turn, state.hands, state.stock, state.pile, rest, taken=state.taken, passes=state.passes
    )
    after, events = settled(rules, looked)
    return after, (LookedBack(seat), Ruled("IRR-28", seat, "loses his next turn"), *events)


def irr_30(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-30: a player shows a card of his own: no penalty."""
    return state, (Ruled("IRR-30", offence.offender, "none"),)


def irr_33(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-33: the pack is imperfect: the deal is void, same dealer; earlier stakes stand."""
    if state.phase is Phase.DONE:
        raise Impossible("E_TOO_LATE", "IRR-33", "the deal is over and stands")
    return dealt_again(rules, state, Ruled("IRR-33", None, "void"), "redeal")


def irr_40(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-40: the dealer shows a card of his opponent, or the pack has a faced card: a new deal; his own: nothing."""
    if offence.stage == "own":
        return state, (Ruled("IRR-40", offence.offender, "none"),)
    if state.phase is Phase.DONE:
        raise Impossible("E_TOO_LATE", "IRR-40", "the deal is over and stands")
    return dealt_again(rules, state, Ruled("IRR-40", offence.offender, "new deal"), "redeal")


def irr_41(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-41: a wrong number of cards after drawing: the offender loses the game."""
    seat = offender_of(offence)
    if state.phase not in PLAY:
        raise Impossible("E_PHASE", "IRR-41", "no deal is being played")
    done, events = lost_by_count(rules, state, seat)
    return done, (Ruled("IRR-41", seat, "loses the game"), *events)


def irr_6(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-6..12, §14.4: IRR-41 applies to the hand that the director has counted; before the first card: a new deal.

    Where both are wrong nobody can lose alone: a new deal (our reading).
    """
    wrong = [effect.seat for effect in state.rest.effects if effect.kind == "counted"]
    if not wrong:
        raise Impossible("E_PHASE", offence.irr, "no wrong number of cards has been counted")
    if len(wrong) > 1 or state.phase in BEFORE_THE_FIRST_CARD:
        return dealt_again(rules, state, Ruled(offence.irr, None, "new deal"), "redeal")
    return irr_41(rules, state, replace(offence, offender=wrong[0]))


def irr_42(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-42: a player who touches the top of the stock must turn it: the card on offer is declined; it can still be
    forced."""
    seat = offender_of(offence)
    if seat != state.turn or state.phase not in (Phase.START, Phase.OFFER):
        raise Impossible("E_PHASE", "IRR-42", "the player is not about to turn a card")
    ruled = Ruled("IRR-42", seat, "must turn")
    if state.phase is Phase.START:
        return state, (ruled,)
    after, events = declined(rules, state)
    after, more = settled(rules, after)
    return after, (ruled, *events, *more)


def irr_43(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-43: turns two cards: the opponent picks the one in play, the other goes back on top.

    Where no cards are named they are those on top of the stock, with the one that has just been turned.
    """
    cards = offence.cards or tuple(reversed(state.rest.stock[max(state.stock - 2, 0) : state.stock]))
    if len(cards) != 2 or len(set(cards)) != 2 or UNKNOWN in cards:
        raise Impossible("E_OPTION", "IRR-43", "cards: the two that were turned")
    if state.phase not in (Phase.START, Phase.OFFER, Phase.TURNED):
        raise Impossible("E_PHASE", "IRR-43", "no card is to be turned")
    seat = state.turn if offence.offender is None else offence.offender
    if seat != state.turn:
        raise Impossible("E_PHASE", "IRR-43", "it is not that player who turns")
    turned = state.phase is Phase.TURNED and centre_of(state) in cards
    pile = state.pile[:-1] if turned else state.pile
    lifted = [card for card in cards if not turned or card != state.pile[-1]]
    left = _stock_left(rules, state, lifted)
    if not set(lifted) <= rules.pack.whole or not all(is_nowhere(state, card, left) for card in lifted):
        raise Impossible("E_OPTION", "IRR-43", "cards: the two that were turned, from the top of the stock")
    opponent = state.rest.places.after[seat]
    rest = changed_rest(without_misdeal(state.rest), lifted=cards)
    waiting = make_state(Phase.PICK, opponent, state.hands, left, pile, rest)
    return waiting, (Exposed(seat, cards), Ruled("IRR-43", seat, "opponent picks"))


def irr_44(rules: RuleSet, state: State, offence: Offence) -> Outcome:
    """IRR-44: an invalid table, or a card taken into the hand, is restored; the director decides on more than that."""
    return state, (Ruled("IRR-44", offence.offender, "restored"),)


def _stock_left(rules: RuleSet, state: State, cards: list[int]) -> int:
    """The stock without these cards. They may be off it already, if other cards lie on top or cards are missing."""
    known = known_on_top(state, len(cards))
    whole = state.stock + len(state.pile) + sum(state.rest.unknown)
    whole += sum(hand.bit_count() for hand in state.hands)
    whole += sum(lying.cards.bit_count() for lying in state.rest.table)
    still_there = state.stock >= len(cards) and known <= set(cards) and (bool(known) or whole >= len(rules.pack.cards))
    return state.stock - len(cards) if still_there else state.stock


LAWS: Mapping[str, Law] = {
    "IRR-1": irr_1,
    "IRR-2": irr_2,
    "IRR-3": irr_3,
    "IRR-4": irr_3,
    **{f"IRR-{number}": irr_6 for number in (6, 7, 8, 10, 11, 12, 31)},
    "IRR-13": irr_13,
    "IRR-28": irr_28,
    "IRR-30": irr_30,
    "IRR-33": irr_33,
    "IRR-35": irr_34,
    "IRR-40": irr_40,
    "IRR-41": irr_41,
    "IRR-42": irr_42,
    "IRR-43": irr_43,
    "IRR-44": irr_44,
}
FOSTER = ("IRR-40", "IRR-41", "IRR-42", "IRR-43")
