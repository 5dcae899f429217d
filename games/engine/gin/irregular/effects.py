"""The effects of laws: reading them, adding them, and the one function that ends them after every move."""

from dataclasses import replace

from games.engine.gin.bound import may_take_top
from games.engine.gin.ending import dead, opponents
from games.engine.gin.laws import correction
from games.engine.moves.actions import Action, Discard, DrawDiscard, DrawStock, Gin, Knock, TakeUpcard
from games.engine.moves.events import Event
from games.engine.moves.law_actions import BigGin, DrawExposed, ForceExposed, PermitPickup, RejectKnock
from games.engine.moves.law_events import TurnLost
from games.engine.moves.offence import Offence
from games.engine.play.rules import Outcome, RuleSet
from games.engine.play.state import (
    FROM_STOCK,
    NOT_TAKEN,
    Effect,
    Phase,
    Rest,
    State,
    changed,
    changed_rest,
    right_of,
)

PLAY = (Phase.UPCARD, Phase.DRAW, Phase.DISCARD)  # somebody's turn, as against a showdown or a choice
OPENING = (Phase.UPCARD, Phase.DRAW, Phase.LAST)  # where a turn can begin
DRAWS = (DrawStock, DrawDiscard, TakeUpcard, DrawExposed)
THROWS = (Discard, Knock, Gin, BigGin)
KNOCK_OFF = (RejectKnock, ForceExposed, PermitPickup)


def found(rest: Rest, kind: str, seat: int | None = None) -> Effect | None:
    """The first effect of a kind, of that seat if one is named."""
    for effect in rest.effects:
        if effect.kind == kind and (seat is None or effect.seat == seat):
            return effect
    return None


def with_effects(state: State, *effects: Effect) -> State:
    """The state with these effects added."""
    return changed(state, rest=changed_rest(state.rest, effects=(*state.rest.effects, *effects)))


def without(state: State, *gone: Effect) -> State:
    """The state without these effects: the law that laid them has been carried out."""
    kept = tuple(effect for effect in state.rest.effects if effect not in gone)
    return changed(state, rest=changed_rest(state.rest, effects=kept))


def to_choose(state: State, offence: Offence, offers: tuple[str, ...]) -> State:
    """IRR-8, 21, 23: the remedy is the other side's choice. Several opponents are asked in turn, whoever objected first
    and then from the offender's left: a remedy that one of them takes holds for all, and what was done stands when each
    has let it stand (3P-14, ours)."""
    assert offence.offender is not None
    order = opponents(state.rest.places.after, offence.offender)
    by = offence.by if offence.by in order else state.turn if state.turn in order else order[0]
    choice = Effect(
        "choice",
        by,
        n=state.turn,
        until="chosen",
        irr=offence.irr,
        by=offence.offender,
        waiting=tuple(seat for seat in order if seat != by),
        offers=offers,
        phase=state.phase,
    )
    return with_effects(changed(state, phase=Phase.CHOICE, turn=by), choice)


def next_to_choose(state: State) -> State | None:
    """The choice as it goes on to the next opponent; None where each has let stand what was done."""
    choice = found(state.rest, "choice")
    if choice is None or not choice.waiting:
        return None
    asked = replace(choice, seat=choice.waiting[0], waiting=choice.waiting[1:])
    return changed(_replaced(state, choice, asked), turn=asked.seat)


def plays(state: State, seat: int) -> bool:
    """Does the seat play in this deal, or does it sit it out?"""
    return 0 <= seat < len(state.hands) and seat not in state.rest.places.waiting


def ended(rules: RuleSet, before: State, action: Action, outcome: Outcome) -> Outcome:
    """Drops every effect that this move has ended, moves rows of seen cards on, and opens the next turn by law."""
    state, events = outcome
    if state.phase is Phase.DONE:
        return _rows_put_down(before, state), events
    if state.phase is Phase.DEALING:
        return outcome
    state = _first_draw_noted(before, action, state)
    if not state.rest.effects:
        return outcome
    begun = _turn_begun(before, action, state)
    left = []
    for effect in state.rest.effects:
        still = _still(effect, before, action, state, begun)
        if still is not None:
            left.append(still)
    state = _rows_moved(action, changed(state, rest=changed_rest(state.rest, effects=tuple(left))))
    state = _ban_for_correcting(before, action, state)
    return _opened(rules, state, events)


def _first_draw_noted(before: State, action: Action, state: State) -> State:
    """IRR-6, A12: remembers each player's own first draw."""
    seat = action.seat
    if seat is None or not isinstance(action, DRAWS) or found(state.rest, "drawn", seat):
        return state
    if state.hands == before.hands and state.stock == before.stock:
        return state  # IRR-15: a card that was put back is no draw
    return with_effects(state, Effect("drawn", seat, until="deal", irr="IRR-6"))


def _turn_begun(before: State, action: Action, state: State) -> int | None:
    """The seat whose turn has begun with this move."""
    if state.phase not in OPENING:
        return None
    moved_on = state.turn != before.turn and before.phase in (*PLAY, Phase.LAST)
    return state.turn if moved_on or isinstance(action, KNOCK_OFF) else None


def _still(effect: Effect, before: State, action: Action, state: State, begun: int | None) -> Effect | None:
    """The effect as it is after a move; None when its `until` has come."""
    match effect.until:
        case "his_turn":
            return None if begun == effect.seat else effect
        case "his_turn_after":
            return replace(effect, until="his_turn") if begun == effect.seat else effect
        case "his_throw":
            return None if action.seat == effect.seat and isinstance(action, THROWS) else effect
        case "play":
            return None if _played(effect.by, before, action, state) else effect
        case "play_goes_on":
            return _slip_after(effect, action)
        case "chosen":
            return effect if state.phase is Phase.CHOICE else None
        case "showdown":
            return effect if state.phase in (Phase.SHOWDOWN, Phase.CHOICE) else None
    return effect


def _played(seat: int | None, before: State, action: Action, state: State) -> bool:
    """IRR-21: has the seat ended a play: thrown a card, or drawn one as its whole turn (IRR-9)?"""
    if action.seat != seat or before.turn != seat:
        return False
    return isinstance(action, THROWS) or (isinstance(action, DRAWS) and state.turn != seat)


def _slip_after(slip: Effect, action: Action) -> Effect | None:
    """IRR-32: once the opponent has drawn, or thrown a card that he owed (IRR-13), it is too late; with the offender's
    next draw it is forgotten."""
    if action.seat == slip.seat:
        return None if isinstance(action, DRAWS) else slip
    return replace(slip, n=1) if isinstance(action, (*DRAWS, *THROWS)) else slip


def _rows_moved(action: Action, state: State) -> State:
    """IRR-18: a stock draw passes the right on; when all have so drawn the row lies under the next discard."""
    for row in [effect for effect in state.rest.effects if effect.kind == "row"]:
        state = _row_moved(row, action, state)
    return state


def _row_moved(row: Effect, action: Action, state: State) -> State:
    if not row.cards:
        return without(state, row)
    drew = isinstance(action, DrawStock) and bool(row.waiting) and action.seat == row.waiting[0]
    moved = replace(row, waiting=row.waiting[1:]) if drew else row
    if moved.waiting or not (drew or isinstance(action, THROWS)):
        return _replaced(state, row, moved)
    if drew and action.seat != state.turn:
        return _replaced(state, row, moved)  # an early draw: the row waits for the next discard
    top = () if drew else state.pile[-1:]
    beneath = state.pile[: len(state.pile) - len(top)]
    return changed(without(state, row), pile=(*beneath, *row.cards, *top))


def _replaced(state: State, old: Effect, new: Effect) -> State:
    if new == old:
        return state
    effects = tuple(new if effect is old else effect for effect in state.rest.effects)
    return changed(state, rest=changed_rest(state.rest, effects=effects))


def _ban_for_correcting(before: State, action: Action, state: State) -> State:
    """IRR-9: a correcting turn carries a ban, which is gone at the player's next turn."""
    seat = action.seat
    if seat is None or correction(before.rest, seat) == correction(state.rest, seat) or before.turn != seat:
        return state
    ban = Effect("ban", seat, until="his_turn", irr="IRR-9")
    return state if ban in state.rest.effects else with_effects(state, ban)


def _opened(rules: RuleSet, state: State, events: tuple[Event, ...]) -> Outcome:
    """IRR-13, 28: a turn opens with the card drawn early, or is lost; a turn without any card to draw ends the deal."""
    while state.phase is Phase.DRAW:
        seat = state.turn
        owed, lost = found(state.rest, "owed", seat), found(state.rest, "skip", seat)
        if owed is not None:
            return changed(state, phase=Phase.DISCARD, taken=owed.cards[0] + FROM_STOCK, passes=0), events
        if lost is None:
            break
        events = (*events, TurnLost(seat))
        state = changed(without(state, lost), turn=state.rest.places.after[seat], passes=0, taken=NOT_TAKEN)
        bans = [effect for effect in state.rest.effects if effect.until == "his_turn" and effect.seat == state.turn]
        state = without(state, *bans)
    if state.phase is Phase.DRAW and state.stock <= rules.stock_floor and not _can_draw(rules, state):
        done, more = dead(rules, state)
        return _rows_put_down(state, done), events + more
    return state, events


def _rows_put_down(before: State, done: State) -> State:
    """IRR-18: what is left of rows when the deal ends lies under the discards."""
    rows = [card for effect in before.rest.effects if effect.kind == "row" for card in effect.cards]
    held = sum(done.hands)
    left = tuple(card for card in rows if card not in done.pile and not (card >= 0 and held >> card & 1))
    return changed(done, pile=(*left, *done.pile)) if left else done


def _can_draw(rules: RuleSet, state: State) -> bool:
    """IRR-20: with a stock that seen cards have used up: is there a discard or a seen card to take, or one to throw?"""
    rows = any(effect.kind == "row" and right_of(effect) == state.turn for effect in state.rest.effects)
    discard = bool(state.pile) and not state.passes and may_take_top(rules, state)
    return rows or discard or correction(state.rest, state.turn) > 0
