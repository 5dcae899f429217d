"""Final scores of three and more at a table, typed by hand: check them against the rules and settle them.

Scores are counted on the pad before bonuses, or as final totals with boxes and game bonus. Penalties (IRR-10) come off
points, so what only they explain is no doubt.
"""

from collections.abc import Iterator, Sequence

from games.engine.by_hand.doubts import Doubt
from games.engine.by_hand.limits import most_total
from games.engine.by_hand.pad_scores import Figures, points_doubts
from games.engine.play.rules import RuleSet
from games.engine.sheets.sides import BOX, SIDE


def doubts_of_several(rules: RuleSet, scores: Sequence[int], *, deals: int, to_target: bool) -> tuple[Doubt, ...]:
    """Everything that is impossible about the final scores of all seats by the rule set, as points on the pad and as
    totals with all bonuses; empty if they are possible. `to_target`: it was played to its end (not to a time)."""
    found = tuple(_of_sides(rules, scores))
    if found or not any(scores):
        return found
    sides = (max(scores), min(scores)) if rules.sheet.name == "sides" else tuple(scores)
    on_pad = tuple(points_doubts(rules, Figures(sides, deals, None, to_target)))
    in_total = tuple(_of_total(rules, sides, to_target))
    if not on_pad or not in_total:
        return ()
    return in_total if max(sides) >= (rules.target or 0) + rules.game_bonus else on_pad


def settled(rules: RuleSet, scores: Sequence[int]) -> tuple[int, ...]:
    """What each seat wins or loses by the final scores. 3P-6, 19: each pair settles its difference, and a player
    without a score pays the winner a shutout more. 3P-9: the box settles with each member of the side. 3P-20: there is
    no shutout if nobody reached the target. STR-2: a stake replaces the difference."""
    if rules.sheet.name == "sides":
        box = box_of(scores)
        two = (scores[box], next(score for seat, score in enumerate(scores) if seat != box))
        net = rules.seating.settle(rules, two)
        return tuple(net[BOX] * (len(scores) - 1) if seat == box else net[SIDE] for seat in range(len(scores)))
    if rules.sheet.name != "pairwise":
        return tuple(rules.seating.settle(rules, tuple(scores)))
    won = list(rules.seating.settle(rules, tuple(scores)))
    best = max(scores)
    is_won = best >= (rules.target or 0) and list(scores).count(best) == 1
    if is_won and rules.shutout.mode != "none" and rules.stake is None:
        winner = scores.index(best)
        paid = best if rules.shutout.mode == "double_total" else rules.shutout.value
        for seat, score in enumerate(scores):
            if seat != winner and score <= 0:
                won[seat], won[winner] = won[seat] - paid, won[winner] + paid
    return tuple(won)


def box_of(scores: Sequence[int]) -> int:
    """The seat that played alone: its score differs from all others; the first seat if all are level."""
    return next((seat for seat, score in enumerate(scores) if list(scores).count(score) == 1), 0)


def _of_sides(rules: RuleSet, scores: Sequence[int]) -> Iterator[Doubt]:
    """3P-9: check that a chouette has two scores, that of the box and that of all others."""
    shown = set(scores)
    has_two = len(shown) == 1 or (len(shown) == 2 and min(map(list(scores).count, shown)) == 1)
    if rules.sheet.name == "sides" and not has_two:
        yield Doubt(field="points", code="not_two_sides", rule="3P-9")


def _of_total(rules: RuleSet, scores: Sequence[int], to_target: bool) -> Iterator[Doubt]:
    """GIN-33, 35: check that the player who reached the target has a box and the game bonus, and that one who has won a
    deal has more than its box. By GIN-37 others may have more boxes, and a higher total."""
    bonus = 0 if rules.stake is not None else rules.game_bonus
    least = (rules.target or 0) + rules.box_value + bonus if to_target else 0
    most = most_total(rules, rules.target or 0, is_winner=True)
    high = max(scores)
    if high < least:
        yield Doubt(field="points", code="bonuses_missing", rule="GIN-33", least=least)
    elif most is not None and high > most:
        yield Doubt(field="points", code="more_than_all_deals", rule="GIN-36", most=most)
    elif any(0 < score <= rules.box_value for score in scores):
        yield Doubt(field="points", code="box_without_points", rule="GIN-35", least=rules.box_value + 1)
