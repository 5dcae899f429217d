"""The variants: every module of this folder holds one RULES, found by its key."""

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

from games.engine.gin.play import GIN_KERNEL
from games.engine.impossible import Unplayable
from games.engine.lengths import Length
from games.engine.options import read_options
from games.engine.royal.play import ROYAL_KERNEL
from games.engine.rules import RuleSet
from games.engine.seatings.battle_royal import BATTLE_ROYAL
from games.engine.seatings.chouette import CHOUETTE
from games.engine.seatings.cutthroat import CUTTHROAT
from games.engine.seatings.teams import TEAMS
from games.engine.seatings.two import TWO
from games.engine.sheets.colours import COLOURS
from games.engine.sheets.columns import COLUMNS
from games.engine.sheets.pad import PAD
from games.engine.sheets.pairwise import PAIRWISE
from games.engine.sheets.partnership import PARTNERSHIP
from games.engine.sheets.sides import SIDES

GIN_SEATED: dict[str, Any] = {"kernel": GIN_KERNEL, "stock_floor": 2, "undercut_penalty": 0}
SEATED: dict[str, dict[str, Any]] = {
    "two": {**GIN_SEATED, "seating": TWO, "sheet": PAD},
    "cutthroat": {**GIN_SEATED, "seating": CUTTHROAT, "sheet": PAIRWISE},
    "chouette": {**GIN_SEATED, "seating": CHOUETTE, "sheet": SIDES},
    "battle_royal": {
        "kernel": ROYAL_KERNEL,
        "stock_floor": 3,
        "undercut_penalty": 20,
        "seating": BATTLE_ROYAL,
        "sheet": PAIRWISE,
    },
    "teams": {**GIN_SEATED, "seating": TEAMS, "sheet": PARTNERSHIP},
}


def found() -> Mapping[str, RuleSet]:
    """Every variant by key, in the order of the keys; two with one key are a mistake."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    variants: dict[str, RuleSet] = {}
    for rules in sorted((module.RULES for module in modules), key=lambda rules: rules.key):
        if rules.key in variants:
            raise ValueError(f"two variants have the key {rules.key}")
        variants[rules.key] = rules
    return MappingProxyType(variants)


VARIANTS: Mapping[str, RuleSet] = found()


def rule_set(key: str, /, **options: object) -> RuleSet:
    """The variant `key` with options of RULES.md §2 laid over it; raises Unplayable (E_OPTION) with what is allowed."""
    base = _variant(key)
    fields = _with_seats(base, _with_sheet(base, read_options(options, base.kernel.name)))
    return replace(base, **fields) if options else base


def sitting_options(key: str, length: Length, /, **options: object) -> dict[str, object]:
    """The options of a sitting of this length in the variant `key`, for `rule_set`: those that the length lays over its
    rules, and over them these; raises Unplayable (E_OPTION) for a variant that is not there."""
    return {**length.options(to_target=_variant(key).has_target), **options}


def _variant(key: str) -> RuleSet:
    if key not in VARIANTS:
        raise Unplayable("variant", key, ", ".join(VARIANTS))
    return VARIANTS[key]


def _with_sheet(base: RuleSet, fields: dict[str, Any]) -> dict[str, Any]:
    """HOL-1, CGN-8: the fields, and the sheet that `columns` or `suit_columns` among them ask for."""
    if not fields.keys() & {"columns", "suit_columns"} or base.seating is not TWO:
        return fields
    coloured = fields.get("suit_columns", base.suit_columns)
    several = fields.get("columns", base.columns) == 3
    return {**fields, "sheet": COLOURS if coloured else COLUMNS if several else PAD}


def _with_seats(base: RuleSet, fields: dict[str, Any]) -> dict[str, Any]:
    """3P, PRT: the fields, and for another number of seats the seating, sheet and numbers that go with it.

    The target of teams is set by `team_target`; a `target` laid over them means that.
    """
    seats = fields.pop("seats", base.seating.name)
    more = {} if seats == base.seating.name else SEATED[seats]
    if seats == "teams" and "target" in fields:
        fields = {"team_target": fields["target"], **fields}
    return {**more, **fields}
