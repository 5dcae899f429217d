"""COL-10..16: how a deal of Colonel ends, and what each seat enters."""

from dataclasses import replace

from games.engine.cards import Pack, values
from games.engine.entering import entered
from games.engine.events import Showed
from games.engine.result import DealResult
from games.engine.rules import Outcome, RuleSet
from games.engine.state import Rest, State, make_state


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


def rescored(rules: RuleSet, state: State, fixes: tuple[int, ...]) -> Outcome:
    """IRR-10..12: the entry of the deal is made again with cards found too few (-) or too many (+) at its end.

    10 points off for each card too few; who has too many cannot have gone out, so nobody wins; both wrong: void.
    """
    before = state.rest
    assert before.result is not None
    result = replace(before.result, penalties=tuple(10 * max(0, -fix) for fix in fixes))
    nobody = tuple(0 for _ in fixes)
    if all(fixes):
        result = DealResult(type="void", winner=None, points=0)
    elif result.winner is not None and fixes[result.winner] > 0:
        result = replace(result, type="no_winner", winner=None, points=0, scores=nobody, penalties=nobody)
    score = rules.sheet.blank(len(state.hands))
    for deal in before.score.deals[:-1]:
        score = rules.sheet.enter(rules, score, deal)
    rest = replace(before, score=score, standing=rules.sheet.settle(rules, score), result=None)
    again = make_state(state.phase, state.turn, state.hands, state.stock, state.pile, rest)
    return entered(rules, again, result)


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
    return _counted(rules, state, result, counts)


def _both_score(rules: RuleSet, state: State, kind: str, counts: tuple[int, ...]) -> Outcome:
    """COL-14: each seat's laid cards less its own hand, below 0 too; the higher score wins the deal."""
    rest: Rest = state.rest
    scores = tuple(laid - count for laid, count in zip(rest.credit, counts, strict=True))
    best = max(scores)
    winner = scores.index(best) if scores.count(best) == 1 else None
    points = 0 if winner is None else best
    difference = abs(scores[0] - scores[1])
    result = DealResult(type=kind, winner=winner, points=points, counts=counts, difference=difference, scores=scores)
    return _counted(rules, state, result, counts)


def _counted(rules: RuleSet, state: State, result: DealResult, counts: tuple[int, ...]) -> Outcome:
    """COL-12..15: the cards that count lie open."""
    shown = tuple(
        Showed(seat=seat, melds=(), deadwood=hand, count=count)
        for seat, (hand, count) in enumerate(zip(state.hands, counts, strict=True))
        if hand
    )
    done, events = entered(rules, state, result)
    return done, (*shown, *events)
