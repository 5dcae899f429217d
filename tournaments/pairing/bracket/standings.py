"""The standings of a bracket, by how far each entry got."""

from dataclasses import dataclass

from tournaments.pairing.bracket.shape import NOBODY, Bracket, Contest, Match, Places, State


@dataclass(frozen=True, slots=True)
class Placing:
    """One line: an entry's place, and `last`, the worst place among those who share it. `is_settled`: it plays no more
    matches."""

    place: int
    last: int
    entry: int
    is_settled: bool


def standings(bracket: Bracket, contest: Contest = Contest.MAIN) -> tuple[Placing, ...]:
    """All entries of a contest, in order: by the worst place that they can still get, then by the best one.

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
        low, high = _possible_places(bracket, match, entry)
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
    """The best place that an entry can have after its last match."""
    is_out = match.state is State.OVER and match.winner != entry
    return match.loser_places[0] if is_out else match.winner_places[0]


def _possible_places(bracket: Bracket, match: Match, entry: int) -> Places:
    """The best and the worst place that an entry can have after its last match."""
    if match.winner == entry:
        return match.winner_places
    if match.state is not State.OVER:
        return match.winner_places[0], match.loser_places[1]
    low, high = match.loser_places
    return (low, high) if match.winner != NOBODY else (high, high)
