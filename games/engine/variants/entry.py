"""A variant as an entry: values laid over another variant, with its words and its source."""

from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from types import MappingProxyType
from typing import Any

from games.engine.gin.play import GIN_KERNEL
from games.engine.play.options import read_options
from games.engine.play.rules import RuleSet
from games.engine.royal.play import ROYAL_KERNEL
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


@dataclass(frozen=True, slots=True)
class Entry:
    """A variant as it is declared.

    `says` is what a player reads about it, `source` where its rules come from (RULES.md §0). `sets` holds the options
    of RULES.md §2 that are laid over the variant `base`, `parts` fields of RuleSet that no option sets. The first of a
    family has no base; its kernel, seating and sheet stand among its `parts`.
    """

    key: str
    name: str
    _: KW_ONLY
    says: str
    source: str
    base: str = ""
    sets: Mapping[str, Any] = field(default_factory=dict)
    parts: Mapping[str, Any] = field(default_factory=dict)


def built(entries: Iterable[Entry]) -> Mapping[str, RuleSet]:
    """The rule sets of these entries by key, in the order of the keys. A base must come before what is laid over it.

    Raises ValueError for a key that two have and for an unknown base, Unplayable for a value that is not allowed.
    """
    found: dict[str, RuleSet] = {}
    for entry in entries:
        if entry.key in found:
            raise ValueError(f"two variants have the key {entry.key}")
        if entry.base and entry.base not in found:
            raise ValueError(f"{entry.key} is laid over {entry.base}, which does not stand before it")
        own = {"key": entry.key, "name": entry.name, **entry.parts}
        if entry.base:
            base = found[entry.base]
            found[entry.key] = replace(base, **fields_over(base, entry.sets), **own)
        else:
            found[entry.key] = RuleSet(**own, **entry.sets)
    return MappingProxyType(dict(sorted(found.items())))


def fields_over(base: RuleSet, options: Mapping[str, object]) -> dict[str, Any]:
    """The fields of `base` that these options of RULES.md §2 replace, with those that a seating needs. Raises
    Unplayable for a name that is no option."""
    fields = read_options(options, base.kernel.name)
    seats = fields.pop("seats", base.seating.name)
    seated = {} if seats == base.seating.name else SEATED[seats]
    return _with_sheet(base, {**seated, **_with_team_target(seats, fields)})


def _with_sheet(base: RuleSet, fields: dict[str, Any]) -> dict[str, Any]:
    """HOL-1, CGN-8: the fields with the sheet that `columns` or `suit_columns` ask for. Only with two seats can the
    sheet differ from that of the seating."""
    if not fields.keys() & {"columns", "suit_columns"} or fields.get("seating", base.seating) is not TWO:
        return fields
    coloured = fields.get("suit_columns", base.suit_columns)
    several = fields.get("columns", base.columns) == 3
    return {**fields, "sheet": COLOURS if coloured else COLUMNS if several else PAD}


def _with_team_target(seats: str, fields: dict[str, Any]) -> dict[str, Any]:
    """PRT-6: the fields with the target of teams, which is `team_target`; a `target` given for teams sets it, too."""
    return {"team_target": fields["target"], **fields} if seats == "teams" and "target" in fields else fields
