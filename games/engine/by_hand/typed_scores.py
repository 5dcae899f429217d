"""Final scores of three and more at a table, typed by hand: are they possible by the rules, and what is the settlement?

Scores are counted on the pad before bonuses, or as final totals with boxes and game bonus. Penalties (IRR-10) come off
points, so what only they explain is no doubt.
"""

from collections.abc import Iterator, Sequence

from games.engine.by_hand.doubts import Doubt
from games.engine.by_hand.reach import least_points, most_a_deal_gives, most_total
from games.engine.play.rules import RuleSet
from games.engine.sheets.sides import BOX, SIDE

NOBODY = 0  # deals that nobody noted


def doubts_of_several(
    rules: RuleSet, scores: Sequence[int], *, deals: int = NOBODY, to_target: bool = True
) -> tuple[Doubt, ...]:
    """Everything that is impossible about the final scores of all seats by the rule set, as points on the pad and as
    totals with all bonuses; empty if they are possible. `to_target`: was it played to its end (not to a time)?"""
    found = list(_of_sides(rules, scores)) or list(_of_counts(rules, scores, deals))
    if found or not any(scores):
        return tuple(found)
    two = sorted(set(scores), reverse=True) if rules.sheet.name == "sides" else sorted(scores, reverse=True)
    on_pad = list(_of_pad(rules, two, deals, to_target))
    in_total = list(_of_total(rules, two, to_target))
    if not on_pad or not in_total:
        return ()
    is_total = two[0] >= (rules.target or 0) + rules.game_bonus
    return tuple(in_total if is_total else on_pad)


def settled(rules: RuleSet, scores: Sequence[int]) -> tuple[int, ...]:
    """What each seat wins or loses by the final scores: 3P-6, 19 each pair its difference, and who has no score pays
    the winner a shutout more; 3P-9 the box settles with each member of the side. STR-2: a stake in place of it."""
    if rules.sheet.name == "sides":
        box = box_of(scores)
        two = (scores[box], next(score for seat, score in enumerate(scores) if seat != box))
        net = rules.seating.settle(rules, two)
        return tuple(net[BOX] * (len(scores) - 1) if seat == box else net[SIDE] for seat in range(len(scores)))
    if rules.sheet.name != "pairwise":
        return tuple(rules.seating.settle(rules, tuple(scores)))
    won = list(rules.seating.settle(rules, tuple(scores)))
    best = max(scores)
    if list(scores).count(best) == 1 and rules.shutout.mode != "none" and rules.stake is None:
        winner = scores.index(best)
        paid = best if rules.shutout.mode == "double_total" else rules.shutout.value
        for seat, score in enumerate(scores):
            if seat != winner and score <= 0:
                won[seat], won[winner] = won[seat] - paid, won[winner] + paid
    return tuple(won)


def box_of(scores: Sequence[int]) -> int:
    """The seat that played alone: the one whose score differs from all others; the first where all are level."""
    return next((seat for seat, score in enumerate(scores) if list(scores).count(score) == 1), 0)


def _of_sides(rules: RuleSet, scores: Sequence[int]) -> Iterator[Doubt]:
    """3P-9: in a chouette there are two scores, of the box and of all others."""
    if rules.sheet.name == "sides" and (len(set(scores)) > 2 or min(map(list(scores).count, set(scores))) > 1):
        yield Doubt(field="scores", code="not_two_sides", rule="3P-9")


def _of_counts(rules: RuleSet, scores: Sequence[int], deals: int) -> Iterator[Doubt]:
    least = least_points(rules)
    if min(scores) < least:
        yield Doubt(field="scores", code="below_zero", rule="GIN-32", least=least)
    if deals < 0:
        yield Doubt(field="deals", code="below_zero", rule="GIN-32", least=0)


def _of_pad(rules: RuleSet, scores: Sequence[int], deals: int, to_target: bool) -> Iterator[Doubt]:
    """GIN-32: the first to the target ends the game, so nobody else has reached it; GIN-29 what a deal can give."""
    target, most = rules.target, most_a_deal_gives(rules)
    high, second = scores[0], scores[1]
    if target is not None and to_target and high < target:
        yield Doubt(field="scores", code="target_not_reached", rule="GIN-32", least=target)
    elif target is not None and second >= target:
        yield Doubt(field="scores", code="both_reached_target", rule="GIN-32", most=target - 1)
    elif target is not None and most is not None and high > target - 1 + most:
        yield Doubt(field="scores", code="more_than_the_last_deal", rule="GIN-29", most=target - 1 + most)
    needed = sum(0 if score <= 0 else 1 if most is None else -(-score // most) for score in scores)
    if deals and deals < needed:
        yield Doubt(field="deals", code="too_few_deals", rule="GIN-29", least=needed)


def _of_total(rules: RuleSet, scores: Sequence[int], to_target: bool) -> Iterator[Doubt]:
    """GIN-33, 35: who reached the target has a box and the game bonus; who has won a deal has more than its box.
    GIN-37: others may have more boxes, and a higher total."""
    bonus = 0 if rules.stake is not None else rules.game_bonus
    least = (rules.target or 0) + rules.box_value + bonus if to_target else 0
    most = most_total(rules, rules.target or 0, is_winner=True)
    if scores[0] < least:
        yield Doubt(field="scores", code="bonuses_missing", rule="GIN-33", least=least)
    elif most is not None and scores[0] > most:
        yield Doubt(field="scores", code="more_than_all_deals", rule="GIN-36", most=most)
    elif any(0 < score <= rules.box_value for score in scores):
        yield Doubt(field="scores", code="box_without_points", rule="GIN-35", least=rules.box_value + 1)
