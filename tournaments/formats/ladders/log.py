"""The log of a ladder, and the ladder that follows from it: a fold over facts, which does not check rules.

A fact stands even where another result would have made it impossible: a challenge from five places below stays, even if
a correction changes the places afterwards. Moments are whole numbers in any unit.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

Pair = frozenset[int]


@dataclass(frozen=True, slots=True)
class Challenge:
    """An open challenge: who challenged whom and when, and when it was accepted (None: not yet). `has_begun`: its match
    is being played, or has a reported result, so that it cannot lapse any more."""

    by: int
    to: int
    at: int
    accepted_at: int | None = None
    has_begun: bool = False

    @property
    def pair(self) -> Pair:
        """The two entries."""
        return frozenset((self.by, self.to))


@dataclass(frozen=True, slots=True)
class Ladder:
    """A ladder: entries from the top, open challenges (at most one for each entry), when pairs last met or a challenge
    between them ended, since when each entry is idle, and who is away."""

    order: tuple[int, ...] = ()
    challenges: tuple[Challenge, ...] = ()
    met: Mapping[Pair, int] = field(default_factory=dict)
    idle_since: Mapping[int, int] = field(default_factory=dict)
    away: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Came:
    """An entry is here: at the bottom if it is new or had left, at its own place if it was away."""

    entry: int
    at: int


@dataclass(frozen=True, slots=True)
class Went:
    """An entry is away: it keeps its place, and nobody challenges it."""

    entry: int
    at: int


@dataclass(frozen=True, slots=True)
class Left:
    """An entry leaves with its challenge; those below move up."""

    entry: int
    at: int


@dataclass(frozen=True, slots=True)
class Challenged:
    """One entry challenges another."""

    by: int
    to: int
    at: int


@dataclass(frozen=True, slots=True)
class Accepted:
    """The challenge is accepted."""

    by: int
    to: int
    at: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The challenge is over. `winner` takes the place above if it stood below (None: nobody moves). `is_played`: both
    were active. `is_void`: it counts as if it had not been made, and the two may meet again at once."""

    by: int
    to: int
    at: int
    winner: int | None = None
    is_played: bool = False
    is_void: bool = False


@dataclass(frozen=True, slots=True)
class Dropped:
    """An idle entry moves down `places` places (0: to the bottom); its time starts again."""

    entry: int
    at: int
    places: int


@dataclass(frozen=True, slots=True)
class Placed:
    """The director puts an entry on a place, counted from 1."""

    entry: int
    at: int
    place: int


Event = Came | Went | Left | Challenged | Accepted | Ended | Dropped | Placed


def fold(events: Iterable[Event], ladder: Ladder | None = None) -> Ladder:
    """The ladder after these facts; the same facts give the same ladder."""
    found = Ladder() if ladder is None else ladder
    for event in events:
        found = happened(found, event)
    return found


def happened(ladder: Ladder, event: Event) -> Ladder:
    """The ladder after one more fact. A fact about an entry that is not on the ladder (any more) moves nobody."""
    match event:
        case Came(entry, at):
            return _came(ladder, entry, at)
        case Went(entry, _):
            return replace(ladder, away=ladder.away | {entry})
        case Left(entry, _):
            return _left(ladder, entry)
        case Challenged(by, to, at):
            return active(replace(ladder, challenges=(*ladder.challenges, Challenge(by, to, at))), at, by)
        case Accepted(by, to, at):
            return active(replace(ladder, challenges=tuple(_accepted(one, event) for one in ladder.challenges)), at, to)
        case Ended():
            return _ended(ladder, event)
        case Dropped(entry, at, places):
            return _dropped(ladder, entry, at, places)
        case Placed(entry, _, place):
            return _put(ladder, entry, place - 1)


def active(ladder: Ladder, at: int, *entries: int) -> Ladder:
    """The ladder in which these entries were active at this moment."""
    here = dict.fromkeys((one for one in entries if one in ladder.idle_since), at)
    return replace(ladder, idle_since={**ladder.idle_since, **here})


def _came(ladder: Ladder, entry: int, at: int) -> Ladder:
    if entry in ladder.order:
        return replace(ladder, away=ladder.away - {entry})
    return replace(ladder, order=(*ladder.order, entry), idle_since={**ladder.idle_since, entry: at})


def _left(ladder: Ladder, entry: int) -> Ladder:
    return Ladder(
        tuple(one for one in ladder.order if one != entry),
        tuple(one for one in ladder.challenges if entry not in one.pair),
        {pair: at for pair, at in ladder.met.items() if entry not in pair},
        {one: at for one, at in ladder.idle_since.items() if one != entry},
        ladder.away - {entry},
    )


def _accepted(one: Challenge, event: Accepted) -> Challenge:
    return replace(one, accepted_at=event.at) if (one.by, one.to) == (event.by, event.to) else one


def _ended(ladder: Ladder, event: Ended) -> Ladder:
    pair = frozenset((event.by, event.to))
    if event.winner is not None and not event.is_void:
        ladder = _taken(ladder, event.winner, event.by + event.to - event.winner)
    left = tuple(one for one in ladder.challenges if one.pair != pair)
    met = ladder.met if event.is_void or not pair <= set(ladder.order) else {**ladder.met, pair: event.at}
    ladder = replace(ladder, challenges=left, met=met)
    return active(ladder, event.at, event.by, event.to) if event.is_played else ladder


def _taken(ladder: Ladder, winner: int, loser: int) -> Ladder:
    """The entries with the winner on the loser's place, if it stood below."""
    if winner not in ladder.order or loser not in ladder.order:
        return ladder
    above = ladder.order.index(loser)
    return ladder if ladder.order.index(winner) < above else _put(ladder, winner, above)


def _dropped(ladder: Ladder, entry: int, at: int, places: int) -> Ladder:
    if entry not in ladder.order:
        return ladder
    ladder = replace(ladder, idle_since={**ladder.idle_since, entry: at})
    return _put(ladder, entry, ladder.order.index(entry) + places if places else len(ladder.order))


def _put(ladder: Ladder, entry: int, index: int) -> Ladder:
    """The entries with this one at the given index (counted without it); the others keep their order."""
    if entry not in ladder.order:
        return ladder
    rest = [one for one in ladder.order if one != entry]
    return replace(ladder, order=(*rest[:index], entry, *rest[index:]))
