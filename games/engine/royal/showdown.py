"""What a knock against two opponents is worth: both answers, and the score of the deal."""

from collections.abc import Mapping, Sequence

from games.engine.gin.arranging import spread_for
from games.engine.gin.showdown import arranged_answer, bonus_for, extra_boxes_for
from games.engine.gin.upcard import limit_under, multiplier
from games.engine.impossible import Impossible
from games.engine.melds import Spread
from games.engine.result import DealResult
from games.engine.rules import RuleSet
from games.engine.state import Laid


def answers(spread: Spread, opponents: Sequence[int], hands: Sequence[int]) -> tuple[Laid, ...]:
    """3P-14: each opponent lays off on the knocker's melds as shown, whatever the other has laid there."""
    return tuple(arranged_answer(seat, hands[seat], spread) for seat in opponents)


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
    return score_royal(rules, order, counts, upcard=upcard, factor=factor)


def score_royal(
    rules: RuleSet,
    order: Sequence[int],
    counts: Mapping[int, int],
    *,
    how: str = "knock",
    upcard: int | None = None,
    factor: int = 1,
    fixes: Mapping[int, int] | None = None,
    no_bonus: tuple[int, ...] = (),
) -> DealResult:
    """3P-15..17: the result of a knock; `order` is the knocker, then to his left; `counts` by seat.

    The lowest count wins the sum of the others less its own; a count of 0 is the knocker's gin. IRR-10..12: `fixes` are
    cards found too many (+) or too few (-); IRR-23: `no_bonus` are the seats that have lost theirs.
    """
    factor *= multiplier(rules, upcard)
    knocker, *opponents = order
    seats, wrong = sorted(order), {seat: n for seat, n in (fixes or {}).items() if n}
    missing = {seat: 10 * max(0, -n) for seat, n in wrong.items()}
    if rules.short_penalty == "add_to_count":
        counts, missing = {seat: counts[seat] + missing.get(seat, 0) for seat in order}, {}
    kind, winner = _who_wins(rules, knocker, opponents, counts, how)
    if len(wrong) > 1 or (winner is not None and wrong.get(winner, 0) > 0):
        kind, winner = "void" if len(wrong) > 1 else "no_winner", None
    by_seat = tuple(counts[seat] for seat in seats)
    if winner is None:
        return DealResult(type=kind, winner=None, points=0, counts=by_seat, penalties=(0,) * len(order), factor=factor)
    difference = sum(counts[seat] for seat in order if seat != winner) - counts[winner]
    bonus = bonus_for(rules, kind, lost=winner in no_bonus or wrong.get(winner, 0) < 0)
    lost = {knocker: rules.undercut_penalty} if kind == "undercut" else {}
    return DealResult(
        type=kind,
        winner=winner,
        points=(difference + bonus) * factor - missing.get(winner, 0),
        counts=by_seat,
        difference=difference,
        bonus=bonus,
        extra_boxes=extra_boxes_for(rules, kind, upcard),
        penalties=tuple(lost.get(seat, 0) + (missing.get(seat, 0) if seat != winner else 0) for seat in seats),
        factor=factor,
    )


def _who_wins(
    rules: RuleSet, knocker: int, opponents: Sequence[int], counts: Mapping[int, int], how: str
) -> tuple[str, int | None]:
    """3P-16, 17: gin; the opponent with the lower count, nearer the knocker's left when they tie; the knocker."""
    mine = counts[knocker]
    if mine == 0:
        return "big_gin" if how == "big_gin" else "gin", knocker
    best = min(opponents, key=lambda seat: counts[seat])
    if counts[best] < mine or (counts[best] == mine and rules.undercut_on_tie):
        return "undercut", best
    return ("tie", None) if counts[best] == mine else ("knock", knocker)
