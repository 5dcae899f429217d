"""Check a record: replay it, and compare every printed card, result and total."""

from collections.abc import Iterable, Iterator

from games.engine.moves.actions import Action
from games.engine.moves.director import DirUndo
from games.engine.moves.events import Event
from games.engine.play.impossible import Impossible
from games.engine.play.referee import apply, start
from games.engine.play.rules import RuleSet
from games.engine.play.state import State
from games.engine.record.binding import action_of
from games.engine.record.letters import Unbound
from games.engine.record.logs import dealing_of, result_header, results_of
from games.engine.record.reading import Record, RecordError, read_with_places
from games.engine.record.telling import item_of
from games.engine.sheets.series import state_met
from games.engine.writing.rules_text import parse_rules
from games.engine.writing.words import UNKNOWN, Dealing, Item, Scored, Token, word

Places = tuple[tuple[int, int], ...]
NOWHERE = (1, 1)


def checked(lines: Iterable[str]) -> Iterator[tuple[Record, State | None]]:
    """Each record with its final state; raises RecordError at the first wrong word.

    A record with an unknown deck is read, but cannot be replayed: its state is None.
    """
    for record, places in read_with_places(lines):
        yield record, None if _is_partial(record) else state_of(record, places)


def state_of(record: Record, places: Places = ()) -> State:
    """The final state of a record; raises RecordError with the place of the first wrong word."""
    return _replayed(record, places)[1]


def actions_of(record: Record, places: Places = ()) -> tuple[Action, ...]:
    """The log of a record's actions; raises RecordError."""
    return tuple(_replayed(record, places)[0])


def _is_partial(record: Record) -> bool:
    """Does some deck hold unknown cards?"""
    return any(isinstance(item, Dealing) and UNKNOWN in item.deck for item in record.items)


def _replayed(record: Record, places: Places) -> tuple[list[Action], State]:
    at = places or (NOWHERE,) * len(record.items)
    rules = _rules(record)
    state = _start(rules, record)
    log: list[Action] = []
    history: list[State] = []
    due: list[Scored] = []
    for item, (line, column) in zip(record.items, at, strict=True):
        try:
            if isinstance(item, Scored):
                _compare_result(item, due)
                continue
            if due:
                raise Unbound(f"the deal is scored: {' '.join(due[0].words)} is missing")
            action = action_of(rules, state, item)
            log.append(action)
            history.append(state)
            if isinstance(action, DirUndo):
                state = _undone(history, action)
                continue
            before = state_met(rules, state, action)
            state, events = apply(rules, before, action)
            _compare_cards(rules, before, item, action, events)
            due = list(results_of(events))
        except (Unbound, Impossible) as error:
            raise RecordError(line, column, f"{_shown(item)}: {error}") from None
    _compare_end(record, state, due, at[-1] if at else NOWHERE)
    return log, state


def _rules(record: Record) -> RuleSet:
    try:
        return parse_rules(record.header("Rules"))
    except Impossible as error:
        raise RecordError(*NOWHERE, f"Rules: {error}") from None


def _start(rules: RuleSet, record: Record) -> State:
    seats = record.header("Seats")
    try:
        return start(rules, int(seats) if seats.isascii() and seats.isdigit() else None)
    except Impossible as error:
        raise RecordError(*NOWHERE, f"Seats: {error}") from None


def _undone(history: list[State], action: DirUndo) -> State:
    """IRR-0: take the log back to before the named action."""
    if action.event >= len(history) - 1:
        raise Unbound(f"an earlier action, from 0 to {len(history) - 2}")
    return history[action.event]


def _compare_result(item: Scored, due: list[Scored]) -> None:
    if not due:
        raise Unbound("nothing has been scored here")
    wanted = due.pop(0)
    if (item.words, item.final) != (wanted.words, wanted.final):
        raise Unbound(f"it came to {' '.join(wanted.words)}")


def _compare_cards(
    rules: RuleSet, before: State, item: Dealing | Token, action: Action, events: tuple[Event, ...]
) -> None:
    """Compare every printed card with the replay; ? matches any card."""
    if isinstance(item, Dealing):
        wanted = dealing_of(rules, before, action, events)
        if wanted is not None and (item.number, item.dealer) != (wanted.number, wanted.dealer):
            raise Unbound(f"this is deal {wanted.number}, dealt by {wanted.dealer}")
        return
    told = item_of(rules, before, action, events)
    assert isinstance(told, Token)
    for printed, seen in ((item.cards, told.cards), (item.args, told.args)):
        known = [(mine, theirs) for mine, theirs in zip(printed, seen, strict=False) if mine != UNKNOWN]
        if item.letter != "!!" and item.letter != "m" and any(mine != theirs for mine, theirs in known):
            raise Unbound(f"it was {word(told)}")


def _compare_end(record: Record, state: State, due: list[Scored], place: tuple[int, int]) -> None:
    if due:
        raise RecordError(*place, f"the deal is scored: {' '.join(due[0].words)} is missing")
    result = record.header("Result")
    if result and result != result_header(state.rest.standing):
        raise RecordError(*NOWHERE, f"Result: it came to {result_header(state.rest.standing)}")


def _shown(item: Item) -> str:
    if isinstance(item, Token):
        return word(item)
    return " ".join(item.words) if isinstance(item, Scored) else f"#{item.number}"
