"""Fold results into a bracket: the same results give the same tree."""

from collections.abc import Mapping
from dataclasses import replace

from tournaments.pairing.bracket.shape import (
    NOBODY,
    BadBracket,
    Bracket,
    Match,
    Origin,
    Result,
    Side,
    Source,
    State,
)
from tournaments.pairing.crosstable import Kind


def play(bracket: Bracket, results: Mapping[str, Result]) -> Bracket:
    """The bracket after exactly these results (by match key); earlier results in it are replaced.

    A result between other entries than those who now sit there is left out and listed in `stale`: a match is never
    decided by what others played. Raises BadBracket for an unknown key or an impossible result.
    """
    for key, result in results.items():
        _check(bracket.match(key).key, result)
    seen: dict[str, Match] = {}
    for plan in bracket.matches:
        seen[plan.key] = _played(plan, seen, results.get(plan.key))
    stale = tuple(key for key in seen if key in results and seen[key].result is None)
    return Bracket(bracket.n, bracket.settings, tuple(seen.values()), stale)


def passed(bracket: Bracket, results: Mapping[str, Result], through: Mapping[str, int]) -> dict[str, Result]:
    """The results with a forfeit at every place (by match key) from which, by a ruling, this entry goes on without
    playing as soon as it reaches that place."""
    found = dict(results)
    while waiting := [match for match in play(bracket, found).ready if through.get(match.key) in match.sides]:
        for match in waiting:
            found[match.key] = match.won_by(through[match.key], Kind.FORFEIT)
    return found


def _check(key: str, result: Result) -> None:
    first, second = result.sides
    if first == second or min(first, second) < 1:
        raise BadBracket(key, f"a result needs two entries, not {result.sides}")
    if (result.winner == NOBODY) != (result.kind is Kind.DOUBLE_FORFEIT):
        raise BadBracket(key, "only a double forfeit has no winner, and it has none")
    for one in (result.winner, result.advances):
        if one not in (NOBODY, *result.sides):
            raise BadBracket(key, f"the winner is one of {result.sides}, not {one}")


def _played(plan: Match, seen: Mapping[str, Match], result: Result | None) -> Match:
    """The match with its sides, its state and the side that goes on."""
    first, second = (_side(source, seen) for source in plan.sources)
    if plan.reset_of and not _is_reset_due(seen[plan.reset_of]):
        is_open = seen[plan.reset_of].state in (State.WAITING, State.READY)
        return _open(plan, (None, None)) if is_open else _void(plan, NOBODY, NOBODY)
    if first == NOBODY or second == NOBODY:
        return _void(plan, first, second)
    if first is None or second is None or result is None or set(result.sides) != {first, second}:
        return _open(plan, (first, second))
    winner = result.advances or result.winner
    loser = first + second - winner if winner else NOBODY
    return replace(plan, sides=(first, second), state=State.OVER, winner=winner, loser=loser, result=result)


def _open(plan: Match, sides: tuple[Side, Side]) -> Match:
    state = State.WAITING if None in sides else State.READY
    return replace(plan, sides=sides, state=state, winner=None, loser=None, result=None)


def _void(plan: Match, first: Side, second: Side) -> Match:
    """A match with an empty side, which is not played: the other side, if there is one, goes on as winner."""
    winner = second if first == NOBODY else first
    return replace(plan, sides=(first, second), state=State.VOID, winner=winner, loser=NOBODY, result=None)


def _is_reset_due(final: Match) -> bool:
    """Has the unbeaten side, the first of the grand final, lost it, so that a second one is due?"""
    return final.state is State.OVER and final.winner != NOBODY and final.winner == final.sides[1]


def _side(source: Source, seen: Mapping[str, Match]) -> Side:
    match source.origin:
        case Origin.WINNER:
            return seen[source.of].winner
        case Origin.LOSER:
            return seen[source.of].loser
        case Origin.OPEN:
            return None
        case _:
            return source.entry
