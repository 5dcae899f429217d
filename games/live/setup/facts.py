"""The figures of a rule set that a page needs to draw its table and its sheet. They say nothing about any deal."""

from typing import Any

from games import engine


def facts(rules: engine.RuleSet) -> dict[str, Any]:
    """The figures of a rule set under their names in RULES.md §2, with its kernel (gin with three hands is gin), its
    seating, its sheet and the ranks of its pack."""
    return {
        "kernel": "gin" if rules.kernel.name == "royal" else rules.kernel.name,
        "seating": rules.seating.name,
        "sheet": rules.sheet.name,
        "ranks": rules.pack.ranks,
        "target": rules.suit_target if rules.suit_columns else rules.target,
        "stock_floor": rules.stock_floor,
        "big_gin": rules.big_gin_bonus is not None,
        "doubling": rules.doubling,
        "double_cap": rules.double_cap,
        "decline_bonus": rules.decline_bonus,
        "last_discard": rules.last_discard,
        "limit_by_upcard": rules.knock_limit_source == "upcard",
        "hand_win_bonus": rules.hand_win_bonus,
        "undercut_on_tie": rules.undercut_on_tie,
        "stake": rules.stake,
        "column_settlement": rules.column_settlement,
        "scoring": rules.scoring,
        "pickup": rules.pickup,
        "challenge": rules.challenge == "on",
        "force": rules.force,
        "hand_meld_alone": rules.hand_meld_alone,
        "draw_carry": rules.draw_carry,
        "fold": rules.fold,
    }
