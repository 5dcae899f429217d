"""Which rules are played at live tables, and in which mode of laws."""

from games import engine

LIVE_LAWS = ("strict", "table_laws")


def can_be_played_live(rules: engine.RuleSet) -> bool:
    """What live tables play: every game, with its laws kept from the start (`strict`) or, for two, answering a player's
    slip (`table_laws`); `recorded` is for tables of wood."""
    return rules.laws in laws_for(rules)


def laws_for(rules: engine.RuleSet) -> tuple[str, ...]:
    """The modes of laws in which these rules are played live."""
    return LIVE_LAWS if rules.seating.name == "two" else LIVE_LAWS[:1]


LIVE_VARIANTS = {key: rules for key, rules in engine.VARIANTS.items() if can_be_played_live(rules)}
LIVE_FOR_TWO = {key: rules for key, rules in LIVE_VARIANTS.items() if rules.seating.name == "two"}
