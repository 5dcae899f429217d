"""The results of a deal and of a game: the values that kernels, sheets and seatings exchange."""

from dataclasses import dataclass, replace

LOST = "lost_entropy"  # ONL-1: the type of a deal that was lost before its first card
ADJUSTED = "adjusted"  # IRR-35: the type of an entry that corrects the score and is no deal
DEALT_AGAIN = ("void", "redeal")  # IRR-1..8, 12, 33, 40: types of deals that count for nothing and are dealt again


@dataclass(frozen=True, slots=True, kw_only=True)
class DealResult:
    """One deal as it is entered on the sheet; tuples are by seat.

    `type`: knock gin big_gin undercut declined tie dead no_winner void; out exhausted challenge draw redeal
    wrong_count; lost_entropy; team; adjusted.
    An entry of type `adjusted` is no deal: its `penalties` correct the score, in the column named by `suits` if any.
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

    @property
    def counts_as_deal(self) -> bool:
        """Is this one of the deals of a sitting? A deal that is dealt again is not, nor is a correction (IRR-35)."""
        return self.type not in DEALT_AGAIN and self.type != ADJUSTED


def adjustment(side: int, points: int, sides: int, *, column: str = "", box: int | None = None) -> DealResult:
    """IRR-35: an entry that gives one of the `sides` of a sheet more (or fewer) points; earlier entries stand.

    `column` is the name of the column that it corrects, "" on a sheet with one.
    """
    penalties = tuple(-points if at == side else 0 for at in range(sides))
    return DealResult(type=ADJUSTED, winner=None, points=0, penalties=penalties, suits=column, box=box)


@dataclass(frozen=True, slots=True)
class Score:
    """A sheet: the number of its seats and every deal entered so far; all totals are sums over these.

    `start` is what was carried in from another sheet: for each seat what it has in each of its columns.
    """

    seats: int
    deals: tuple[DealResult, ...] = ()
    start: tuple[tuple[int, ...], ...] = ()

    @property
    def dealt(self) -> int:
        """The number of deals that count: neither those that are dealt again nor corrections (IRR-33, 35)."""
        return sum(deal.counts_as_deal for deal in self.deals)

    def without(self, result: DealResult) -> "Score":
        """The sheet without its latest entry that equals `result`; adjustments entered after it stay."""
        kept = list(reversed(self.deals))
        kept.remove(result)
        return replace(self, deals=tuple(reversed(kept)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of a sheet that has several: points and entries by seat, and who closed it (None: it is open).

    `name` is its number or suit, `deals` the numbers (from 1) of the sheet's entries that stand in it, corrections
    (IRR-35) too, `gained` what each of them brought, by seat. `over`: it takes no more; then `totals` are the points
    with all bonuses and `net` is the signed difference seen from each seat.
    """

    name: str
    points: tuple[int, ...]
    entries: tuple[int, ...]
    totals: tuple[int, ...]
    net: tuple[int, ...]
    over: bool
    winner: int | None
    deals: tuple[int, ...] = ()
    gained: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """A sheet added up; tuples are by seat. `winner`, `shutout` and the bonuses in `totals` are valid once it is
    `over`.

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
