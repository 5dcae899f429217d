"""Which rules are played at live tables, and in which mode of laws."""

from games import engine

LIVE_LAWS = ("strict", "table_laws")


def can_be_played_live(rules: engine.RuleSet) -> bool:
    """What live tables play: every game, with its laws kept from the start (`strict`) or answering a player's slip
    (`table_laws`); `recorded` is for tables of wood."""
    return rules.laws in LIVE_LAWS


LIVE_VARIANTS = {key: rules for key, rules in engine.VARIANTS.items() if can_be_played_live(rules)}
LIVE_FOR_TWO = {key: rules for key, rules in LIVE_VARIANTS.items() if rules.seating.name == "two"}
