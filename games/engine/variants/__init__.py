"""The variants by key: entries in one file for each family, and options laid over them."""

from collections.abc import Mapping
from dataclasses import replace

from games.engine.play.applying import check_named
from games.engine.play.impossible import Impossible, Unplayable
from games.engine.play.options import read_options
from games.engine.play.rules import RuleSet
from games.engine.sheets.lengths import KINDS, Length
from games.engine.variants import colonel, color, conquian, gin, hollywood, oklahoma, several, straight, teams
from games.engine.variants.entry import SEATED, Entry, built, fields_over

FAMILIES = (gin, oklahoma, straight, hollywood, color, several, teams, colonel, conquian)
ENTRIES: tuple[Entry, ...] = tuple(entry for family in FAMILIES for entry in family.ENTRIES)
VARIANTS: Mapping[str, RuleSet] = built(ENTRIES)


def rule_set(key: str, /, **options: object) -> RuleSet:
    """The variant `key` with options of RULES.md §2 laid over it. Raises Unplayable (E_OPTION) with the allowed values,
    or Inert for an option that would have no effect there."""
    base = _variant(key)
    if not options:
        return base
    named = read_options(options, base.kernel.name)
    rules = replace(base, **fields_over(base, options))
    seated = {} if rules.seating is base.seating else SEATED[rules.seating.name]
    named.pop("seats", None)
    check_named(rules, {name: seated.get(name, getattr(base, name)) for name in named}, named)
    return rules


def sitting_options(key: str, length: Length, /, **options: object) -> dict[str, object]:
    """The options that `rule_set` needs for a sitting of this length in the variant `key`: those of the length,
    overridden by these. Raises Unplayable (E_OPTION) for an unknown variant."""
    return {**length.options(to_target=_variant(key).has_target), **options}


def length_fits(key: str, length: Length) -> bool:
    """Can a sitting have this length under the rules of the variant `key`? Three columns need a pad for two; a match to
    points (GIN-39) needs games that are worth points, not units or columns."""
    try:
        rules = rule_set(key, **sitting_options(key, length))
    except Impossible:
        return False
    return length.kind != "match" or not _counts_units(rules)


def length_kinds(key: str) -> tuple[str, ...]:
    """The kinds of lengths that fit the variant `key`."""
    return tuple(kind for kind in KINDS if length_fits(key, Length(kind)))


def _counts_units(rules: RuleSet) -> bool:
    """CNQ-18, HOL-5: is a game worth a unit, or the columns won?"""
    return rules.sheet.name == "stakes" or (rules.sheet.name == "columns" and rules.column_settlement != "totals")


def _variant(key: str) -> RuleSet:
    if key not in VARIANTS:
        raise Unplayable("variant", key, ", ".join(VARIANTS))
    return VARIANTS[key]
