"""Colonel: each deal's scores by seat are added up; one deal is a game unless a target is named."""

from games.engine.moves.result import DealResult, Score, Settlement
from games.engine.play.rules import RuleSet


class ColonelSheet:
    """COL-12..16: sums of what each seat enters."""

    name = "colonel"

    def blank(self, seats: int) -> Score:
        """A sheet with no deal on it."""
        return Score(seats)

    def enter(self, rules: RuleSet, score: Score, result: DealResult) -> Score:
        """The sheet with one deal more."""
        return Score(score.seats, (*score.deals, result), score.start)

    def may_draw(self, rules: RuleSet) -> bool:
        """COL-16: True, because level totals have no winner."""
        return True

    def settle(self, rules: RuleSet, score: Score) -> Settlement:
        """COL-16: settle: the highest total wins, level totals have no winner; the game is over at the target, or after
        one deal."""
        totals = _totals(score)
        over = _is_over(rules, score, totals)
        best = max(totals)
        leader = totals.index(best) if totals.count(best) == 1 else None
        return Settlement(
            over=over,
            winner=leader if over else None,
            points=totals,
            boxes=(0,) * score.seats,
            totals=totals,
            net=rules.seating.settle(rules, totals),
            deals=score.dealt,
            deals_won=tuple(sum(deal.winner == seat for deal in score.deals) for seat in range(score.seats)),
            shutout=False,
            game_bonus=0,
        )


def leader(sheet: Settlement) -> int | None:
    """COL-16: the seat with the highest total so far; None while they are level."""
    best = max(sheet.totals)
    return sheet.totals.index(best) if sheet.totals.count(best) == 1 else None


def _totals(score: Score) -> tuple[int, ...]:
    """COL-12..14: what each seat has entered, below 0 too; IRR-10 penalties taken off."""
    totals = [0] * score.seats
    for deal in score.deals:
        for seat, points in enumerate(deal.scores or ()):
            totals[seat] += points
        for seat, penalty in enumerate(deal.penalties):
            totals[seat] -= penalty
    return tuple(totals)


def _is_over(rules: RuleSet, score: Score, totals: tuple[int, ...]) -> bool:
    """COL-16: has the target been reached, or, if there is none, a deal been played?"""
    if rules.target is None:
        return score.dealt > 0
    return max(totals) >= rules.target


COLONEL_SHEET = ColonelSheet()
