"""What a deal and a game come to: the only words in which kernels, sheets and seatings speak to each other."""

from dataclasses import dataclass

LOST = "lost_entropy"  # ONL-1: the type of a deal that was lost before its first card


@dataclass(frozen=True, slots=True, kw_only=True)
class DealResult:
    """One deal as it is entered on the sheet; tuples are by seat.

    `type`: knock gin undercut tie dead no_winner void; out exhausted challenge draw redeal wrong_count; lost_entropy.
    `points` go to `winner` (None: nobody) and are already multiplied; `penalties` come off each seat's points (IRR-10;
    the winner's are in `points`). `counts` is None where no hands were counted. `next_dealer` deals next. `scores` are
    what each seat enters where both do (Colonel). `box` is the seat that played alone against the side (chouette).
    """

    type: str
    winner: int | None
    points: int
    counts: tuple[int | None, ...] | None = None
    difference: int = 0
    bonus: int = 0
    extra_boxes: int = 0
    penalties: tuple[int, ...] = (0, 0)
    factor: int = 1
    suits: str = ""
    next_dealer: int | None = None
    scores: tuple[int, ...] | None = None
    box: int | None = None


def adjustment(column: int, points: int, columns: int, box: int | None = None) -> DealResult:
    """IRR-35: an entry of its own on a sheet of so many columns: points more (fewer) in one; earlier ones stand."""
    penalties = tuple(-points if at == column else 0 for at in range(columns))
    return DealResult(type="adjusted", winner=None, points=0, penalties=penalties, box=box)


@dataclass(frozen=True, slots=True)
class Score:
    """A sheet: how many seats it has and every deal entered so far; all totals are sums over these.

    `start` is what was carried in from another sheet: for each seat what it has in each of its columns.
    """

    seats: int
    deals: tuple[DealResult, ...] = ()
    start: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of a sheet that has several: points and entries by seat, and who closed it (None: it is open).

    `name` is its number or suit, `deals` the numbers (from 1) of the deals entered in it, `over` whether it takes no
    more; once it is over, `totals` are the points with all bonuses and `net` is the signed difference seen from each
    seat.
    """

    name: str
    points: tuple[int, ...]
    entries: tuple[int, ...]
    totals: tuple[int, ...]
    net: tuple[int, ...]
    over: bool
    winner: int | None
    deals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """A sheet added up; tuples are by seat. `winner`, `shutout` and bonuses in `totals` count once it is `over`.

    `points` are deal points alone, `boxes` include extra boxes, `net` is the signed difference seen from each seat.
    A sheet of several columns has them in `columns`; `winner` is None, too, when such a game is drawn.
    """

    over: bool
    winner: int | None
    points: tuple[int, ...]
    boxes: tuple[int, ...]
    totals: tuple[int, ...]
    net: tuple[int, ...]
    deals: int
    deals_won: tuple[int, ...]
    shutout: bool
    game_bonus: int
    columns: tuple[Column, ...] = ()
