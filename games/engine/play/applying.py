"""Which options of RULES.md §2 have an effect under a rule set; one without effect is refused by its name."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.engine.play.impossible import Inert

Holds = Callable[[Any], bool]


def _is_seated(*names: str) -> Holds:
    return lambda rules: rules.seating.name in names


def _has_boxes(rules: Any) -> bool:
    """Do boxes and bonuses count? They do not with a column for each suit (CGN-11), nor where columns alone decide
    (HOL-5)."""
    return bool(not rules.suit_columns and (rules.columns == 1 or rules.column_settlement == "totals"))


def _may_undercut(rules: Any) -> bool:
    """Can a hand end with deadwood: by a lawful knock, or by one that table laws let happen (GIN-19, IRR-21)?"""
    return bool(rules.knock_limit > 0 or rules.knock_limit_source == "upcard" or rules.laws != "strict")


# Where an option has an effect, with the reason in words; an option that is not listed here has one in every rule set
# of its kernel.
WHERE: dict[str, tuple[Holds, str]] = {
    "three_dealer": (_is_seated("cutthroat"), "cutthroat"),
    "chouette_box": (_is_seated("chouette"), "chouette"),
    "team_size": (_is_seated("teams"), "teams"),
    "team_target": (_is_seated("teams"), "teams"),
    "team_rotation": (lambda rules: rules.seating.name == "teams" and rules.team_size > 1, "teams of two and more"),
    "advice": (
        lambda rules: rules.seating.name == "chouette" or (rules.seating.name == "teams" and rules.team_size > 1),
        "chouette and teams of two and more (3P-6: in cutthroat nobody advises)",
    ),
    "next_dealer": (
        _is_seated("two", "pair", "chouette", "battle_royal"),
        "every seating but cutthroat and teams, where 3P-3 and PRT-8 say who deals",
    ),
    "match_target": (_is_seated("two", "pair"), "two seats"),
    "undercut_penalty": (_is_seated("battle_royal"), "battle royal"),
    "correct_at_once": (lambda rules: rules.kernel.name == "gin", "the games of gin for two at a board"),
    "accept_after_exposure": (
        lambda rules: rules.laws != "strict" and rules.kernel.name != "colonel",
        "laws other than strict, in the games that are ended by a knock",
    ),
    "seen_ban_out_of_turn": (lambda rules: rules.laws != "strict", "laws other than strict"),
    "eleven_first_knock": (lambda rules: rules.deal == "eleven", "deal: eleven"),
    "after_double_pass": (lambda rules: rules.deal == "upcard", "deal: upcard"),
    "spade_multiplier": (lambda rules: rules.deal == "upcard", "deal: upcard"),
    "knock_limit": (lambda rules: rules.knock_limit_source == "fixed", "knock_limit_source: fixed"),
    "ace_upcard": (lambda rules: rules.knock_limit_source == "upcard", "knock_limit_source: upcard"),
    "undercut_bonus": (_may_undercut, "a knock limit above 0, or laws other than strict"),
    "undercut_on_tie": (_may_undercut, "a knock limit above 0, or laws other than strict"),
    "showdown": (
        lambda rules: _may_undercut(rules) or rules.doubling,
        "a knock limit above 0, doubling, or laws other than strict",
    ),
    "double_cap": (lambda rules: rules.doubling, "doubling: true"),
    "decline_bonus": (lambda rules: rules.doubling, "doubling: true"),
    "box_value": (_has_boxes, "a pad, or columns settled as totals"),
    "extra_boxes": (_has_boxes, "a pad, or columns settled as totals"),
    "game_bonus": (
        lambda rules: _has_boxes(rules) and rules.stake is None,
        "a pad, or columns settled as totals, without a stake",
    ),
    "shutout": (_has_boxes, "a pad, or columns settled as totals"),
    "shutout_test": (
        lambda rules: _has_boxes(rules) and rules.columns == 1 and rules.shutout.mode != "none",
        "a pad with a shutout",
    ),
    "columns": (_is_seated("two", "pair"), "two seats"),
    "suit_columns": (_is_seated("two", "pair"), "two seats"),
    "column_open": (lambda rules: rules.columns == 3, "columns: 3"),
    "column_settlement": (lambda rules: rules.columns == 3, "columns: 3"),
    "suit_target": (lambda rules: rules.suit_columns, "suit_columns: true"),
    "target": (lambda rules: not rules.suit_columns, "every sheet but that of suits, which has suit_target"),
    "discard_view": (lambda rules: rules.pickup == "top", "pickup: top; a pile that is taken whole lies open"),
    "force_scope": (lambda rules: rules.force != "off", "force: on_demand or automatic"),
}


def applies(rules: Any, option: str) -> bool:
    """Does this option have an effect under these rules?"""
    holds, _ = WHERE.get(option, (None, ""))
    return holds is None or holds(rules)


def check_named(rules: Any, usual: Mapping[str, object], named: Iterable[str]) -> None:
    """Raise Inert (E_OPTION) for an option named for `rules` that has no effect there. Naming the value that the
    variant has in this seating (`usual`) is allowed."""
    for option in named:
        if not applies(rules, option) and getattr(rules, option) != usual[option]:
            raise Inert(option, rules.key, WHERE[option][1])
