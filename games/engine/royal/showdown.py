"""The score of a knock against two opponents, from counts or hands."""

from collections.abc import Mapping, Sequence

from games.engine.gin.scoring.arranging import spread_for
from games.engine.gin.scoring.showdown import arranged_answer, score_knock
from games.engine.gin.scoring.upcard import limit_under
from games.engine.moves.result import DealResult
from games.engine.play.impossible import Impossible
from games.engine.play.rules import RuleSet


def settle_royal(
    rules: RuleSet,
    order: Sequence[int],
    *,
    counts: Mapping[int, int] | None = None,
    hands: Mapping[int, int] | None = None,
    melds: Sequence[int] | None = None,
    upcard: int | None = None,
    factor: int = 1,
) -> DealResult:
    """3P-14..17: settles a knock from the counts by seat, or from the hands (masks), the knocker's ten among them.

    `order` is the knocker, then to his left. Raises Impossible E_NOT_IN_HAND, E_BAD_MELD or E_KNOCK_LIMIT.
    """
    limit = limit_under(rules, upcard)
    if hands is not None:
        knocker, *opponents = order
        spread = spread_for(rules, hands[knocker], melds, how="knock", limit=limit)
        laid = (arranged_answer(seat, hands[seat], spread) for seat in opponents)
        counts = {knocker: spread.count, **{each.seat: each.count for each in laid}}
    if counts is None:
        raise Impossible("E_OPTION", "3P-15", "counts or hands: one of both is needed")
    if counts[order[0]] > limit:
        raise Impossible("E_KNOCK_LIMIT")
    return score_knock(rules, order, [counts[seat] for seat in sorted(order)], upcard=upcard, factor=factor)
