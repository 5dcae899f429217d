"""COL-10..16: the ways in which a deal of Colonel ends, and what each seat enters."""

from dataclasses import replace

from games.engine.cards.cards import Pack, values
from games.engine.laws.entering import entered
from games.engine.moves.events import Showed
from games.engine.moves.result import LOST, DealResult
from games.engine.play.rules import Outcome, RuleSet
from games.engine.play.state import Rest, State, changed_rest, make_state


def out(rules: RuleSet, state: State, seat: int) -> Outcome:
    """COL-9, 12: end the deal because the seat's hand is empty."""
    return _counted(rules, state, "out", seat)


def exhausted(rules: RuleSet, state: State) -> Outcome:
    """COL-11, 13: end the deal because the stock is used up."""
    return _counted(rules, state, "exhausted", None)


def challenged(rules: RuleSet, state: State) -> Outcome:
    """COL-15, 18: end the deal by a challenge: whole hands are counted."""
    return _counted(rules, state, "challenge", None)


def scored(
    rules: RuleSet,
    kind: str,
    seat: int | None,
    counts: tuple[int, ...],
    laid: tuple[int, ...],
    fixes: tuple[int, ...] = (0, 0),
) -> DealResult:
    """COL-12..15: the result of a deal that ended like this (out, exhausted, challenge), from what each seat still held
    and had laid; `seat` went out. IRR-10..12: `fixes` are cards found too many (+) or too few (-).

    `hand_left`: who is out scores all that the other holds (COL-12), after the stock the lower hand the difference
    (COL-13), after a challenge the lower hand the other's full total (COL-15); level: nobody. COL-14 holds in every
    ending: under `meld_minus_hand` each scores what he laid less his hand.
    """
    if rules.scoring == "meld_minus_hand":
        result = _both_score(kind, counts, laid)
    elif kind == "out":
        result = _one_scores(kind, seat, sum(counts), counts)
    else:
        points = max(counts) if kind == "challenge" else abs(counts[0] - counts[1])
        result = _one_scores(kind, _lower(counts), points, counts)
    return _fixed(result, fixes) if any(fixes) else result


def rescored(rules: RuleSet, state: State, fixes: tuple[int, ...]) -> Outcome:
    """IRR-10..12: the entry of the deal is made again with cards found too few (-) or too many (+) at its end.

    10 points off for each card too few; who has too many cannot have gone out, so nobody wins; both wrong: void.
    """
    before = state.rest
    assert before.result is not None
    result = _fixed(before.result, fixes)
    score = before.score.without(before.result)
    rest = changed_rest(before, score=score, standing=rules.sheet.settle(rules, score), result=None)
    again = make_state(state.phase, state.turn, state.hands, state.stock, state.pile, rest)
    return entered(rules, again, result)


def _fixed(result: DealResult, fixes: tuple[int, ...]) -> DealResult:
    """IRR-10..12: take 10 points off for each card too few; a player with too many cannot have gone out; if both are
    wrong, the deal is void."""
    if all(fixes):
        return DealResult(type="void", winner=None, points=0)
    penalties = tuple(10 * max(0, -fix) for fix in fixes)
    if result.winner is not None and fixes[result.winner] > 0:
        nobody = tuple(0 for _ in fixes)
        return replace(result, type="no_winner", winner=None, points=0, scores=nobody, penalties=nobody)
    return replace(result, penalties=penalties)


def _counts(pack: Pack, state: State) -> tuple[int, ...]:
    """COL-10, 18: the count of each hand, including melds that were not laid."""
    return tuple(values(hand, pack) for hand in state.hands)


def _lower(counts: tuple[int, ...]) -> int | None:
    return None if counts[0] == counts[1] else counts.index(min(counts))


def _one_scores(kind: str, winner: int | None, points: int, counts: tuple[int, ...]) -> DealResult:
    """`hand_left`: the winner's points; nobody scores where there is no winner."""
    points = 0 if winner is None else points
    scores = tuple(points if seat == winner else 0 for seat in range(len(counts)))
    return DealResult(type=kind, winner=winner, points=points, counts=counts, difference=points, scores=scores)


def _both_score(kind: str, counts: tuple[int, ...], laid: tuple[int, ...]) -> DealResult:
    """COL-14: each seat scores its laid cards less its own hand, which may be below 0; the higher score wins the
    deal."""
    scores = tuple(credit - count for credit, count in zip(laid, counts, strict=True))
    best = max(scores)
    winner = scores.index(best) if scores.count(best) == 1 else None
    points = 0 if winner is None else best
    difference = abs(scores[0] - scores[1])
    return DealResult(type=kind, winner=winner, points=points, counts=counts, difference=difference, scores=scores)


def lost(rules: RuleSet, rest: Rest, winner: int) -> DealResult:
    """ONL-2: a deal that is lost for missing entropy counts as much as the highest card (COL-10)."""
    points = max(rules.pack.values)
    scores = tuple(points if seat == winner else 0 for seat in range(len(rest.places.after)))
    return DealResult(type=LOST, winner=winner, points=points, scores=scores)


def _counted(rules: RuleSet, state: State, kind: str, seat: int | None) -> Outcome:
    """COL-12..15: show the cards that were counted."""
    counts = _counts(rules.pack, state)
    shown = tuple(
        Showed(seat=at, melds=(), deadwood=hand, count=count)
        for at, (hand, count) in enumerate(zip(state.hands, counts, strict=True))
        if hand
    )
    done, events = entered(rules, state, scored(rules, kind, seat, counts, state.rest.credit))
    return done, (*shown, *events)
