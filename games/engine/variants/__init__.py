"""The variants by key: entries in one file for each family, and options laid over them."""

from dataclasses import replace

from games.engine.play.impossible import Impossible
from games.engine.play.rules import RuleSet
from games.engine.sheets.lengths import KINDS, Length
from games.engine.variants import colonel, color, conquian, gin, hollywood, oklahoma, several, straight, teams
from games.engine.variants.composed import SIGN, Variants, check, differing
from games.engine.variants.entry import Entry, built, fields_over

FAMILIES = (gin, oklahoma, straight, hollywood, color, several, teams, colonel, conquian)
ENTRIES: tuple[Entry, ...] = tuple(entry for family in FAMILIES for entry in family.ENTRIES)
VARIANTS: Variants = Variants(built(ENTRIES))


def rule_set(key: str, /, **options: object) -> RuleSet:
    """The variant `key`, a preset's or a composed one (`house_key`), with options of RULES.md §2 laid over it. Raises
    Unplayable (E_OPTION) with the allowed values, or Inert for an option that would have no effect there."""
    base = VARIANTS.found(key)
    if not options:
        return base
    rules = replace(base, **fields_over(base, options))
    check(rules, base, options)
    return rules


def house_key(base: str, /, **options: object) -> str:
    """The key of a rule set of one's own: `base` with these options. It says them all, so a table or a record that
    names it needs nothing else. Raises as `rule_set`, and for `laws` and `seats`, which are chosen elsewhere."""
    return VARIANTS.key_with(base, options)


def base_of(key: str) -> str:
    """The preset of a key: its own, or the one that a composed rule set is laid over."""
    return key.partition(SIGN)[0]


def own_values(key: str) -> dict[str, object]:
    """The values in which a rule set differs from its preset, by option; none for a preset. Raises Unplayable."""
    return differing(VARIANTS.found(base_of(key)), VARIANTS.found(key))


def sitting_options(key: str, length: Length, /, **options: object) -> dict[str, object]:
    """The options that `rule_set` needs for a sitting of this length in the variant `key`: those of the length,
    overridden by these. Raises Unplayable (E_OPTION) for an unknown variant."""
    return {**length.options(to_target=VARIANTS.found(key).has_target), **options}


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
