"""The effects of a corrected result on later matches of a bracket."""

from collections.abc import Mapping
from dataclasses import replace

from tournaments.pairing.bracket.fold import play
from tournaments.pairing.bracket.shape import NOBODY, Bracket, Match, Origin, Result, Source, State


def misplaced(bracket: Bracket, seated: Mapping[str, tuple[int, int]]) -> tuple[str, ...]:
    """The keys of the matches that have begun between these pairs although the bracket now has another pair there."""
    return tuple(match.key for match in bracket.matches if set(seated.get(match.key, ())) - set(match.sides))


def let_stand(
    bracket: Bracket, results: Mapping[str, Result], key: str, pair: tuple[int, int]
) -> dict[str, Result] | None:
    """The rulings that let this pair meet in a match although the earlier results say otherwise: the results with who
    `advances`. None if no such ruling is possible, because they did not come from there, or the earlier match is not
    decided itself."""
    match = bracket.match(key)
    ruled = dict(results)
    for side, source in zip(match.sides, match.sources, strict=True):
        if side in pair:
            continue
        feeder, origin = _feeder(bracket, source)
        if feeder is None or feeder.state is not State.OVER or feeder.key not in results:
            return None
        came = [entry for entry in pair if entry not in match.sides and entry in results[feeder.key].sides]
        if len(came) != 1:
            return None
        held = results[feeder.key]
        advances = came[0] if origin is Origin.WINNER else sum(held.sides) - came[0]
        ruled[feeder.key] = replace(held, advances=NOBODY if advances == held.winner else advances)
    if set(play(bracket, ruled).match(key).sides) != set(pair):
        return None
    return {key: result for key, result in ruled.items() if result != results[key]}


def _feeder(bracket: Bracket, source: Source) -> tuple[Match | None, Origin]:
    """The match that a side comes from, skipping those that nobody plays, and whether as winner or loser."""
    while source.origin in (Origin.WINNER, Origin.LOSER):
        match = bracket.match(source.of)
        if match.state is not State.VOID or source.origin is Origin.LOSER:
            return match, source.origin
        ways = [one for one, side in zip(match.sources, match.sides, strict=True) if side != NOBODY]
        if len(ways) != 1:
            return None, source.origin
        source = ways[0]
    return None, source.origin
