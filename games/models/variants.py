"""Which rules can be played at live tables, and under which mode of laws; what they are called."""

from django.utils.translation import gettext as _

from games import engine

LIVE_LAWS = ("strict", "table_laws")


def can_be_played_live(rules: engine.RuleSet) -> bool:
    """Can these rules be played at a live table? Every game can in the modes `strict` and `table_laws`; `recorded` is
    for play in person."""
    return rules.laws in LIVE_LAWS


LIVE_VARIANTS = engine.VARIANTS  # the presets; a look-up finds the rule sets that are laid over them, too
LIVE_FOR_TWO = {key: rules for key, rules in LIVE_VARIANTS.items() if rules.seating.name == "two"}
NOT_FOR_TWO = rf"^({'|'.join(LIVE_VARIANTS.keys() - LIVE_FOR_TWO.keys())})(~|$)"  # keys, as a regular expression


def rules_name(key: str) -> str:
    """The name of a rule set, or its key if the rule set is unknown here. One with values of its own is called after
    its preset; a club's name for it stands where it was chosen (`HouseRules`)."""
    rules = engine.VARIANTS.get(key)
    if rules is None:
        return key
    return rules.name if key == engine.base_of(key) else _("%(name)s with other values") % {"name": rules.name}
