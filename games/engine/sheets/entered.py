"""A game's figures entered by hand: could the rules have given them? Every doubt names its field and what is allowed.

What a pad can tell (GIN-32..37) is checked to the point; of sheets with columns or stakes, and of games with melds on
the table, only what holds for all. Points are counted on the pad before bonuses, or as final totals with game bonus,
boxes and shutout. Penalties (IRR-10) come off points: figures below what the deals gave are no doubt by themselves.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.play.rules import RuleSet

MOST_COUNT = 120  # ten cards in no meld count 98 at most; the rest is room for penalties added to a count (IRR-10)
MOST_BELOW = 9_999  # as many figures as a result has
MOST_KISSES = 4  # OKL-4: two extra boxes for gin, doubled on a spade


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """What somebody has entered for one game of two: `points` of both sides; `deals` in all (0: not noted) and won by
    each side (None: not noted). `is_total`: with all bonuses. `to_target`: was it played to its end (not to a time)?"""

    points: tuple[int, int]
    deals: int = 0
    deals_won: tuple[int, int] | None = None
    is_total: bool = False
    to_target: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A figure that cannot be: its `field` (points, deals, deals_won), the rule (`code`), and the figures allowed
    there, None where there is no bound. `board`: at which board of a deal of teams, from 0."""

    field: str
    code: str
    rule: str
    least: int | None = None
    most: int | None = None
    board: int | None = None


def doubts(rules: RuleSet, entered: Entered) -> tuple[Doubt, ...]:
    """Everything about these figures that the rule set cannot give; empty if they are possible."""
    found = list(_of_counts(rules, entered))
    if found or rules.sheet.name != "pad":
        return tuple(found)
    return tuple(_of_total(rules, entered) if entered.is_total else _of_points(rules, entered))


def most_a_deal_gives(rules: RuleSet) -> int | None:
    """An upper bound of the points of one deal (GIN-29); None where doubling has no cap."""
    best = max(rules.gin_bonus, rules.undercut_bonus, rules.big_gin_bonus or 0)
    factor: int | None = 1
    if rules.doubling:
        factor = rules.double_cap
    if factor is None:
        return None
    return (MOST_COUNT + best + rules.hand_win_bonus) * rules.spade_multiplier * factor


def least_points(rules: RuleSet) -> int:
    """The fewest points that a side can end with: below 0 where melds score less hands (COL-14), and where each missing
    card takes ten off (IRR-10). Conquian's units are paid from the other side."""
    goes_below = rules.kernel.name == "colonel" or (rules.kernel.name != "conquian" and rules.short_penalty == "deduct")
    return -MOST_BELOW if goes_below else 0


def _of_counts(rules: RuleSet, entered: Entered) -> Iterator[Doubt]:
    """What holds on every sheet: the deals won are among the deals, and points are not lower than they can be."""
    won, least = entered.deals_won, least_points(rules)
    if min(entered.points) < least:
        yield Doubt(field="points", code="below_zero", rule="GIN-32", least=least)
    if entered.deals < 0 or (won is not None and min(won) < 0):
        yield Doubt(field="deals" if entered.deals < 0 else "deals_won", code="below_zero", rule="GIN-32", least=0)
    elif won is not None and entered.deals and sum(won) > entered.deals:
        yield Doubt(field="deals_won", code="more_than_played", rule="GIN-35", most=entered.deals)


def _of_points(rules: RuleSet, entered: Entered) -> Iterator[Doubt]:
    """Points on the pad: GIN-32 says where a game ends, GIN-29 what a deal can give."""
    target, most = rules.target, most_a_deal_gives(rules)
    high, low = max(entered.points), min(entered.points)
    if target is not None and entered.to_target and high < target:
        yield Doubt(field="points", code="target_not_reached", rule="GIN-32", least=target)
    elif target is not None and low >= target:
        yield Doubt(field="points", code="both_reached_target", rule="GIN-32", most=target - 1)
    elif target is not None and most is not None and high > target - 1 + most:
        yield Doubt(field="points", code="more_than_the_last_deal", rule="GIN-29", most=target - 1 + most)
    yield from _of_deals(rules, entered.points, entered)


def _of_deals(rules: RuleSet, points: tuple[int, int], entered: Entered) -> Iterator[Doubt]:
    """GIN-29, 32: who has points has won a deal, and so many points need so many deals."""
    most, won = most_a_deal_gives(rules), entered.deals_won
    needed = [0 if scored <= 0 else 1 if most is None else -(-scored // most) for scored in points]
    if won is not None and any(have < need for have, need in zip(won, needed, strict=True)):
        yield Doubt(field="deals_won", code="points_without_deals", rule="GIN-29", least=max(needed))
    elif entered.deals and entered.deals < sum(needed):
        yield Doubt(field="deals", code="too_few_deals", rule="GIN-29", least=sum(needed))


def _of_total(rules: RuleSet, entered: Entered) -> Iterator[Doubt]:
    """Final totals: points, boxes, and game bonus and shutout for whoever reached the target (GIN-33..36). GIN-37: that
    may be the side with the lower total; the doubts are then those of the more likely reading."""
    ahead = entered.points.index(max(entered.points))
    readings = [list(_of_total_won_by(winner, rules, entered)) for winner in (ahead, 1 - ahead)]
    if all(readings):
        yield from readings[0]


def _of_total_won_by(winner: int, rules: RuleSet, entered: Entered) -> Iterator[Doubt]:
    """Totals of a game in which this side reached the target. Where the deals won are noted the points on the pad
    follow, and must be possible; else the totals must leave room for them. A total below 0 shows a penalty, and tells
    no more (IRR-10)."""
    high, low = entered.points[winner], entered.points[1 - winner]
    is_shutout = low <= 0 and rules.shutout.mode != "none" and rules.stake is None
    bonus = _bonus(rules, is_shutout)
    target = rules.target or 0
    least = (target + rules.box_value) if entered.to_target else 0
    if entered.to_target:
        least = (least + bonus) * (2 if is_shutout and rules.shutout.mode == "double_total" else 1)
    if high < least:
        yield Doubt(field="points", code="bonuses_missing", rule="GIN-33", least=least)
    elif 0 < low <= rules.box_value:
        yield Doubt(field="points", code="box_without_points", rule="GIN-35", least=rules.box_value + 1)
    elif low < 0:
        return
    elif entered.deals_won is not None and entered.to_target and rules.extra_boxes == "none":
        yield from _of_noted_boxes(winner, rules, entered)
    elif entered.deals and low > (most := target - 1 + _most_boxes(rules, entered.deals - 1)):
        yield Doubt(field="points", code="loser_too_high", rule="GIN-32", most=most)


def _of_noted_boxes(winner: int, rules: RuleSet, entered: Entered) -> Iterator[Doubt]:
    """The points that stand on the pad once boxes and bonuses are taken off again."""
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
    """What the winner adds to points and boxes: GIN-33 and an added shutout of GIN-34; STR-2 has neither."""
    if rules.stake is not None:
        return 0
    return rules.game_bonus + (rules.shutout.value if is_shutout and rules.shutout.mode == "add" else 0)


def _most_boxes(rules: RuleSet, deals: int) -> int:
    per_deal = 1 if rules.extra_boxes == "none" else 1 + MOST_KISSES
    return rules.box_value * per_deal * max(deals, 0)
