"""The pad: deal points up to the target, then game bonus, boxes and shutout; games add up to a match."""

from dataclasses import dataclass

from games.engine.moves.result import DealResult, Score, Settlement
from games.engine.play.rules import RuleSet


@dataclass(frozen=True, slots=True)
class MatchScore:
    """GIN-39: the points that each side has been credited with, the winner of the match (None: it goes on), and the
    number of games."""

    credits: tuple[int, int]
    winner: int | None
    games: int


class Pad:
    """The score sheet of an ordinary game."""

    name = "pad"

    def blank(self, seats: int) -> Score:
        """A sheet with no deal on it."""
        return Score(seats)

    def enter(self, rules: RuleSet, score: Score, result: DealResult) -> Score:
        """The sheet with one more deal."""
        return Score(score.seats, (*score.deals, result), score.start)

    def may_draw(self, rules: RuleSet) -> bool:
        """GIN-32: False: one side reaches the target, so a game is never drawn."""
        return False

    def settle(self, rules: RuleSet, score: Score) -> Settlement:
        """GIN-32..37: settle: the game is over when one total of deal points reaches the target; then the bonuses are
        added."""
        points = _points(score)
        won = tuple(sum(deal.winner == seat for deal in score.deals) for seat in range(score.seats))
        boxes = _boxes(score, won)
        totals = [mine + rules.box_value * count for mine, count in zip(points, boxes, strict=True)]
        over = rules.target is not None and max(points) >= rules.target
        winner = points.index(max(points)) if over else None
        shutout = False
        if winner is not None:
            shutout = _is_shutout(rules, winner, points, won)
            totals[winner] = _with_bonuses(rules, totals[winner], shutout)
        return Settlement(
            over=over,
            winner=winner,
            points=points,
            boxes=boxes,
            totals=tuple(totals),
            net=_net(rules, winner, tuple(totals), shutout),
            deals=score.dealt,
            deals_won=won,
            shutout=shutout,
            game_bonus=rules.game_bonus,
        )


def match_score(rules: RuleSet, nets: tuple[int, ...]) -> MatchScore:
    """GIN-39: credit each game's difference, as seat 0 sees it, to the side that it favours; the first to the match
    target wins."""
    credits = [0, 0]
    for games, net in enumerate(nets, 1):
        credits[net < 0] += abs(net)
        if rules.match_target is not None and max(credits) >= rules.match_target:
            return MatchScore((credits[0], credits[1]), credits.index(max(credits)), games)
    return MatchScore((credits[0], credits[1]), None, len(nets))


def _points(score: Score) -> tuple[int, ...]:
    """GIN-32: deal points by seat, less penalties; boxes do not count."""
    points = [0] * score.seats
    for deal in score.deals:
        if deal.winner is not None:
            points[deal.winner] += deal.points
        for seat, penalty in enumerate(deal.penalties):
            points[seat] -= penalty
    return tuple(points)


def _boxes(score: Score, won: tuple[int, ...]) -> tuple[int, ...]:
    """GIN-35, 36: a box for each deal won, and the extra boxes."""
    extra = [0] * score.seats
    for deal in score.deals:
        if deal.winner is not None:
            extra[deal.winner] += deal.extra_boxes
    return tuple(boxes + more for boxes, more in zip(won, extra, strict=True))


def _is_shutout(rules: RuleSet, winner: int, points: tuple[int, ...], won: tuple[int, ...]) -> bool:
    """GIN-34: has every loser scored nothing, judged by points or by deals won?"""
    if rules.shutout.mode == "none":
        return False
    tested = won if rules.shutout_test == "no_hands" else points
    return all(scored <= 0 for seat, scored in enumerate(tested) if seat != winner)


def _with_bonuses(rules: RuleSet, total: int, shutout: bool) -> int:
    """GIN-33, 34: add the game bonus, then the shutout: a value on top, or the whole total doubled; STR-2 has
    neither."""
    if rules.stake is not None:
        return total
    total += rules.game_bonus
    if shutout:
        total = total * 2 if rules.shutout.mode == "double_total" else total + rules.shutout.value
    return total


def _net(rules: RuleSet, winner: int | None, totals: tuple[int, ...], shutout: bool) -> tuple[int, ...]:
    """GIN-37: the difference of the totals; STR-2: a fixed stake instead, doubled on a shutout."""
    if rules.stake is None:
        return rules.seating.settle(rules, totals)
    stake = rules.stake * 2 if shutout else rules.stake
    return tuple(0 if winner is None else stake if seat == winner else -stake for seat in range(len(totals)))


PAD = Pad()
