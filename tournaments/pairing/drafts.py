"""A draft of a round while a director edits it: the seats, the objections to tables, the differences from the engine's
proposal.

Every edit gives a new draft in which each entry still has exactly one place. `sizes` are the numbers of seats that a
table may have: 2 alone where two meet.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from tournaments.pairing.crosstable import Crosstable, Float, Kind
from tournaments.pairing.deal_order import preference

BYES = (Kind.PAB, Kind.HALF, Kind.FULL, Kind.ZERO)


class BadEdit(ValueError):
    """An edit of a draft is impossible; `code` says why: absent, same_entry, same_pair, same_table, no_board,
    no_table, no_kind, no_fix, full, too_small."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Table:
    """Two or more entries at a table, by start number in the order of their seats, the first to deal first; `slot` is
    the place in a bracket."""

    no: int
    seats: tuple[int, ...]
    slot: str = ""

    @property
    def who(self) -> frozenset[int]:
        """All who sit there, regardless of their order."""
        return frozenset(self.seats)


@dataclass(frozen=True, slots=True)
class Draft:
    """A round before it is published: its tables, and the kind of bye of every other entry with a place in the
    round."""

    tables: tuple[Table, ...]
    byes: Mapping[int, str] = field(default_factory=dict)

    def table_of(self, number: int) -> Table | None:
        """The table where an entry sits; None with a bye. Raises BadEdit for an entry without a place in the round."""
        found = next((table for table in self.tables if number in table.seats), None)
        if found is None and number not in self.byes:
            raise BadEdit("absent")
        return found

    @property
    def sittings(self) -> frozenset[frozenset[int]]:
        """Who sits together, regardless of the tables."""
        return frozenset(table.who for table in self.tables)


def numbered(seatings: Iterable[Sequence[int]], byes: Mapping[int, str]) -> Draft:
    """The draft of a planned round, with its tables numbered in order."""
    return Draft(tuple(Table(no, tuple(seats)) for no, seats in enumerate(seatings, 1)), byes)


def swap(draft: Draft, one: int, other: int) -> Draft:
    """Exchange the places of two entries, byes included; at one table they exchange seats."""
    if one == other:
        raise BadEdit("same_entry")
    at = {one: other, other: one}
    for number in at:
        draft.table_of(number)
    tables = tuple(replace(table, seats=tuple(at.get(n, n) for n in table.seats)) for table in draft.tables)
    return Draft(tables, {at.get(number, number): kind for number, kind in draft.byes.items()})


def fix(draft: Draft, one: int, other: int, sizes: range) -> Draft:
    """Where two meet, let these two meet, at the table of `one` if it has one. Their former opponents meet each other,
    or the holder of the pairing-allocated bye, or get that bye. Raises BadEdit: no_fix where more sit at a table,
    same_pair."""
    if 2 not in sizes:
        raise BadEdit("no_fix")
    if one == other:
        raise BadEdit("same_entry")
    here, there = draft.table_of(one), draft.table_of(other)
    if here is None and there is not None:
        return fix(draft, other, one, sizes)
    if here is None:
        return _seated(draft, one, other)
    if here == there:
        raise BadEdit("same_pair")
    [left] = here.who - {one}
    after = swap(draft, left, other)
    holder = _pab_holder(draft)
    if there is not None or holder == other:
        return after
    return _seated(after, holder, left) if holder else replace(after, byes={**after.byes, left: Kind.PAB.value})


def move(draft: Draft, number: int, no: int, sizes: range) -> Draft:
    """Move an entry to the last seat of another table. That table must have room, and the old one must stay large
    enough. Raises BadEdit: no_table, same_table, full, too_small."""
    here = draft.table_of(number)
    there = next((table for table in draft.tables if table.no == no), None)
    if there is None:
        raise BadEdit("no_table")
    if here == there:
        raise BadEdit("same_table")
    if len(there.seats) + 1 not in sizes:
        raise BadEdit("full")
    if here and len(here.seats) - 1 not in sizes:
        raise BadEdit("too_small")
    left = _without(draft, number)
    tables = (replace(table, seats=(*table.seats, number)) if table.no == no else table for table in left.tables)
    return replace(left, tables=tuple(tables))


def give_bye(draft: Draft, number: int, kind: str, sizes: range) -> Draft:
    """Give an entry a bye of this kind (pab, half, full, zero). The holder of the pairing-allocated bye takes its seat;
    without one, a single opponent gets that bye, and a larger table plays with fewer. Raises BadEdit: no_kind,
    too_small."""
    if kind not in BYES:
        raise BadEdit("no_kind")
    here, holder = draft.table_of(number), _pab_holder(draft)
    if here is not None and holder is not None:
        after = swap(draft, number, holder)
    else:
        after = _without(draft, number)
        [*left] = here.who - {number} if here else ()
        if len(left) == 1:
            after = _without(after, left[0])
            after = replace(after, byes={**after.byes, left[0]: Kind.PAB.value})
        elif left and len(left) not in sizes:
            raise BadEdit("too_small")
    return replace(after, byes={**after.byes, number: kind})


def set_table(draft: Draft, number: int, no: int) -> Draft:
    """Give the table of an entry this number; a table that has it takes the old number. Raises BadEdit without a
    table."""
    if no < 1:
        raise BadEdit("no_table")
    here = draft.table_of(number)
    if here is None:
        raise BadEdit("no_board")
    at = {here.no: no, no: here.no}
    return replace(draft, tables=_sorted(replace(table, no=at.get(table.no, table.no)) for table in draft.tables))


@dataclass(frozen=True, slots=True)
class Objection:
    """An objection to a place in a draft. `kind` is met, forbidden, avoided, turn (both must have the same turn to
    deal: C3), float (the most and the fewest points at a table), float_again, bye (had one before), full_bye, or
    many_byes (more pairing-allocated byes than must be). `entries` are those concerned, the higher first; `round` is
    the earlier round concerned, if any."""

    kind: str
    entries: tuple[int, ...]
    round: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """What a draft is judged by: hard and soft pairs, who sits together as the engine proposes (which gets no
    objections of turns and points), whether the points are to be equal at a table (`by_points`), whether the system
    decides who deals first (`has_turns`), and the `sizes` of tables."""

    forbidden: frozenset[frozenset[int]] = frozenset()
    avoided: frozenset[frozenset[int]] = frozenset()
    by_points: bool = True
    has_turns: bool = False
    sizes: range = range(2, 3)
    proposed: frozenset[frozenset[int]] = frozenset()


def objections(draft: Draft, crosstable: Crosstable, measures: Measures) -> tuple[Objection, ...]:
    """All objections to a draft, by table and then by bye."""
    found = [one for table in draft.tables for one in _against_table(table, crosstable, measures)]
    return (*found, *_against_byes(draft, crosstable, measures.sizes))


def brought(before: Draft, after: Draft, crosstable: Crosstable, measures: Measures) -> tuple[Objection, ...]:
    """The objections to a draft `after` an edit that the draft `before` it has not, whoever proposed either. Unequal
    points at a table are one only if the edit parts no table where they differ as much, and a bye too many only if
    there are more of them than before."""
    bare = replace(measures, proposed=frozenset())
    then = objections(before, crosstable, bare)
    fresh = [one for one in objections(after, crosstable, bare) if one not in set(then)]
    if any(one.kind == "many_byes" for one in then):
        fresh = [one for one in fresh if one.kind != "many_byes" or len(one.entries) > len(_holders(before, Kind.PAB))]
    spared = _spared(before, after, fresh, crosstable)
    known = objections(after, crosstable, measures)
    return tuple(one for one in fresh if one in known and one not in spared)


def last_meeting(crosstable: Crosstable, one: int, other: int) -> int:
    """The last round (counted in the crosstable) in which two met; 0 if they have not."""
    played = enumerate(crosstable.results(one), 1)
    met = (at for at, r in played if r.is_met and (r.opponent == other or other in dict(r.others)))
    return max(met, default=0)


def _spared(before: Draft, after: Draft, fresh: Sequence[Objection], crosstable: Crosstable) -> set[Objection]:
    """The fresh tables of unequal points in whose place a table with the same difference, or a larger one, is parted;
    the largest differences are compared first."""

    def apart(those: Iterable[int]) -> int:
        scores = [crosstable.score(number) for number in those]
        return max(scores) - min(scores)

    gone = sorted(apart(those) for those in before.sittings - after.sittings)
    spared = set()
    for one in sorted((one for one in fresh if one.kind == "float"), key=lambda one: -apart(one.entries)):
        enough = next((gap for gap in gone if gap >= apart(one.entries)), None)
        if enough is not None:
            gone.remove(enough)
            spared.add(one)
    return spared


def _against_table(table: Table, crosstable: Crosstable, measures: Measures) -> list[Objection]:
    found = []
    ranked = sorted(table.seats, key=lambda number: (-crosstable.score(number), number))
    for pair in combinations(ranked, 2):
        if met := last_meeting(crosstable, *pair):
            found.append(Objection("met", pair, met))
        rules = ("forbidden", measures.forbidden), ("avoided", measures.avoided)
        found += [Objection(kind, pair) for kind, pairs in rules if frozenset(pair) in pairs]
    if table.who in measures.proposed:
        return found
    if measures.has_turns and _same_turn(ranked, crosstable):
        found.append(Objection("turn", tuple(ranked)))
    if measures.by_points and crosstable.score(ranked[0]) > crosstable.score(ranked[-1]):
        found.append(Objection("float", (ranked[0], ranked[-1])))
        found += _floats_again(ranked, crosstable) if len(ranked) == 2 else []
    return found


def _same_turn(pair: Sequence[int], crosstable: Crosstable) -> bool:
    """C3: do both have an absolute preference for the same turn to deal?"""
    one, other = (preference(crosstable.dealt_first(number)) for number in pair)
    return one.is_absolute and other.is_absolute and one.wants_first == other.wants_first


def _floats_again(pair: Sequence[int], crosstable: Crosstable) -> list[Objection]:
    """The entries that float in the same direction as one or two rounds ago (C14 to C17)."""
    found = []
    for number, way in zip(pair, (Float.DOWN, Float.UP), strict=True):
        for back in (crosstable.rounds, crosstable.rounds - 1):
            if crosstable.float_of(number, back) is way:
                found.append(Objection("float_again", (number,), back))
                break
    return found


def _against_byes(draft: Draft, crosstable: Crosstable, sizes: range) -> list[Objection]:
    """C2: object to second byes, and to more byes than the tables need."""
    holders = _holders(draft, Kind.PAB)
    found = [Objection("bye", (number,)) for number in holders if not crosstable.may_have_bye(number)]
    found += [Objection("full_bye", (number,)) for number in _holders(draft, Kind.FULL)]
    here = len(holders) + sum(len(table.seats) for table in draft.tables)
    needed = next(byes for byes in range(here + 1) if _fills(here - byes, sizes))
    return [*found, Objection("many_byes", holders)] if len(holders) > max(needed, 1) else found


def _fills(count: int, sizes: range) -> bool:
    """Can so many sit at tables of these sizes, and nobody is left?"""
    return -(-count // sizes[-1]) <= count // sizes[0]


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference between two drafts: tables removed and added, byes by (entry, kind) removed and added."""

    gone: tuple[Table, ...] = ()
    new: tuple[Table, ...] = ()
    byes_gone: tuple[tuple[int, str], ...] = ()
    byes_new: tuple[tuple[int, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.gone or self.new or self.byes_gone or self.byes_new)


def difference(before: Draft, after: Draft) -> Difference:
    """The changes from one draft to another; another order of the seats, or another number, changes a table."""
    then, now = ({(table.no, table.seats): table for table in draft.tables} for draft in (before, after))
    return Difference(
        gone=tuple(table for key, table in then.items() if key not in now),
        new=tuple(table for key, table in now.items() if key not in then),
        byes_gone=tuple(sorted(before.byes.items() - after.byes.items())),
        byes_new=tuple(sorted(after.byes.items() - before.byes.items())),
    )


def at_old_tables(before: Draft, after: Draft) -> Draft:
    """The tables of `after`, in which those who stay together keep their table and their seats. New ones take the free
    tables, in order."""
    old = {table.who: table for table in before.tables}
    stay = {table.who: replace(old[table.who], slot=table.slot) for table in after.tables if table.who in old}
    taken = {table.no for table in stay.values()}
    free = (no for no in range(1, len(after.tables) + max(taken, default=0) + 1) if no not in taken)
    tables = [stay.get(table.who) or replace(table, no=next(free)) for table in after.tables]
    return replace(after, tables=_sorted(tables))


def _holders(draft: Draft, kind: str) -> tuple[int, ...]:
    return tuple(sorted(number for number, one in draft.byes.items() if one == kind))


def _pab_holder(draft: Draft) -> int | None:
    return next(iter(_holders(draft, Kind.PAB)), None)


def _seated(draft: Draft, *numbers: int) -> Draft:
    """Two with byes at the first table after all those in use."""
    no = max((table.no for table in draft.tables), default=0) + 1
    byes = {number: kind for number, kind in draft.byes.items() if number not in numbers}
    return Draft((*draft.tables, Table(no, numbers)), byes)


def _without(draft: Draft, number: int) -> Draft:
    """The draft without an entry; a table where nobody is left goes too."""
    tables = (replace(table, seats=tuple(n for n in table.seats if n != number)) for table in draft.tables)
    byes = {n: kind for n, kind in draft.byes.items() if n != number}
    return Draft(tuple(table for table in tables if table.seats), byes)


def _sorted(tables: Iterable[Table]) -> tuple[Table, ...]:
    return tuple(sorted(tables, key=lambda table: table.no))
