"""Hollywood: three columns at once. A deal is entered in those that its winner has opened and nobody has closed."""

from dataclasses import dataclass, field, replace

from games.engine.moves.result import ADJUSTED, Column, DealResult, Score, Settlement
from games.engine.play.rules import RuleSet

COUNT = 3  # HOL-1
TO_WIN = 2  # HOL-5


@dataclass(slots=True)
class Tally:
    """One column while the deals are entered: points, entries, boxes and whether it is opened, all by seat; who closed
    it; and what each seat gained by its entries, by number."""

    points: list[int]
    entries: list[int]
    boxes: list[int]
    opened: list[bool]
    winner: int | None = None
    gained: dict[int, list[int]] = field(default_factory=dict)

    def gain(self, number: int, seat: int, points: int) -> None:
        """Add the points of entry `number` to the seat."""
        self.points[seat] += points
        self.gained.setdefault(number, [0] * len(self.points))[seat] += points


class Columns:
    """HOL-1: three simultaneous columns for each player."""

    name = "columns"

    def blank(self, seats: int) -> Score:
        """A sheet with no deal on it."""
        return Score(seats)

    def enter(self, rules: RuleSet, score: Score, result: DealResult) -> Score:
        """The sheet with one deal more."""
        return Score(score.seats, (*score.deals, result), score.start)

    def may_draw(self, rules: RuleSet) -> bool:
        """HOL-5, 6: False where two columns win; True otherwise, because the sums of all three may be equal."""
        return rules.column_settlement == "totals"

    def settle(self, rules: RuleSet, score: Score) -> Settlement:
        """HOL-4..6: settle: the points in each column, the closed columns, and the result of the game."""
        tallies = _tallied(rules, score)
        columns = tuple(_settled(rules, number, tally) for number, tally in enumerate(tallies, 1))
        by_seat = range(score.seats)
        points = tuple(sum(column.points[seat] for column in columns) for seat in by_seat)
        boxes = tuple(sum(tally.boxes[seat] for tally in tallies) for seat in by_seat)
        closed = tuple(sum(column.winner == seat for column in columns) for seat in by_seat)
        totals = closed
        over = max(closed) >= TO_WIN
        if rules.column_settlement == "totals":
            over = all(column.over for column in columns)
            totals = tuple(sum(column.totals[seat] for column in columns) for seat in by_seat)
        return Settlement(
            over=over,
            winner=_ahead(totals) if over else None,
            points=points,
            boxes=boxes,
            totals=totals,
            net=rules.seating.settle(rules, totals),
            deals=score.dealt,
            deals_won=tuple(sum(deal.winner == seat for deal in score.deals) for seat in by_seat),
            shutout=any(column.over and _is_shutout(rules, column) for column in columns),
            game_bonus=rules.game_bonus,
            columns=columns,
        )


def _tallied(rules: RuleSet, score: Score) -> list[Tally]:
    """HOL-2..4: the columns after all deals were entered in order; a closed column takes no more points."""
    zeros = [0] * score.seats
    tallies = [Tally(list(zeros), list(zeros), list(zeros), [False] * score.seats) for _ in range(COUNT)]
    wins = [0] * score.seats
    target = rules.target or 0
    for number, deal in enumerate(score.deals, 1):
        winner = deal.winner
        if winner is not None:
            wins[winner] += 1
            _open(rules, tallies, winner, wins[winner])
        if deal.type == ADJUSTED:
            _correct(tallies, deal, number)
        else:
            for tally in tallies:
                _enter(tally, deal, number)
            if winner is None:
                _enter_penalties(tallies, deal, number)
        for tally in tallies:
            if tally.winner is None and max(tally.points) >= target:
                tally.winner = tally.points.index(max(tally.points))
    return tallies


def _open(rules: RuleSet, tallies: list[Tally], seat: int, win: int) -> None:
    """HOL-2, 3: a win opens one more column: by the number of the win (literal), or the lowest that was not closed
    before (shift)."""
    if rules.column_open == "literal":
        if win <= COUNT:
            tallies[win - 1].opened[seat] = True
        return
    for tally in tallies:
        if tally.winner is None and not tally.opened[seat]:
            tally.opened[seat] = True
            return


def _enter(tally: Tally, deal: DealResult, number: int) -> None:
    """HOL-7: enter the deal's points in a column that its winner has opened; IRR-10: the loser's penalty with them."""
    if tally.winner is not None or deal.winner is None or not tally.opened[deal.winner]:
        return
    tally.gain(number, deal.winner, deal.points)
    tally.entries[deal.winner] += 1
    tally.boxes[deal.winner] += 1 + deal.extra_boxes
    for seat, penalty in enumerate(deal.penalties):
        tally.gain(number, seat, -penalty)


def _enter_penalties(tallies: list[Tally], deal: DealResult, number: int) -> None:
    """IRR-10: enter the penalties of a deal that nobody has won. Each is taken off in the open columns that its seat
    has entered; if it has entered none, in the lowest open column (ours)."""
    still_open = [tally for tally in tallies if tally.winner is None]
    for seat, penalty in enumerate(deal.penalties):
        entered = [tally for tally in still_open if tally.opened[seat]] or still_open[:1]
        for tally in entered if penalty else ():
            tally.gain(number, seat, -penalty)


def _correct(tallies: list[Tally], slip: DealResult, number: int) -> None:
    """IRR-35: enter a correction in the named column, if it is open."""
    tally = tallies[int(slip.suits) - 1]
    if tally.winner is None:
        for seat, penalty in enumerate(slip.penalties):
            tally.gain(number, seat, -penalty)


def _settled(rules: RuleSet, number: int, tally: Tally) -> Column:
    """HOL-6: settle a closed column like a game: game bonus, a box for each entry, shutout if the loser has no entry in
    it."""
    points, entries = tuple(tally.points), tuple(tally.entries)
    totals = list(points)
    if rules.column_settlement == "totals":
        totals = [mine + rules.box_value * boxes for mine, boxes in zip(points, tally.boxes, strict=True)]
    column = Column(
        name=str(number),
        points=points,
        entries=entries,
        totals=tuple(totals),
        net=(0,) * len(points),
        over=tally.winner is not None,
        winner=tally.winner,
        deals=tuple(tally.gained),
        gained=tuple(map(tuple, tally.gained.values())),
    )
    if tally.winner is None:
        return column
    if rules.column_settlement == "totals":
        _with_bonuses(rules, column, tally.winner, totals)
    return replace(column, totals=tuple(totals), net=rules.seating.settle(rules, tuple(totals)))


def _with_bonuses(rules: RuleSet, column: Column, winner: int, totals: list[int]) -> None:
    """HOL-6, GIN-33, 34: add the game bonus and the shutout of a column."""
    totals[winner] += rules.game_bonus
    if _is_shutout(rules, column):
        doubled = rules.shutout.mode == "double_total"
        totals[winner] += totals[winner] if doubled else rules.shutout.value


def _is_shutout(rules: RuleSet, column: Column) -> bool:
    """HOL-6: is it a shutout, because the loser has no entry in the column?"""
    losing = (entries for seat, entries in enumerate(column.entries) if seat != column.winner)
    return rules.shutout.mode != "none" and not any(losing)


def _ahead(totals: tuple[int, ...]) -> int | None:
    """GIN-37: the seat that is ahead after the settlement; None if they are level."""
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else None


COLUMNS = Columns()
