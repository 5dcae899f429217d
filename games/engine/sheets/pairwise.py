"""The sheet of three who each play for themselves: totals as on the pad, settled between every two."""

from dataclasses import replace

from games.engine.moves.result import DealResult, Score, Settlement
from games.engine.play.rules import RuleSet
from games.engine.sheets.pad import PAD


class Pairwise:
    """3P-5, 6, 19: separate totals; each pair settles its difference."""

    name = "pairwise"

    def blank(self, seats: int) -> Score:
        """A sheet with no deal on it."""
        return PAD.blank(seats)

    def enter(self, rules: RuleSet, score: Score, result: DealResult) -> Score:
        """The sheet with one more deal."""
        return PAD.enter(rules, score, result)

    def may_draw(self, rules: RuleSet) -> bool:
        """GIN-32: False: one player reaches the target, so a game is never drawn."""
        return False

    def settle(self, rules: RuleSet, score: Score) -> Settlement:
        """3P-5: settle: the first to reach the target ends the game."""
        summed = PAD.settle(rules, score)
        return settle_pairs(rules, summed)


def settle_pairs(rules: RuleSet, summed: Settlement) -> Settlement:
    """3P-6, 19: the totals with boxes and the winner's game bonus, the pairwise differences, and the extra payments of
    a shutout.

    Of `summed` the winner, points, boxes and deals won are read.
    """
    totals = [points + rules.box_value * boxes for points, boxes in zip(summed.points, summed.boxes, strict=True)]
    winner = summed.winner
    if winner is None:
        return replace(summed, totals=tuple(totals), net=rules.seating.settle(rules, tuple(totals)), shutout=False)
    shut_out = [seat for seat in range(len(totals)) if seat != winner and _scored_nothing(rules, summed, seat)]
    if rules.stake is None:
        totals[winner] += rules.game_bonus
        net = list(rules.seating.settle(rules, tuple(totals)))
        more = {seat: _paid_more(rules, totals[winner]) for seat in shut_out}
    else:  # STR-2: a fixed stake from each loser, doubled on a shutout
        net = [-rules.stake] * len(totals)
        net[winner] = rules.stake * (len(totals) - 1)
        more = dict.fromkeys(shut_out, rules.stake)
    for seat, paid in more.items():
        net[seat] -= paid
        net[winner] += paid
    return replace(summed, totals=tuple(totals), net=tuple(net), shutout=bool(shut_out))


def _scored_nothing(rules: RuleSet, summed: Settlement, seat: int) -> bool:
    """GIN-34 for one loser: has he scored nothing, judged by points or by deals won?"""
    tested = summed.deals_won if rules.shutout_test == "no_hands" else summed.points
    return rules.shutout.mode != "none" and tested[seat] <= 0


def _paid_more(rules: RuleSet, total: int) -> int:
    """3P-6: the extra payment of a player who scored nothing; where a shutout doubles, the winner's total once more."""
    return total if rules.shutout.mode == "double_total" else rules.shutout.value


PAIRWISE = Pairwise()
