"""COL-10..16: how a deal of Colonel ends, and what each seat enters."""

from games.engine.cards import Pack, values
from games.engine.entering import entered
from games.engine.events import Showed
from games.engine.result import DealResult
from games.engine.rules import Outcome, RuleSet
from games.engine.state import Rest, State


def out(rules: RuleSet, state: State, seat: int) -> Outcome:
    """COL-9, 12: the seat's hand is empty: under `hand_left` it scores all that the other still holds."""
    counts = _counts(rules.pack, state)
    if rules.scoring == "meld_minus_hand":
        return _both_score(rules, state, "out", counts)
    return _one_scores(rules, state, "out", seat, sum(counts) - counts[seat], counts)


def exhausted(rules: RuleSet, state: State) -> Outcome:
    """COL-11, 13: the stock is used up: under `hand_left` the lower hand scores the difference; level: nobody."""
    counts = _counts(rules.pack, state)
    if rules.scoring == "meld_minus_hand":
        return _both_score(rules, state, "exhausted", counts)
    return _one_scores(rules, state, "exhausted", _lower(counts), abs(counts[0] - counts[1]), counts)


def challenged(rules: RuleSet, state: State) -> Outcome:
    """COL-15, 18: whole hands are counted; under `hand_left` the lower scores the other's full total; level: nobody.

    COL-14 holds in every ending: under `meld_minus_hand` each scores what he laid less his hand, here too.
    """
    counts = _counts(rules.pack, state)
    if rules.scoring == "meld_minus_hand":
        return _both_score(rules, state, "challenge", counts)
    return _one_scores(rules, state, "challenge", _lower(counts), max(counts), counts)


def _counts(pack: Pack, state: State) -> tuple[int, ...]:
    """COL-10, 18: what each hand counts, melds that were not laid too."""
    return tuple(values(hand, pack) for hand in state.hands)


def _lower(counts: tuple[int, ...]) -> int | None:
    return None if counts[0] == counts[1] else counts.index(min(counts))


def _one_scores(
    rules: RuleSet, state: State, kind: str, winner: int | None, points: int, counts: tuple[int, ...]
) -> Outcome:
    """`hand_left`: the winner's points; nobody scores where there is no winner."""
    points = 0 if winner is None else points
    scores = tuple(points if seat == winner else 0 for seat in range(len(counts)))
    result = DealResult(type=kind, winner=winner, points=points, counts=counts, difference=points, scores=scores)
    return _counted(rules, state, result)


def _both_score(rules: RuleSet, state: State, kind: str, counts: tuple[int, ...]) -> Outcome:
    """COL-14: each seat's laid cards less its own hand, below 0 too; the higher score wins the deal."""
    rest: Rest = state.rest
    scores = tuple(laid - count for laid, count in zip(rest.credit, counts, strict=True))
    best = max(scores)
    winner = scores.index(best) if scores.count(best) == 1 else None
    points = 0 if winner is None else best
    difference = abs(scores[0] - scores[1])
    result = DealResult(type=kind, winner=winner, points=points, counts=counts, difference=difference, scores=scores)
    return _counted(rules, state, result)


def _counted(rules: RuleSet, state: State, result: DealResult) -> Outcome:
    """COL-12..15: the cards that count lie open."""
    assert result.counts is not None
    shown = tuple(
        Showed(seat=seat, melds=(), deadwood=hand, count=count)
        for seat, (hand, count) in enumerate(zip(state.hands, result.counts, strict=True))
        if hand
    )
    done, events = entered(rules, state, result)
    return done, (*shown, *events)
