"""A draft of a round while a director edits it: the seats, the objections to pairs, the differences from the engine's
proposal.

Every edit gives a new draft in which each entry still has exactly one place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.pairing.crosstable import Crosstable, Float, Kind
from tournaments.pairing.deal_order import preference


class BadEdit(ValueError):
    """An edit of a draft is impossible; `code` says why: absent, same_entry, same_pair, no_board, no_table, no_kind."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Board:
    """Two entries at a table, by start number, the first to deal first; `slot` is the place in a bracket."""

    table: int
    first: int
    second: int
    slot: str = ""

    @property
    def pair(self) -> frozenset[int]:
        """Both entries, regardless of who is first."""
        return frozenset((self.first, self.second))

    def other(self, number: int) -> int:
        """The opponent of one of the two entries."""
        return self.second if number == self.first else self.first

    def with_instead(self, one: int, other: int) -> "Board":
        """The board with `other` in the place of `one`."""
        first, second = (other if number == one else number for number in (self.first, self.second))
        return replace(self, first=first, second=second)


@dataclass(frozen=True, slots=True)
class Draft:
    """A round before it is published: boards by table, and the kind of bye of every other entry with a place in the
    round."""

    boards: tuple[Board, ...]
    byes: Mapping[int, str] = field(default_factory=dict)

    def board_of(self, number: int) -> Board | None:
        """The board where an entry plays; None with a bye. Raises BadEdit for an entry without a place in the round."""
        for board in self.boards:
            if number in board.pair:
                return board
        if number not in self.byes:
            raise BadEdit("absent")
        return None

    @property
    def pairs(self) -> frozenset[frozenset[int]]:
        """All pairs."""
        return frozenset(board.pair for board in self.boards)


def swap(draft: Draft, one: int, other: int) -> Draft:
    """Exchange the places of two entries, byes included; the two of one pair exchange who is first."""
    if one == other:
        raise BadEdit("same_entry")
    at = {one: other, other: one}
    for number in at:
        draft.board_of(number)
    boards = tuple(
        replace(board, first=at.get(board.first, board.first), second=at.get(board.second, board.second))
        for board in draft.boards
    )
    return Draft(boards, {at.get(number, number): kind for number, kind in draft.byes.items()})


def fix(draft: Draft, one: int, other: int) -> Draft:
    """Make a pair of these two, at the table of `one` if it has one. Their former opponents meet each other, or the
    holder of the pairing-allocated bye, or get that bye. Raises BadEdit if they are already a pair."""
    if one == other:
        raise BadEdit("same_entry")
    here, there = draft.board_of(one), draft.board_of(other)
    if here is not None and here == there:
        raise BadEdit("same_pair")
    if here is None and there is not None:
        return fix(draft, other, one)
    if here is None:
        return replace(_without_bye(draft, {one, other}), boards=(*draft.boards, Board(free_table(draft), one, other)))
    left = here.other(one)
    if there is not None:
        return swap(draft, left, other)
    mended = _replaced(_without_bye(draft, {other}), here.with_instead(left, other))
    return _placed(mended, left, draft.byes[other] if draft.byes[other] == Kind.PAB else "")


def give_bye(draft: Draft, number: int, kind: str) -> Draft:
    """Give an entry a bye of this kind (pab, half, full, zero). Its opponent meets the holder of the pairing-allocated
    bye, or gets that bye. If the entry is given the only pairing-allocated bye, it exchanges places with its holder."""
    if kind not in (Kind.PAB, Kind.HALF, Kind.FULL, Kind.ZERO):
        raise BadEdit("no_kind")
    board = draft.board_of(number)
    if board is None:
        return replace(draft, byes={**draft.byes, number: kind})
    holder = _pab_holder(draft)
    if kind == Kind.PAB and holder is not None:
        return swap(draft, number, holder)
    boards = tuple(one for one in draft.boards if one != board)
    alone = Kind.PAB.value if kind == Kind.PAB else ""
    return _placed(Draft(boards, {**draft.byes, number: kind}), board.other(number), alone, board.table)


def set_table(draft: Draft, number: int, table: int) -> Draft:
    """Move the pair of an entry to a table; a pair that is there moves to the old table. Raises BadEdit without a
    pair."""
    if table < 1:
        raise BadEdit("no_table")
    board = draft.board_of(number)
    if board is None:
        raise BadEdit("no_board")
    boards = [one for one in draft.boards if one.table not in (board.table, table)]
    boards += [replace(one, table=board.table) for one in draft.boards if one.table == table and one != board]
    return replace(draft, boards=_sorted([*boards, replace(board, table=table)]))


def free_table(draft: Draft) -> int:
    """The first table number after all those in use."""
    return max((board.table for board in draft.boards), default=0) + 1


@dataclass(frozen=True, slots=True)
class Objection:
    """An objection to a place in a draft. `kind` is met, forbidden, avoided, turn (both must have the same turn to
    deal: C3), float (of a pair), float_again, bye (had one before), full_bye, or two_byes (more than one
    pairing-allocated bye). `entries` are those concerned, the higher first; `round` is the earlier round concerned, if
    any."""

    kind: str
    entries: tuple[int, ...]
    round: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """What a draft is judged by: hard and soft pairs, the pairs that the engine proposes (which get no objections), and
    whether the system decides who deals first (`has_turns`)."""

    forbidden: frozenset[frozenset[int]] = frozenset()
    avoided: frozenset[frozenset[int]] = frozenset()
    has_turns: bool = False
    proposed: frozenset[frozenset[int]] = frozenset()


def objections(draft: Draft, crosstable: Crosstable, measures: Measures) -> tuple[Objection, ...]:
    """All objections to a draft, by table and then by bye."""
    found = [one for board in draft.boards for one in _against_board(board, crosstable, measures)]
    found += _against_byes(draft, crosstable)
    return tuple(found)


def brought(before: Draft, after: Draft, crosstable: Crosstable, measures: Measures) -> tuple[Objection, ...]:
    """The objections to a draft `after` an edit that the draft `before` it has not, whoever proposed either. A pair of
    unequal points is one only if the edit parts no pair that differs as much, and a second bye too many only if there
    was none."""
    bare = replace(measures, proposed=frozenset())
    then = objections(before, crosstable, bare)
    fresh = [one for one in objections(after, crosstable, bare) if one not in set(then)]
    if any(one.kind == "two_byes" for one in then):
        fresh = [one for one in fresh if one.kind != "two_byes" or len(one.entries) > _pabs(before)]
    spared = _spared(before, after, fresh, crosstable)
    known = objections(after, crosstable, measures)
    return tuple(one for one in fresh if one in known and one not in spared)


def _spared(before: Draft, after: Draft, fresh: Sequence[Objection], crosstable: Crosstable) -> set[Objection]:
    """The fresh pairs of unequal points in whose place a pair with the same difference, or a larger one, is parted;
    the largest differences are compared first."""

    def apart(pair: Iterable[int]) -> int:
        one, other = (crosstable.score(number) for number in pair)
        return abs(one - other)

    gone = sorted(apart(pair) for pair in before.pairs - after.pairs)
    spared = set()
    for one in sorted((one for one in fresh if one.kind == "float"), key=lambda one: -apart(one.entries)):
        enough = next((gap for gap in gone if gap >= apart(one.entries)), None)
        if enough is not None:
            gone.remove(enough)
            spared.add(one)
    return spared


def _pabs(draft: Draft) -> int:
    return sum(kind == Kind.PAB for kind in draft.byes.values())


def _against_board(board: Board, crosstable: Crosstable, measures: Measures) -> list[Objection]:
    found = []
    pair = tuple(sorted(board.pair, key=lambda number: (-crosstable.score(number), number)))
    met = [
        n
        for n in range(1, crosstable.rounds + 1)
        if (r := crosstable.result(pair[0], n)).is_met and r.opponent == pair[1]
    ]
    if met:
        found.append(Objection("met", pair, met[-1]))
    if board.pair in measures.forbidden:
        found.append(Objection("forbidden", pair))
    if board.pair in measures.avoided:
        found.append(Objection("avoided", pair))
    if measures.has_turns and board.pair not in measures.proposed and _same_turn(pair, crosstable):
        found.append(Objection("turn", pair))
    if crosstable.score(pair[0]) > crosstable.score(pair[1]) and board.pair not in measures.proposed:
        found.append(Objection("float", pair))
        found += _floats_again(pair, crosstable)
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


def _against_byes(draft: Draft, crosstable: Crosstable) -> list[Objection]:
    """C2: object to second byes, and to more byes than the one that an odd number needs."""
    holders = sorted(number for number, kind in draft.byes.items() if kind == Kind.PAB)
    found = [Objection("bye", (number,)) for number in holders if not crosstable.may_have_bye(number)]
    full = sorted(number for number, kind in draft.byes.items() if kind == Kind.FULL)
    found += [Objection("full_bye", (number,)) for number in full]
    return [*found, Objection("two_byes", tuple(holders))] if len(holders) > 1 else found


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference between two drafts: pairs removed and added, byes by (entry, kind) removed and added, and pairs
    that moved to another table."""

    gone: tuple[Board, ...] = ()
    new: tuple[Board, ...] = ()
    byes_gone: tuple[tuple[int, str], ...] = ()
    byes_new: tuple[tuple[int, str], ...] = ()
    moved: tuple[tuple[Board, Board], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.gone or self.new or self.byes_gone or self.byes_new or self.moved)


def difference(before: Draft, after: Draft) -> Difference:
    """The changes from one draft to another; if only the first of a pair changes, the pair counts as changed."""
    then = {(board.first, board.second): board for board in before.boards}
    now = {(board.first, board.second): board for board in after.boards}
    return Difference(
        gone=tuple(board for key, board in then.items() if key not in now),
        new=tuple(board for key, board in now.items() if key not in then),
        byes_gone=tuple(sorted(before.byes.items() - after.byes.items())),
        byes_new=tuple(sorted(after.byes.items() - before.byes.items())),
        moved=tuple((then[key], now[key]) for key in then if key in now and then[key].table != now[key].table),
    )


def at_old_tables(before: Draft, after: Draft) -> Draft:
    """The boards of `after`, in which unchanged pairs keep their table and their first. New pairs take the free tables,
    in order."""
    old = {board.pair: board for board in before.boards}
    stay = {board.pair: replace(old[board.pair], slot=board.slot) for board in after.boards if board.pair in old}
    taken = {board.table for board in stay.values()}
    free = (no for no in range(1, len(after.boards) + max(taken, default=0) + 1) if no not in taken)
    boards = [stay.get(board.pair) or replace(board, table=next(free)) for board in after.boards]
    return replace(after, boards=_sorted(boards))


def _pab_holder(draft: Draft) -> int | None:
    return next((number for number, kind in sorted(draft.byes.items()) if kind == Kind.PAB), None)


def _placed(draft: Draft, number: int, kind: str = "", table: int = 0) -> Draft:
    """Find a place for an entry without one: against the holder of the pairing-allocated bye, else with that bye."""
    holder = None if kind else _pab_holder(draft)
    if holder is None:
        return replace(draft, byes={**draft.byes, number: kind or Kind.PAB.value})
    boards = _sorted([*draft.boards, Board(table or free_table(draft), holder, number)])
    return Draft(boards, _without_bye(draft, {holder}).byes)


def _without_bye(draft: Draft, numbers: set[int]) -> Draft:
    return replace(draft, byes={number: kind for number, kind in draft.byes.items() if number not in numbers})


def _replaced(draft: Draft, board: Board) -> Draft:
    return replace(draft, boards=tuple(board if one.table == board.table else one for one in draft.boards))


def _sorted(boards: Iterable[Board]) -> tuple[Board, ...]:
    return tuple(sorted(boards, key=lambda board: board.table))
