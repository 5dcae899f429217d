"""The most and the least that a deal can give, for checking entered figures."""

from games.engine.play.rules import RuleSet
from games.engine.sheets.lengths import MOST_DEALS

MOST_COUNT = 120  # ten cards in no meld count 98 at most; the rest is room for penalties added to a count (IRR-10)
MOST_BELOW = 9_999  # as many figures as a result has
MOST_KISSES = 4  # OKL-4: two extra boxes for gin, doubled on a spade


def boards(rules: RuleSet) -> int:
    """The number of ordinary deals that add up to one deal."""
    return rules.team_size if rules.seating.name == "teams" else 1


def most_a_deal_gives(rules: RuleSet) -> int | None:
    """An upper bound of the points of one deal (GIN-29, COL-12, 3P-17, PRT-3); None where doubling has no cap."""
    if rules.kernel.name == "colonel":
        return sum(rules.pack.values)
    factor: int | None = 1
    if rules.doubling:
        factor = rules.double_cap
    if factor is None:
        return None
    best = max(rules.gin_bonus, rules.undercut_bonus, rules.big_gin_bonus or 0, rules.decline_bonus)
    hands = 2 if rules.kernel.name == "royal" else 1
    return (MOST_COUNT * hands + best + rules.hand_win_bonus) * rules.spade_multiplier * factor * boards(rules)


def least_points(rules: RuleSet) -> int:
    """The fewest points that a side can end with. They are below 0 where melds score less hands (COL-14), where each
    missing card takes ten off (IRR-10), and where an undercut knocker loses points (3P-16). Conquian's units are paid
    by the other side, and the net of the boards goes to one team (PRT-3)."""
    if rules.kernel.name == "colonel":
        return -MOST_BELOW
    if rules.kernel.name == "conquian" or rules.seating.name == "teams":
        return 0
    return -MOST_BELOW if rules.short_penalty == "deduct" or rules.undercut_penalty else 0


def most_boxes(rules: RuleSet, deals: int) -> int:
    """GIN-35, 36: the most points that the boxes of `deals` deals are worth."""
    per_deal = 1 if rules.extra_boxes == "none" else 1 + MOST_KISSES * boards(rules)
    return rules.box_value * per_deal * max(deals, 0)


def most_total(rules: RuleSet, target: int, *, is_winner: bool) -> int | None:
    """GIN-32..36: an upper bound of a total with all bonuses. Every deal won brings a point, so boxes exceed points by
    at most those of the last deal. Where an undercut takes points off again (3P-16) there may be more, and a hundred
    deals are allowed for. None if doubling has no cap."""
    most = most_a_deal_gives(rules)
    if most is None:
        return None
    if not is_winner:
        return target - 1 + _boxes_of_points(rules, target - 1)
    total = target - 1 + most + _boxes_of_points(rules, target - 1) + most_boxes(rules, 1)
    if rules.stake is not None:
        return total
    total += rules.game_bonus
    return total * 2 if rules.shutout.mode == "double_total" else total + rules.shutout.value


def _boxes_of_points(rules: RuleSet, points: int) -> int:
    """The most that the boxes of a side with these points are worth: one box a point, unless extra boxes come cheaper
    (GIN-36)."""
    a_gin = 1 + MOST_KISSES * boards(rules)
    is_dear = rules.extra_boxes == "none" or (
        boards(rules) == 1 and min(rules.gin_bonus, rules.undercut_bonus) >= a_gin
    )
    most = max(points, MOST_DEALS) if rules.undercut_penalty else points
    return rules.box_value * most * (1 if is_dear else a_gin)
