"""The referee: lawful actions, the state after an action, refusals, and the replay of a log, all from a rule set's
table."""

from collections.abc import Iterable

from games.engine.moves.actions import Action, Deal, DrawForDeal
from games.engine.moves.director import DirUndo, Reshuffle
from games.engine.moves.events import Event
from games.engine.moves.law_events import Undone
from games.engine.moves.result import Settlement
from games.engine.play.impossible import Impossible, Unplayable
from games.engine.play.rules import Actions, Outcome, RuleSet
from games.engine.play.state import CHANCE, Phase, Rest, State, make_state


def start(rules: RuleSet, seats: int | None = None) -> State:
    """A sitting before its first card, in which chance draws for the deal next; `seats` None is the usual number.

    Raises Unplayable (E_OPTION) for a number of seats that the rules do not have.
    """
    numbers = rules.seating.numbers(rules)
    if seats is None:
        seats = numbers[0]
    elif seats not in numbers:
        raise Unplayable("seats", seats, ", ".join(map(str, numbers)))
    places = rules.seating.places(seats)
    score = rules.sheet.blank(seats)
    standing = rules.sheet.settle(rules, score)
    rest = Rest(places=places, score=score, standing=standing, limit=rules.knock_limit, unknown=(0,) * seats)
    return make_state(Phase.DEALING, CHANCE, (0,) * seats, 0, (), rest)


def apply(rules: RuleSet, state: State, action: Action) -> Outcome:
    """The next state and the events; raises Impossible. `state` itself never changes."""
    try:
        move = rules.rows[state.phase][action.__class__]
    except KeyError:
        if rules.seating.boards is not None:
            return rules.seating.boards.apply(rules, state, action)
        raise refused(rules, refusal(rules, state, action)) from None
    if action.seat != state.turn and move.aside is None and (action.seat is not None or state.turn != CHANCE):
        raise refused(rules, refusal(rules, state, action))
    code = move.check(rules, state, action)
    if code is not None:
        raise refused(rules, code)
    return move.do(rules, state, action)


def legal_actions(rules: RuleSet, state: State, seat: int) -> Actions:
    """Every lawful action of the seat, in a fixed order; a knock is listed once for each card, without an arrangement.

    An ending has the name that it is scored as: Gin with no deadwood, else Knock (GIN-17).
    """
    if seat == state.turn:
        return rules.lists[state.phase](rules, state)
    listed: Actions = ()
    for aside in rules.asides[state.phase]:
        listed += aside(rules, state, seat)
    return listed


def refused(rules: RuleSet, code: str) -> Impossible:
    """The refusal with this code, with the rule of the game that is played."""
    return Impossible(code, rules.kernel.cites.get(code, ""))


def refusal(rules: RuleSet, state: State, action: Action) -> str:
    """The code with which an action is refused that has no row now or comes from the wrong seat; codes are checked in
    order."""
    if action.__class__ not in rules.known:
        return "E_OPTION"
    barred = rules.kernel.barred(rules, state, action)
    if barred is not None:
        return barred
    if action.seat is None or state.turn == CHANCE or action.seat == state.turn:
        return "E_PHASE"
    return "E_NOT_TURN"


def open_actions(rules: RuleSet, state: State, seat: int) -> Actions:
    """The lawful actions of the seat, and the irregular ones that it can try as at a real table (IRR-0, §15).

    All of these are accepted, except that objecting and admitting are refused when there is nothing to object to or
    admit: the list must not tell.
    """
    if rules.seating.boards is not None:
        return rules.seating.boards.open_actions(rules, state, seat)
    lawful = legal_actions(rules, state, seat)
    tries = rules.kernel.tries
    return lawful if tries is None else lawful + tries(rules, state, seat)


def due_chance(rules: RuleSet, state: State) -> type[DrawForDeal] | type[Deal] | type[Reshuffle] | None:
    """Which chance action must come next: DrawForDeal, Deal, or None while a seat decides or the game is over.

    IRR-5: Reshuffle, before anybody goes on, where a faced card has been met in the stock.
    """
    if state.rest.effects and any(effect.kind == "reshuffle" for effect in state.rest.effects):
        return Reshuffle
    if state.turn != CHANCE or is_over(rules, state):
        return None
    return DrawForDeal if state.rest.places.dealer is None else Deal


def to_act(rules: RuleSet, state: State) -> tuple[int, ...]:
    """The seats that may decide now; none while chance is due or the game is over."""
    turn = state.turn
    if turn >= 0:
        return (turn,)
    boards = rules.seating.boards
    return () if boards is None else boards.to_act(state)


def is_over(rules: RuleSet, state: State) -> bool:
    """GIN-32: is the game over, so that nothing can be done any more?"""
    return state.phase is Phase.DONE and state.rest.standing.over


def outcome(rules: RuleSet, state: State) -> Settlement | None:
    """GIN-33..37: the settlement of the game, None before it is over."""
    return state.rest.standing if is_over(rules, state) else None


def replay(rules: RuleSet, actions: Iterable[Action], seats: int | None = None) -> tuple[State, tuple[Event, ...]]:
    """The state that a log leads to, and everything that happened on the way.

    IRR-0: a DirUndo stays in the log; the fold goes back to before the action that it names, and on from there.
    """
    state = start(rules, seats)
    events: list[Event] = []
    log = tuple(actions)
    undone = any(isinstance(action, DirUndo) for action in log)
    before: list[tuple[State, int]] = []
    for action in log:
        if undone:
            before.append((state, len(events)))
        if isinstance(action, DirUndo):
            if action.event >= len(before) - 1:
                raise Impossible("E_OPTION", "IRR-0", f"event: an earlier action, from 0 to {len(before) - 2}")
            state, told = before[action.event]
            events[told:] = [Undone(action.event)]
            continue
        state, happened = apply(rules, state, action)
        events += happened
    return state, tuple(events)
