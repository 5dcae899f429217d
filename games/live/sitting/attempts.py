"""One attempt at a shuffle with the players' entropy (pure): the seats it waits for, what each sends, and the outcome.

The server is bound first (C_S); then every seat but the cutter commits to its entropy; the cutter sends its own, and
the cut; then the others open theirs. House players choose nothing: their entropy follows from the server's secret.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from games import engine
from games.engine.cards import shuffle

MOST_NEW = 2  # new attempts that a seat may ask for in one deal; who asks once more has lost it (ONL-1)
Value = TypeVar("Value")
RULE = shuffle.TAG.decode()
_HEX = re.compile(r"[0-9a-f]{64}")


def _digits(text: str) -> str:
    if type(text) is not str or _HEX.fullmatch(text) is None:
        raise ValueError("32 bytes are 64 digits of 0-9 a-f")
    return text


@dataclass(frozen=True, slots=True)
class Bind:
    """The server commits to a secret for a deal at a `board` (None: the first); `ctx` and `sealed` are stored beside
    the log, not in it."""

    deal: int
    attempt: int
    board: int | None = None
    ctx: str = ""
    commitment: str = ""
    sealed: bytes = b""
    seat: None = None


@dataclass(frozen=True, slots=True)
class Commit:
    """A seat that does not cut commits to its entropy (hex digits). Raises ValueError for other digits."""

    seat: int
    commitment: str

    def __post_init__(self) -> None:
        _digits(self.commitment)


@dataclass(frozen=True, slots=True)
class Cut:
    """The cutter sends its entropy and cuts: this number of cards goes from the top to the bottom. Raises
    ValueError."""

    seat: int
    entropy: str
    at: int

    def __post_init__(self) -> None:
        _digits(self.entropy)
        if type(self.at) is not int or self.at < 0:
            raise ValueError("a cut is a number of cards")


@dataclass(frozen=True, slots=True)
class Reveal:
    """A seat opens the entropy that it has committed to. Raises ValueError for malformed digits."""

    seat: int
    entropy: str

    def __post_init__(self) -> None:
        _digits(self.entropy)


@dataclass(frozen=True, slots=True)
class Lost:
    """A browser has lost the entropy that it committed to, and asks for a new attempt."""

    seat: int


Move = Commit | Cut | Reveal | Lost


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """The state of an attempt. `seats` are those that get cards, in the order of the context; `commitments`,
    `entropies` (empty until they are known) and `asked` (the new attempts that each has asked for in this deal) have
    the same order. `house` are the seats that choose nothing. `lost_by` has just asked for a new attempt, or for one
    too many."""

    number: int
    deal: int
    ctx: str
    commitment: str
    sealed: bytes
    seats: tuple[int, ...]
    house: tuple[int, ...]
    commitments: tuple[str, ...]
    entropies: tuple[str, ...]
    asked: tuple[int, ...]
    cut: int | None = None
    lost_by: int | None = None

    @property
    def context(self) -> shuffle.Context:
        """The context that the shuffle is bound to."""
        return shuffle.context_of(self.ctx)

    @property
    def board(self) -> int:
        """The board whose cards are shuffled."""
        return self.context.board

    def is_house(self, place: int) -> bool:
        """Does a house player get the cards of this place in the context?"""
        return self.seats[place] in self.house


def begun(bind: Bind, seats: Mapping[str, int], house: Sequence[int], before: Attempt | None) -> Attempt:
    """The attempt that starts with the server's commitment: the first of this deal or a further one. `seats` are those
    of the table by public id."""
    dealt = tuple(seats[one] for one in shuffle.context_of(bind.ctx).seats)
    again = before is not None and before.deal == bind.deal
    return Attempt(
        number=bind.attempt,
        deal=bind.deal,
        ctx=bind.ctx,
        commitment=bind.commitment,
        sealed=bind.sealed,
        seats=dealt,
        house=tuple(house),
        commitments=("",) * len(dealt),
        entropies=("",) * len(dealt),
        asked=before.asked if before is not None and again else (0,) * len(dealt),
    )


def loser(attempt: Attempt) -> int | None:
    """ONL-1: the seat that loses the deal because it has lost its entropy and may not ask for another attempt; None if
    no seat does."""
    if attempt.lost_by is None or attempt.asked[attempt.seats.index(attempt.lost_by)] <= MOST_NEW:
        return None
    return attempt.lost_by


def of_seat(under_way: Sequence[Attempt], seat: int | None) -> Attempt | None:
    """The attempt in which a seat takes part, among those under way (one at each board)."""
    return next((one for one in under_way if seat in one.seats), None)


def awaited(attempt: Attempt) -> tuple[int, ...]:
    """The seats that must send something now, dealer first; empty if everything has come, or if the attempt is lost."""
    if attempt.lost_by is not None:
        return ()
    *binding, cutter = attempt.context.order
    binding = [place for place in binding if not attempt.is_house(place)]
    due = [place for place in binding if not attempt.commitments[place]]
    if not due and attempt.cut is None and not attempt.is_house(cutter):
        due = [cutter]
    due = due or [place for place in binding if not attempt.entropies[place]]
    return tuple(attempt.seats[place] for place in due)


def moved(attempt: Attempt, move: Move) -> Attempt:
    """The attempt after a seat's move. Raises engine.Impossible for a move out of turn, entropy that does not match its
    commitment, or an impossible cut."""
    if move.seat not in attempt.seats:
        raise engine.Impossible("E_NOT_TURN", RULE)
    place = attempt.seats.index(move.seat)
    if isinstance(move, Lost):
        return _lost(attempt, place)
    if move.seat not in awaited(attempt):
        raise engine.Impossible("E_NOT_TURN" if awaited(attempt) else "E_PHASE", RULE)
    cuts, bound = place == attempt.context.order[-1], attempt.commitments[place]
    if isinstance(move, Commit) and not bound and not cuts:
        return replace(attempt, commitments=_put(attempt.commitments, place, move.commitment))
    if isinstance(move, Cut) and cuts:
        if move.at >= len(attempt.context.pack) * 4:
            raise engine.Impossible("E_OPTION", RULE, "a cut is within the pack")
        return replace(attempt, entropies=_put(attempt.entropies, place, move.entropy), cut=move.at)
    if isinstance(move, Reveal) and bound:
        if shuffle.player_commitment(attempt.context, place, bytes.fromhex(move.entropy)).hex() != bound:
            raise engine.Impossible("E_OPTION", RULE, "not the entropy that the seat is bound to")
        return replace(attempt, entropies=_put(attempt.entropies, place, move.entropy))
    raise engine.Impossible("E_PHASE", RULE)


def _lost(attempt: Attempt, place: int) -> Attempt:
    """Record a seat's lost entropy; only a seat that has committed and not opened yet can lose it."""
    if attempt.lost_by is not None or not attempt.commitments[place] or attempt.entropies[place]:
        raise engine.Impossible("E_PHASE", RULE)
    asked = _put(attempt.asked, place, attempt.asked[place] + 1)
    return replace(attempt, asked=asked, lost_by=attempt.seats[place])


def _put(row: tuple[Value, ...], place: int, value: Value) -> tuple[Value, ...]:
    return (*row[:place], value, *row[place + 1 :])
