"""Convert a log of actions into a record, and back: its actions, results and checks."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from games.engine.moves.actions import Action, Deal
from games.engine.moves.director import DirUndo
from games.engine.moves.events import DealScored, Dealt, Event, GameWon
from games.engine.moves.law_events import Ruled
from games.engine.moves.result import DealResult, Settlement
from games.engine.play.referee import apply, start
from games.engine.play.rules import RuleSet
from games.engine.play.state import State
from games.engine.record.director import director_token
from games.engine.record.reading import VERSION, Record
from games.engine.record.telling import item_of
from games.engine.sheets.series import state_met
from games.engine.writing.codec.words import SEATS
from games.engine.writing.rules_text import rules_text
from games.engine.writing.words import Dealing, Item, Scored

NOBODY = "-"


def record_of(
    rules: RuleSet, actions: Iterable[Action], headers: Sequence[tuple[str, str]] = (), seats: int | None = None
) -> Record:
    """The record of a log, which is replayed once for all results; `headers` (names, date, table) follow the rules.

    Raises Impossible where the log cannot be played.
    """
    state = start(rules, seats)
    usual = seats is None or seats == rules.seating.numbers(rules)[0]
    opening = [("Undercut", VERSION), ("Rules", rules_text(rules))]
    opening += [] if usual else [("Seats", str(seats))]
    items: list[Item] = []
    history: list[State] = []
    for action in actions:
        history.append(state)
        if isinstance(action, DirUndo):
            state = history[action.event]
            items.append(director_token(action, rules.pack))
            continue
        before = state_met(rules, state, action)
        state, events = apply(rules, before, action)
        item = dealing_of(rules, before, action, events) or item_of(rules, before, action, events)
        rulings = tuple(f"[%rule {event.irr}]" for event in events if isinstance(event, Ruled))
        items.append(replace(item, comments=(*item.comments, *rulings)))
        items += results_of(events)
    given = [pair for pair in headers if pair[0] not in dict(opening)]
    return Record((*opening, *given), tuple(items))


def dealing_of(rules: RuleSet, before: State, action: Action, events: Sequence[Event]) -> Dealing | None:
    """The line of a deal, with its number and dealer; None for any other action."""
    if not isinstance(action, Deal):
        return None
    dealt = next(event for event in events if isinstance(event, Dealt))
    board = 0 if action.board is None else action.board + 1
    deck = tuple("?" if card < 0 else rules.pack.texts[card] for card in action.deck)
    return Dealing(number=dealt.deal, dealer=SEATS[dealt.dealer], deck=deck, board=board)


def results_of(events: Iterable[Event]) -> list[Scored]:
    """The result lines of these events."""
    lines: list[Scored] = []
    for event in events:
        if isinstance(event, DealScored):
            lines.append(Scored(words=result_words(event.result)))
        elif isinstance(event, GameWon):
            lines.append(Scored(words=total_words(event.totals), final=True))
    return lines


def result_words(result: DealResult) -> tuple[str, ...]:
    """`knock A 46 (4:50)`: type, winner, points, counts by seat; Colonel's scores by seat in brackets."""
    if result.winner is None and not result.points and result.counts is None and result.scores is None:
        return (result.type,)
    winner = NOBODY if result.winner is None else SEATS[result.winner]
    words: list[str] = [result.type, winner, str(result.points)]
    words += [f"({_by_seat(result.counts)})"] if result.counts is not None else []
    words += [f"<{_by_seat(result.scores)}>"] if result.scores is not None else []
    return (*words, result.suits) if result.suits else tuple(words)


def total_words(totals: Sequence[int]) -> tuple[str, ...]:
    """`A 266 B 112`: each seat's total with all bonuses."""
    return tuple(word for seat, total in enumerate(totals) for word in (SEATS[seat], str(total)))


def result_header(standing: Settlement) -> str:
    """The header Result of a game: its totals, or * while it goes on."""
    return " ".join(total_words(standing.totals)) if standing.over else "*"


def _by_seat(values: Sequence[Any]) -> str:
    return ":".join("?" if value is None else str(value) for value in values)
