"""What a seat may try besides its lawful moves: irregular acts, looking, objecting (RULES.md §15)."""

from games.engine.cards.cards import cards_of
from games.engine.gin.ending import opponents
from games.engine.gin.irregular.effects import PLAY, found, plays
from games.engine.moves.actions import Action, Discard, DrawDiscard, DrawStock, Knock
from games.engine.moves.law_actions import Admit, LookDiscards, Object, PeekStock, ShowCard, StopDeal
from games.engine.play.rules import Actions, RuleSet
from games.engine.play.state import NOT_TAKEN, Phase, State


def tries(rules: RuleSet, state: State, seat: int) -> Actions:
    """§15: everything that is accepted although it is not lawful, and objections and admissions that may still be in
    time.

    The list must not tell whether there is something to object to (IRR-0), so these two may be refused.
    """
    if rules.laws == "strict" or not plays(state, seat):
        return ()
    doors: list[Action] = [StopDeal(seat)] if found(state.rest, "misdealt") else []
    if state.phase in PLAY:
        doors += [PeekStock(seat, 1), LookDiscards(seat)]
        doors += _slips(state, seat) if seat == state.turn else [DrawStock(seat), DrawDiscard(seat)]
        doors += [ShowCard(seat, card) for card in cards_of(state.hands[seat])]
    possible = [action for action in doors if _accepted(rules, state, action)]
    return (*possible, *_claims(state, seat))


def _slips(state: State, seat: int) -> list[Action]:
    """IRR-21, 32: throw the card just taken, and every knock."""
    if state.phase is not Phase.DISCARD:
        return []
    thrown: list[Action] = [Discard(seat, state.taken)] if 0 <= state.taken < 64 else []
    return [*thrown, *(Knock(seat, card) for card in cards_of(state.hands[seat]))]


def _claims(state: State, seat: int) -> list[Action]:
    """IRR-0: object to a knock or discard of the other side, or admit one's own."""
    shown = state.rest.spread
    if state.phase is Phase.SHOWDOWN and shown is not None:
        return [Admit(seat) if seat == shown.seat else Object(seat)]
    if state.phase is not Phase.DRAW or state.taken != NOT_TAKEN or not state.pile or state.passes:
        return []
    threw = opponents(state.rest.places.after, state.turn)[-1]
    return [Admit(seat) if seat == threw else Object(seat)]


def _accepted(rules: RuleSet, state: State, action: Action) -> bool:
    """Is the action accepted although it is not lawful?"""
    row = rules.rows[state.phase].get(type(action))
    if row is None or (row.aside is None and action.seat != state.turn):
        return False
    lawful = action in rules.lists[state.phase](rules, state) if action.seat == state.turn else False
    return not lawful and row.check(rules, state, action) is None
