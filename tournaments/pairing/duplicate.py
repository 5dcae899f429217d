"""Duplicate scoring: everybody gets the same decks, so that play and not the deal decides.

A deal's result at a table is one signed number of points as the first seat sees it: what it won is above 0, what it
lost below. None is a void deal: it counts for nobody at that table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256

TRIM_FROM = 8  # tables from which on the best and the worst result of a deck are left out of its mean

Deals = Mapping[int, int | None]  # deck -> points as the first seat sees them


class BadDeals(ValueError):
    """The results of duplicate deals do not fit together; the text says why."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A match by duplicate scoring: the first side's points (the second side has the opposite), and what each counted
    deck added to them."""

    points: Fraction
    decks: Mapping[int, Fraction]


def field(tables: Mapping[int, Deals]) -> dict[int, Comparison]:
    """`field` scoring: a side's deal score minus the mean of the same seat on that deck at all tables, summed over the
    decks.

    In: table number -> its deals. From eight tables with a valid result the mean leaves out the best and the worst of a
    deck. Zero-sum inside each match, since both seats have the same tables in their means.
    """
    decks = sorted({deck for deals in tables.values() for deck in deals})
    means = {deck: mean([one for deals in tables.values() if (one := deals.get(deck)) is not None]) for deck in decks}
    found = {}
    for number, deals in tables.items():
        counted = {deck: scored - means[deck] for deck in decks if (scored := deals.get(deck)) is not None}
        found[number] = _summed(counted)
    return found


def mean(scores: Sequence[int]) -> Fraction:
    """The mean of a deck over its tables; with eight or more tables without the best and the worst; 0 if nobody played
    it."""
    if not scores:
        return Fraction(0)
    kept = sorted(scores)[1:-1] if len(scores) >= TRIM_FROM else scores
    return Fraction(sum(kept), len(kept))


def mirror(first: Deals, turned: Deals) -> Comparison:
    """`mirror` scoring: both play each deck twice, in `turned` with exchanged seats; only the difference between the
    two plays counts.

    In: the deals as the seat sees them in which the first side sat first, and then the second. A deck of which either
    play is void is not compared. Raises BadDeals unless both are of the same decks.
    """
    return _crossed(first, turned)


def teams(first_board: Deals, second_board: Deals) -> Comparison:
    """`teams` scoring: two boards of a match with crossed seats: the first team has the first seat at the first board
    and the second seat at the second. A deck that is void at either board is not compared. Raises BadDeals as `mirror`
    does."""
    return _crossed(first_board, second_board)


def _crossed(straight: Deals, crossed: Deals) -> Comparison:
    if set(straight) != set(crossed):
        odd = sorted(set(straight) ^ set(crossed))
        raise BadDeals(f"decks {', '.join(map(str, odd))} are in one list of deals only")
    both = {deck: (straight[deck], crossed[deck]) for deck in sorted(straight)}
    return _summed({deck: Fraction(a - b) for deck, (a, b) in both.items() if a is not None and b is not None})


def _summed(decks: Mapping[int, Fraction]) -> Comparison:
    return Comparison(sum(decks.values(), Fraction(0)), dict(decks))


def field_luck(tables: Mapping[int, Mapping[int, float]]) -> dict[int, float]:
    """The luck of each table's first side beyond that of the others who had the same cards, summed over the decks.

    In: table number -> deck -> luck in points as the first seat sees it, of the deals that count and whose luck is
    known. No luck is left out of the mean, however it fell: then it is zero in the mean whatever is played.
    """
    decks: dict[int, list[float]] = {}
    for lucks in tables.values():
        for deck, luck in lucks.items():
            decks.setdefault(deck, []).append(luck)
    means = {deck: sum(lucks) / len(lucks) for deck, lucks in decks.items()}
    return {number: sum(luck - means[deck] for deck, luck in lucks.items()) for number, lucks in tables.items()}


@dataclass(frozen=True, slots=True)
class Play:
    """One deal of a match: the deck, whether the seats are exchanged, and whether this table has played it before."""

    deck: int
    is_turned: bool = False
    is_again: bool = False


def mirror_order(decks: Sequence[int], seed: str) -> tuple[Play, ...]:
    """The deals of a mirror match in seeded order: each deck once with the seats as they are and once with exchanged
    seats.

    All decks are played once before any comes again, in another order; which way round a deck comes first is drawn too.
    Raises BadDeals for a deck that stands twice.
    """
    if len(set(decks)) < len(decks):
        raise BadDeals("a deck stands twice")
    turned_first = {deck: _lot(seed, "way", deck) % 2 == 1 for deck in decks}
    once = sorted(decks, key=lambda deck: (_lot(seed, "once", deck), deck))
    again = sorted(decks, key=lambda deck: (_lot(seed, "again", deck), deck))
    if len(decks) > 1 and again[0] == once[-1]:  # players would recognise the same deck twice in a row
        again = [*again[1:], again[0]]
    return (
        *(Play(deck, turned_first[deck]) for deck in once),
        *(Play(deck, not turned_first[deck], True) for deck in again),
    )


def _lot(seed: str, purpose: str, number: int) -> int:
    return int.from_bytes(sha256(f"{seed}:{purpose}:{number}".encode()).digest()[:8], "big")
