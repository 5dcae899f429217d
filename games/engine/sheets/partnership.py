"""The sheet of two teams: the boards of a deal add up to one result, and results add up to a game as on the pad."""

from collections.abc import Sequence

from games.engine.moves.result import DealResult, Score, Settlement
from games.engine.play.rules import RuleSet
from games.engine.sheets.pad import PAD

NO_POINTS = DealResult(type="dead", winner=None, points=0)


class Partnership:
    """PRT-3..7: one line a deal, two columns, one for each team."""

    name = "partnership"

    def blank(self, seats: int) -> Score:
        """The sheet of two teams, however many seats there are."""
        return Score(2)

    def enter(self, rules: RuleSet, score: Score, result: DealResult) -> Score:
        """The sheet with one more deal of the teams."""
        return PAD.enter(rules, score, result)

    def may_draw(self, rules: RuleSet) -> bool:
        """PRT-6: False: one team reaches the target, so a game is never drawn."""
        return False

    def settle(self, rules: RuleSet, score: Score) -> Settlement:
        """PRT-6, 7: settle with target, game bonus, shutout and boxes as in a game for two."""
        return PAD.settle(rules, score)


def team_result(boards: Sequence[DealResult | None]) -> DealResult:
    """PRT-3..5, 10: the net of the boards goes to one team, with one box and the extra boxes that its own members made.

    Every second seat belongs to the first team, so a winner's team is his seat's remainder by two; a dead board, or
    none (None), counts nothing. `winner` is the team (0 or 1), None when the boards are level.
    """
    scored = [board or NO_POINTS for board in boards]
    net = sum(seen_from_first(board) for board in scored)
    team = None if net == 0 else int(net < 0)
    extra = sum(board.extra_boxes for board in scored if board.winner is not None and board.winner % 2 == team)
    dead = all(board.winner is None for board in scored)
    kind = "dead" if dead else "tie" if team is None else "team"
    return DealResult(type=kind, winner=team, points=abs(net), difference=abs(net), extra_boxes=extra)


def seen_from_first(board: DealResult) -> int:
    """PRT-3: a board's points for the first team; penalties are taken off the side of their owner (IRR-10)."""
    points = 0 if board.winner is None else board.points if board.winner % 2 == 0 else -board.points
    return points - sum(-lost if seat % 2 else lost for seat, lost in enumerate(board.penalties))


PARTNERSHIP = Partnership()
