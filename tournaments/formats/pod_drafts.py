"""A draft of tables of three and more while a director edits it: its seats, objections and differences.

Every edit gives a new draft in which each entry still has exactly one place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from tournaments.pairing import Crosstable, Kind
from tournaments.pairing.drafts import BadEdit, Objection
from tournaments.pairing.pods import Shape


@dataclass(frozen=True, slots=True)
class DraftTable:
    """A table by its number, with its seats by start number in seat order."""

    table: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PodDraft:
    """A round before it is published: its tables, and the kind of bye of every other entry with a place in the
    round."""

    tables: tuple[DraftTable, ...]
    byes: Mapping[int, str] = field(default_factory=dict)

    def table_of(self, number: int) -> DraftTable | None:
        """The table where an entry sits; None with a bye. Raises BadEdit for an entry without a place in the round."""
        found = next((table for table in self.tables if number in table.seats), None)
        if found is None and number not in self.byes:
            raise BadEdit("absent")
        return found


def draft_of(tables: Iterable[Sequence[int]], byes: Iterable[tuple[int, str]]) -> PodDraft:
    """The draft of a planned round, with its tables numbered in order."""
    return PodDraft(tuple(DraftTable(no, tuple(seats)) for no, seats in enumerate(tables, 1)), dict(byes))


def swap(draft: PodDraft, one: int, other: int) -> PodDraft:
    """Exchange the places of two entries, byes included; at one table they exchange seats. Raises BadEdit."""
    if one == other:
        raise BadEdit("same_entry")
    at = {one: other, other: one}
    for number in at:
        draft.table_of(number)
    tables = tuple(replace(table, seats=tuple(at.get(n, n) for n in table.seats)) for table in draft.tables)
    return PodDraft(tables, {at.get(number, number): kind for number, kind in draft.byes.items()})


def move(draft: PodDraft, number: int, table: int, shape: Shape) -> PodDraft:
    """Move an entry to the last seat of another table. That table must have room, and the old one must stay large
    enough. Raises BadEdit: no_table, same_table, full, too_small."""
    here = draft.table_of(number)
    there = next((one for one in draft.tables if one.table == table), None)
    if there is None:
        raise BadEdit("no_table")
    if here == there:
        raise BadEdit("same_table")
    if len(there.seats) >= shape.most:
        raise BadEdit("full")
    _leave(here, shape)
    moved = {there.table: (*there.seats, number)}
    if here is not None:
        moved[here.table] = tuple(n for n in here.seats if n != number)
    tables = tuple(replace(one, seats=moved.get(one.table, one.seats)) for one in draft.tables)
    return PodDraft(tables, {n: kind for n, kind in draft.byes.items() if n != number})


def give_bye(draft: PodDraft, number: int, kind: str, shape: Shape) -> PodDraft:
    """Give an entry a bye of this kind (pab, half, full, zero); its table must stay large enough. Raises BadEdit:
    no_kind, too_small."""
    if kind not in (Kind.PAB, Kind.HALF, Kind.FULL, Kind.ZERO):
        raise BadEdit("no_kind")
    here = draft.table_of(number)
    _leave(here, shape)
    tables = tuple(replace(one, seats=tuple(n for n in one.seats if n != number)) for one in draft.tables)
    return PodDraft(tables, {**draft.byes, number: kind})


def set_table(draft: PodDraft, number: int, table: int) -> PodDraft:
    """Give the table of an entry this number; a table that has it takes the old number. Raises BadEdit without a
    table."""
    if table < 1:
        raise BadEdit("no_table")
    here = draft.table_of(number)
    if here is None:
        raise BadEdit("no_board")
    at = {here.table: table, table: here.table}
    tables = (replace(one, table=at.get(one.table, one.table)) for one in draft.tables)
    return replace(draft, tables=tuple(sorted(tables, key=lambda one: one.table)))


def objections(
    draft: PodDraft,
    crosstable: Crosstable,
    *,
    forbidden: frozenset[frozenset[int]],
    avoided: frozenset[frozenset[int]],
) -> tuple[Objection, ...]:
    """The objections to a draft, by table and then by bye: met, forbidden, avoided (about two at a table), bye (had one
    before), full_bye."""
    found = []
    for table in draft.tables:
        for one, other in combinations(table.seats, 2):
            pair = frozenset((one, other))
            if met := last_meeting(crosstable, one, other):
                found.append(Objection("met", (one, other), met))
            found += [Objection(kind, (one, other)) for kind, rules in _rules(forbidden, avoided) if pair in rules]
    for number, kind in sorted(draft.byes.items()):
        if kind == Kind.PAB and not crosstable.may_have_bye(number):
            found.append(Objection("bye", (number,)))
        if kind == Kind.FULL:
            found.append(Objection("full_bye", (number,)))
    return tuple(found)


def last_meeting(crosstable: Crosstable, one: int, other: int) -> int:
    """The last round (counted in the crosstable) in which two sat at one table; 0 if they have not met."""
    played = enumerate(crosstable.results(one), 1)
    return max((at for at, result in played if result.is_met and other in dict(result.others)), default=0)


@dataclass(frozen=True, slots=True)
class PodDifference:
    """The difference between two drafts: tables removed and added, byes by (entry, kind) removed and added."""

    gone: tuple[DraftTable, ...] = ()
    new: tuple[DraftTable, ...] = ()
    byes_gone: tuple[tuple[int, str], ...] = ()
    byes_new: tuple[tuple[int, str], ...] = ()


def difference(before: PodDraft, after: PodDraft) -> PodDifference:
    """The changes from one draft to another; another order of the seats, or another number, changes a table."""
    return PodDifference(
        gone=tuple(table for table in before.tables if table not in after.tables),
        new=tuple(table for table in after.tables if table not in before.tables),
        byes_gone=tuple(sorted(before.byes.items() - after.byes.items())),
        byes_new=tuple(sorted(after.byes.items() - before.byes.items())),
    )


def _rules(
    forbidden: frozenset[frozenset[int]], avoided: frozenset[frozenset[int]]
) -> tuple[tuple[str, frozenset[frozenset[int]]], ...]:
    return ("forbidden", forbidden), ("avoided", avoided)


def _leave(table: DraftTable | None, shape: Shape) -> None:
    if table is not None and len(table.seats) <= shape.least:
        raise BadEdit("too_small")
