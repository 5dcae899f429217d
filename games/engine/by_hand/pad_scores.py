"""Check one game on a pad: its points, for any number of sides, and the totals of two (GIN-29, 32..37, PRT-6, 7)."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.by_hand.doubts import Doubt
from games.engine.by_hand.limits import most_a_deal_gives, most_boxes, most_total
from games.engine.play.rules import RuleSet

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one game by side (`Entered` in figures.py)."""

    points: tuple[int, ...]
    deals: int
    deals_won: tuple[int, ...] | None
    to_target: bool


def pad_doubts(
    rules: RuleSet, points: Pair, *, deals: int, deals_won: Pair | None, is_total: bool, to_target: bool
) -> tuple[Doubt, ...]:
    """Everything that is impossible about the figures of one game on a pad; empty if they are possible. A game that was
    cut short by time is settled without bonuses (`final_of`): then its points are totals, too."""
    entered = Figures(points, deals, deals_won, to_target)
    of_points = tuple(points_doubts(rules, entered))
    if not is_total or (not to_target and not of_points):
        return of_points
    return tuple(_of_total(rules, entered))


def points_doubts(rules: RuleSet, entered: Figures) -> Iterator[Doubt]:
    """Check points on the pad: GIN-32 says where a game ends, GIN-29 what a deal can give."""
    target, most = rules.target, most_a_deal_gives(rules)
    high, second = sorted(entered.points, reverse=True)[:2]
    if target is not None and entered.to_target and high < target:
        yield Doubt(field="points", code="target_not_reached", rule="GIN-32", least=target)
    elif target is not None and second >= target:
        yield Doubt(field="points", code="both_reached_target", rule="GIN-32", most=target - 1)
    elif target is not None and most is not None and high > target - 1 + most:
        yield Doubt(field="points", code="more_than_the_last_deal", rule="GIN-29", most=target - 1 + most)
    yield from _of_deals(rules, entered.points, entered)


def _of_deals(rules: RuleSet, points: tuple[int, ...], entered: Figures) -> Iterator[Doubt]:
    """GIN-29, 32: check that a side with points has won a deal, and that its deals can give so many points."""
    most, won = most_a_deal_gives(rules), entered.deals_won
    needed = [0 if scored <= 0 else 1 if most is None else -(-scored // most) for scored in points]
    if won is not None and any(have < need for have, need in zip(won, needed, strict=True)):
        yield Doubt(field="deals_won", code="points_without_deals", rule="GIN-29", least=max(needed))
    elif entered.deals and entered.deals < sum(needed):
        yield Doubt(field="deals", code="too_few_deals", rule="GIN-29", least=sum(needed))


def _of_total(rules: RuleSet, entered: Figures) -> Iterator[Doubt]:
    """Check final totals: points, boxes, and game bonus and shutout for the side that reached the target (GIN-33..36).
    By GIN-37 it may be the side with the lower total; the doubts are then those of the more likely reading."""
    ahead = entered.points.index(max(entered.points))
    readings = [list(_of_total_won_by(winner, rules, entered)) for winner in (ahead, 1 - ahead)]
    if all(readings):
        yield from readings[0]


def _of_total_won_by(winner: int, rules: RuleSet, entered: Figures) -> Iterator[Doubt]:
    """Check the totals of a game in which this side reached the target. If the deals won are noted, the points on the
    pad follow from them and must be possible; else the totals must leave room for them. A total below 0 shows a
    penalty, and is not checked further (IRR-10)."""
    high, low = entered.points[winner], entered.points[1 - winner]
    is_shutout = low <= 0 and rules.shutout.mode != "none" and rules.stake is None
    bonus = _bonus(rules, is_shutout)
    target = rules.target or 0
    least = (target + rules.box_value) if entered.to_target else 0
    if entered.to_target:
        least = (least + bonus) * (2 if is_shutout and rules.shutout.mode == "double_total" else 1)
    if high < least:
        yield Doubt(field="points", code="bonuses_missing", rule="GIN-33", least=least)
    elif (most := most_total(rules, target, is_winner=True)) is not None and high > most:
        yield Doubt(field="points", code="more_than_all_deals", rule="GIN-36", most=most)
    elif 0 < low <= rules.box_value:
        yield Doubt(field="points", code="box_without_points", rule="GIN-35", least=rules.box_value + 1)
    elif low < 0:
        return
    elif entered.deals_won is not None and entered.to_target and rules.extra_boxes == "none":
        yield from _of_noted_boxes(winner, rules, entered)
    else:
        most = most_total(rules, target, is_winner=False)
        if entered.deals:
            noted = target - 1 + most_boxes(rules, entered.deals - 1)
            most = noted if most is None else min(most, noted)
        if most is not None and low > most:
            yield Doubt(field="points", code="loser_too_high", rule="GIN-32", most=most)


def _of_noted_boxes(winner: int, rules: RuleSet, entered: Figures) -> Iterator[Doubt]:
    """The points that remain on the pad when boxes and bonuses are taken off again."""
    won = entered.deals_won or (0, 0)
    tested = won[1 - winner] if rules.shutout_test == "no_hands" else entered.points[1 - winner]
    is_shutout = tested == 0 and rules.shutout.mode != "none" and rules.stake is None
    totals = list(entered.points)
    if is_shutout and rules.shutout.mode == "double_total":
        if totals[winner] % 2:
            yield Doubt(field="points", code="not_doubled", rule="GIN-34", least=totals[winner] + 1)
            return
        totals[winner] //= 2
    totals[winner] -= _bonus(rules, is_shutout)
    pad = (totals[0] - rules.box_value * won[0], totals[1] - rules.box_value * won[1])
    target = rules.target or 0
    if pad[winner] < target:
        missing = target - pad[winner]
        yield Doubt(field="points", code="bonuses_missing", rule="GIN-33", least=entered.points[winner] + missing)
    elif not 0 <= pad[1 - winner] < target:
        loser = rules.box_value * won[1 - winner]
        yield Doubt(field="points", code="boxes_do_not_fit", rule="GIN-35", least=loser, most=loser + target - 1)
    else:
        yield from _of_deals(rules, pad, entered)


def _bonus(rules: RuleSet, is_shutout: bool) -> int:
    """What the winner gets besides points and boxes: GIN-33, and an added shutout of GIN-34; STR-2 has neither."""
    if rules.stake is not None:
        return 0
    return rules.game_bonus + (rules.shutout.value if is_shutout and rules.shutout.mode == "add" else 0)
