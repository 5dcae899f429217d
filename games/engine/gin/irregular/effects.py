"""The effects of laws: read them, add them, and end them after every move."""

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
    """The first effect of a kind, for this seat if one is given."""
    for effect in rest.effects:
        if effect.kind == kind and (seat is None or effect.seat == seat):
            return effect
    return None


def with_effects(state: State, *effects: Effect) -> State:
    """The state with these effects added."""
    return changed(state, rest=changed_rest(state.rest, effects=(*state.rest.effects, *effects)))


def without(state: State, *gone: Effect) -> State:
    """The state without these effects, because their law has been carried out."""
    kept = tuple(effect for effect in state.rest.effects if effect not in gone)
    return changed(state, rest=changed_rest(state.rest, effects=kept))


def nothing_shown(rest: Rest) -> Rest:
    """The rest without a knock and without the hands that have answered it."""
    return changed_rest(rest, spread=None, laid=None, laid_before=())


def to_choose(state: State, offence: Offence, offers: tuple[str, ...]) -> State:
    """IRR-8, 21, 23: the choice of a remedy for the other side. Several opponents are asked in turn: first the one who
    objected, then the others from the offender's left. A remedy that one of them chooses holds for all; the act stands
    if each lets it stand (3P-14, ours)."""
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
    """The choice for the next opponent; None if every opponent has let the act stand."""
    choice = found(state.rest, "choice")
    if choice is None or not choice.waiting:
        return None
    asked = replace(choice, seat=choice.waiting[0], waiting=choice.waiting[1:])
    return changed(_replaced(state, choice, asked), turn=asked.seat)


def plays(state: State, seat: int) -> bool:
    """Does the seat play in this deal, rather than sit it out?"""
    return 0 <= seat < len(state.hands) and seat not in state.rest.places.waiting


def ended(rules: RuleSet, before: State, action: Action, outcome: Outcome) -> Outcome:
    """Drop every effect that this move has ended, move rows of seen cards on, and open the next turn as the laws
    say."""
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
    """The seat whose turn begins with this move."""
    if state.phase not in OPENING:
        return None
    moved_on = state.turn != before.turn and before.phase in (*PLAY, Phase.LAST)
    return state.turn if moved_on or isinstance(action, KNOCK_OFF) else None


def _still(effect: Effect, before: State, action: Action, state: State, begun: int | None) -> Effect | None:
    """The effect after a move; None if its `until` has come."""
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
    """IRR-21: has the seat completed a play: thrown a card, or drawn one as its whole turn (IRR-9)?"""
    if action.seat != seat or before.turn != seat:
        return False
    return isinstance(action, THROWS) or (isinstance(action, DRAWS) and state.turn != seat)


def _slip_after(slip: Effect, action: Action) -> Effect | None:
    """IRR-32: the slip after a move. It is too late when the opponent has drawn, or has thrown a card that he owed
    (IRR-13); the slip is forgotten at the offender's next draw."""
    if action.seat == slip.seat:
        return None if isinstance(action, DRAWS) else slip
    return replace(slip, n=1) if isinstance(action, (*DRAWS, *THROWS)) else slip


def _rows_moved(action: Action, state: State) -> State:
    """IRR-18: a stock draw passes the right on; when everybody has drawn so, the row lies under the next discard."""
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
    """IRR-9: a correcting turn carries a ban, which ends at the player's next turn."""
    seat = action.seat
    if seat is None or correction(before.rest, seat) == correction(state.rest, seat) or before.turn != seat:
        return state
    ban = Effect("ban", seat, until="his_turn", irr="IRR-9")
    return state if ban in state.rest.effects else with_effects(state, ban)


def _opened(rules: RuleSet, state: State, events: tuple[Event, ...]) -> Outcome:
    """IRR-13, 28: open a turn with the card that was drawn early, or lose it; a turn without any card to draw ends the
    deal."""
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
    """IRR-18: when the deal ends, the rest of the rows lies under the discards."""
    rows = [card for effect in before.rest.effects if effect.kind == "row" for card in effect.cards]
    held = sum(done.hands)
    left = tuple(card for card in rows if card not in done.pile and not (card >= 0 and held >> card & 1))
    return changed(done, pile=(*left, *done.pile)) if left else done


def _can_draw(rules: RuleSet, state: State) -> bool:
    """IRR-20: can the seat still play when seen cards have used up the stock: take a discard or a seen card, or throw
    one?"""
    rows = any(effect.kind == "row" and right_of(effect) == state.turn for effect in state.rest.effects)
    discard = bool(state.pile) and not state.passes and may_take_top(rules, state)
    return rows or discard or correction(state.rest, state.turn) > 0
