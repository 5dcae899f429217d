"""The sheet of a chouette: two scores, of the box and of the side, whoever plays for them."""

from dataclasses import replace

from games.engine.moves.result import DealResult, Score, Settlement
from games.engine.play.rules import RuleSet
from games.engine.sheets.pad import PAD

BOX, SIDE = 0, 1


class Sides:
    """3P-9: two scores; the net result is settled between the box and each member of the side."""

    name = "sides"

    def blank(self, seats: int) -> Score:
        """A sheet with no deal on it."""
        return Score(seats)

    def enter(self, rules: RuleSet, score: Score, result: DealResult) -> Score:
        """The sheet with one more deal."""
        return PAD.enter(rules, score, result)

    def may_draw(self, rules: RuleSet) -> bool:
        """GIN-32: False: one side reaches the target, so a game is never drawn."""
        return False

    def settle(self, rules: RuleSet, score: Score) -> Settlement:
        """3P-9: settle: every seat shows the score of its side; the box settles with each of the others.

        The scores belong to the places: who sits in the box in the last deal settles for it (our reading for
        winner_stays). A sheet whose deals name no box has it in seat 0.
        """
        last = score.deals[-1] if score.deals else None
        box = _box(last) if last else BOX
        two = Score(2, tuple(_of_two(deal) for deal in score.deals))
        summed = PAD.settle(rules, two)
        side_of = [BOX if seat == box else SIDE for seat in range(score.seats)]
        won = None if summed.winner is None else _winner(score, box, summed.winner)
        net_box, net_member = summed.net[BOX] * (score.seats - 1), summed.net[SIDE]
        return replace(
            summed,
            winner=won,
            points=tuple(summed.points[side] for side in side_of),
            boxes=tuple(summed.boxes[side] for side in side_of),
            totals=tuple(summed.totals[side] for side in side_of),
            net=tuple(net_box if side == BOX else net_member for side in side_of),
            deals_won=tuple(summed.deals_won[side] for side in side_of),
        )


def _box(deal: DealResult) -> int:
    return BOX if deal.box is None else deal.box


def _of_two(deal: DealResult) -> DealResult:
    """A deal as it is entered for box (0) and side (1)."""
    box = _box(deal)
    lost = [0, 0]
    for seat, penalty in enumerate(deal.penalties):
        lost[BOX if seat == box else SIDE] += penalty
    winner = None if deal.winner is None else BOX if deal.winner == box else SIDE
    return replace(deal, winner=winner, penalties=tuple(lost))


def _winner(score: Score, box: int, side: int) -> int:
    """The seat that won the game: the box, or the captain who won the side's last deal.

    A side that has won no deal and reaches the target by a correction (IRR-35) goes by its first seat.
    """
    if side == BOX:
        return box
    captains = (deal.winner for deal in reversed(score.deals) if deal.winner not in (None, _box(deal)))
    return next(captains, min(seat for seat in range(score.seats) if seat != box))


SIDES = Sides()
