"""Assign prizes by category from the final standings: entries with equal points share money, and things are given in
the order of the tie-breaks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Groups = Sequence[Sequence[int]]  # entries with equal points, each group in the order of its tie-breaks


@dataclass(frozen=True, slots=True)
class Prize:
    """The prize of one place: money in hundredths, a thing in words, or both."""

    cents: int = 0
    words: str = ""


@dataclass(frozen=True, slots=True)
class Category:
    """The prizes of the places 1, 2, … among those who are eligible."""

    key: str
    prizes: tuple[Prize, ...]
    eligible: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """The prize of an entry in a category: its money, its things, and the places `first` to `last` among the eligible
    that it shares with equals."""

    entry: int
    category: str
    cents: int
    words: tuple[str, ...]
    first: int
    last: int


def assign(groups: Groups, categories: Sequence[Category], *, is_one_each: bool, empty: int = 0) -> tuple[Award, ...]:
    """All awards, by category and place.

    The money of the places that equals take is added up and shared; what cannot be shared goes to the first of them, a
    hundredth each. Things of these places go to them one by one. With `is_one_each` an entry that would win in several
    categories keeps the award that is worth most (of equal ones that of the first category), and those behind it move
    up in the others, until nobody has two. The first `empty` places have nobody (a cup without a winner): their prizes
    among all are not given.
    """
    without: dict[str, set[int]] = {one.key: set() for one in categories}
    while True:
        found = [award for one in categories for award in _awards(groups, one, without[one.key], empty)]
        spare = list(_spare(found)) if is_one_each else []
        if not spare:
            return tuple(found)
        for award in spare:
            without[award.category].add(award.entry)


def _awards(groups: Groups, category: Category, without: set[int], empty: int) -> Iterator[Award]:
    """The awards of one category."""
    is_for_all = all(category.eligible.issuperset(group) for group in groups)
    taken, count = empty if is_for_all else 0, 0
    for group in groups:
        equals = [entry for entry in group if entry in category.eligible and entry not in without]
        if not equals:
            continue
        count += len(equals)
        last = max(taken + 1, count)
        if prizes := category.prizes[taken:last]:
            yield from _shared(category.key, equals, prizes, taken + 1, last)
        taken = last


def _shared(key: str, equals: Sequence[int], prizes: Sequence[Prize], first: int, last: int) -> Iterator[Award]:
    each, rest = divmod(sum(prize.cents for prize in prizes), len(equals))
    things = [prize.words for prize in prizes if prize.words]
    if not each and not rest:
        equals = equals[: len(things)]
        last = min(last, first + max(len(equals) - 1, 0))
    for at, entry in enumerate(equals):
        cents, words = each + (at < rest), tuple(things[at : at + 1])
        if cents or words:
            yield Award(entry=entry, category=key, cents=cents, words=words, first=first, last=last)


def _spare(found: Sequence[Award]) -> Iterator[Award]:
    """The awards that are dropped because their entry has a better award."""
    best: dict[int, Award] = {}
    for award in found:
        kept = best.get(award.entry)
        if kept is None:
            best[award.entry] = award
        elif award.cents > kept.cents:
            best[award.entry] = award
            yield kept
        else:
            yield award
