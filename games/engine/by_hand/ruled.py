"""What a director's decision makes of a score sheet: a deal that is void, the last deal put right, or words and figures
that the deal under way will carry."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from games.engine.by_hand.deal_entry import DealEntry
from games.engine.laws.decisions import Decision, Effect


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """How a sheet follows a decision: the deal that is written (None: none), whether it stands in place of the last
    one, and the fields of `DealEntry` that the deal under way will carry."""

    deal: DealEntry | None = None
    is_in_place: bool = False
    carries: dict[str, Any] = field(default_factory=dict)


def followed(
    irr: str,
    decision: Decision,
    *,
    seats: int,
    sides: int,
    offender: int | None,
    points: int = 0,
    last: DealEntry | None = None,
    boards: Sequence[Sequence[int]] = (),
) -> Followed:
    """How the sheet of so many `seats` and `sides` (two teams, or one a seat) follows a decision by a law of §14 about
    the seat of the `offender`; of points the offender is a side. `last` is the deal on the sheet that it is about; None
    if that deal is not written down. Of teams `boards` are the seats of each board in that deal."""
    said: dict[str, Any] = {"irr": irr, "offender": offender}
    if decision.asks_points:
        return _put_right(irr, last, _of(sides, offender, points))
    fixes = _of(seats, offender, decision.cards)
    if sides != seats:
        return _at_board(irr, decision, offender, fixes, last, boards)
    match decision.effect:
        case Effect.AGAIN:
            return Followed(deal=DealEntry(how="void", **said))
        case Effect.LOSES:
            winner = None if offender is None else (offender + 1) % seats
            return Followed(deal=DealEntry(how="out", seat=winner, counts=None, **said))
        case Effect.LAST if decision.cards:
            if last is None:
                return Followed(carries=said | {"fixes": fixes})
            return Followed(deal=replace(last, fixes=fixes, points=None, **said), is_in_place=True)
        case Effect.LAST:
            if last is None:
                return Followed(deal=DealEntry(how="void", **said))
            return Followed(deal=DealEntry(how="void", dealer=last.dealer, order=last.order, **said), is_in_place=True)
        case Effect.UNDER_WAY:
            more = {"dealer": offender} if irr == "IRR-2" else {}
            more |= {"no_bonus": offender} if decision.loses_bonus else {}
            return Followed(carries=said | more)
    return Followed()


def _at_board(
    irr: str,
    decision: Decision,
    offender: int | None,
    fixes: Sequence[int],
    last: DealEntry | None,
    boards: Sequence[Sequence[int]],
) -> Followed:
    """Of teams whoever errs does so at one of the boards, whose entry says so. A void board is dealt again while the
    deal of the teams goes on, so that nothing of it is on the sheet."""
    if decision.effect is Effect.AGAIN:
        return Followed(deal=DealEntry(how="void", irr=irr))
    at = next((at for at, seats in enumerate(boards) if offender in seats), None)
    if offender is None or at is None:
        return Followed()
    said: dict[str, Any] = {"irr": irr, "offender": offender}
    if decision.effect is Effect.UNDER_WAY:
        return Followed(carries=said | ({"no_bonus": offender} if decision.loses_bonus else {}))
    if decision.effect is not Effect.LAST or not decision.cards:
        return Followed()
    if last is None:
        return Followed(carries=said | {"fixes": fixes})
    if at >= len(last.boards):
        return Followed()
    seats = tuple(boards[at])
    board = replace(
        last.boards[at],
        irr=irr,
        offender=seats.index(offender),
        fixes=tuple(fixes[seat] for seat in seats),
        points=None,
    )
    put_right = (*last.boards[:at], board, *last.boards[at + 1 :])
    return Followed(deal=replace(last, boards=put_right, points=None), is_in_place=True)


def _put_right(irr: str, last: DealEntry | None, ruled: Sequence[int]) -> Followed:
    """IRR-34, 35: points that are given or taken with the last deal; with earlier ones they add up."""
    if last is None:
        return Followed(carries={"irr": irr, "ruled": tuple(ruled)})
    before = last.ruled or (0,) * len(ruled)
    both = tuple(old + new for old, new in zip(before, ruled, strict=True))
    return Followed(deal=replace(last, irr=last.irr or irr, ruled=both, points=None), is_in_place=True)


def _of(count: int, at: int | None, value: int) -> tuple[int, ...]:
    return tuple(value if seat == at else 0 for seat in range(count))
