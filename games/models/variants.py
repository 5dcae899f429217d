"""Which rules can be played at live tables, and under which mode of laws."""

from games import engine

LIVE_LAWS = ("strict", "table_laws")


def can_be_played_live(rules: engine.RuleSet) -> bool:
    """Can these rules be played at a live table? Every game can in the modes `strict` and `table_laws`; `recorded` is
    for play in person."""
    return rules.laws in LIVE_LAWS


LIVE_VARIANTS = {key: rules for key, rules in engine.VARIANTS.items() if can_be_played_live(rules)}
LIVE_FOR_TWO = {key: rules for key, rules in LIVE_VARIANTS.items() if rules.seating.name == "two"}


def rules_name(key: str) -> str:
    """The name of a rule set, or its key if the rule set is unknown here."""
    rules = engine.VARIANTS.get(key)
    return rules.name if rules else key
