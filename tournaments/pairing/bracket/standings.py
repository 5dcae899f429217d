"""The standings of a bracket: how far each entry got."""

from dataclasses import dataclass

from tournaments.pairing.bracket.shape import NOBODY, Bracket, Contest, Match, Places, State


@dataclass(frozen=True, slots=True)
class Placing:
    """One line: an entry's place; `last` is the worst place among those who share it. Settled: it plays no more."""

    place: int
    last: int
    entry: int
    is_settled: bool


def standings(bracket: Bracket, contest: Contest = Contest.MAIN) -> tuple[Placing, ...]:
    """Everybody who came into a contest, in order: by the worst place that is sure, then by the best one possible.

    Places that are not played out are shared, and those who share one are listed in the order of their seeds (late
    entries last). Both sides of a double forfeit that ends their way stand last among those who went out there. Where
    it leaves nobody to win, the places above stay empty: the sides of both semifinals share the third place.
    """
    last_match: dict[int, Match] = {}
    for match in bracket.matches:
        if match.contest == contest:
            last_match |= {side: match for side in match.sides if side}
    seeds = {source.entry: source.seed for match in bracket.matches for source in match.sources if source.entry}
    order = {entry: (seeds.get(entry) or bracket.n + 1, entry) for entry in last_match}
    groups: dict[tuple[int, int], list[int]] = {}
    for entry, match in last_match.items():
        low, high = _outcome(bracket, match, entry)
        groups.setdefault((high, low), []).append(entry)
    lines: list[Placing] = []
    place = 0
    for _, group in sorted(groups.items()):
        place = place or min(_best(last_match[entry], entry) for entry in group)
        last = max(place, len(lines) + len(group))
        for entry in sorted(group, key=order.__getitem__):
            is_settled = last_match[entry].state in (State.OVER, State.VOID)
            lines.append(Placing(place, last, entry, is_settled))
        place = last + 1
    return tuple(lines)


def _best(match: Match, entry: int) -> int:
    """The best place that an entry can have after the last match in which it sits."""
    is_out = match.state is State.OVER and match.winner != entry
    return match.loser_places[0] if is_out else match.winner_places[0]


def _outcome(bracket: Bracket, match: Match, entry: int) -> Places:
    """The best and the worst place of an entry after the last match in which it sits."""
    if match.winner == entry:
        return match.winner_places
    if match.state is not State.OVER:
        return match.winner_places[0], match.loser_places[1]
    low, high = match.loser_places
    return (low, high) if match.winner != NOBODY else (high, high)
