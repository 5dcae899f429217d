"""A rule set in one word: `gin-pagat`, or with options in braces `gin-pagat{laws=table_laws,knock_limit=5}`.
The word before the braces is the key of a preset, or a composed one: `gin-pagat~knock_limit=7`."""

import re

from games.engine.play.impossible import Unplayable
from games.engine.play.options import OPTIONS, TABLED
from games.engine.play.rules import RuleSet
from games.engine.variants import VARIANTS, rule_set
from games.engine.variants.spelling import value_of, value_text

_RULES = re.compile(r"([a-z0-9~=_:-]+)(?:\{([^{}\s]*)\})?")


def rules_text(rules: RuleSet) -> str:
    """The variant's key and every option that differs from it, in the order of RULES.md §2; raises Unplayable."""
    base = VARIANTS.found(rules.key)
    options = ["seats"] if rules.seating.name != base.seating.name else []
    options += [name for name in (*_names(rules), "shutout") if getattr(rules, name) != getattr(base, name)]
    for given in (options, [name for name in options if name != "target"]):
        text = ",".join(f"{name}={_value_text(rules, name)}" for name in given)
        written = f"{rules.key}{{{text}}}" if text else rules.key
        if parse_rules(written) == rules:
            return written
    raise Unplayable("options", rules.key, "what RULES.md §2 lists")


def parse_rules(text: str) -> RuleSet:
    """The rule set that a word names; raises Unplayable (E_OPTION) with the field and what is allowed."""
    match = _RULES.fullmatch(text)
    if match is None:
        raise Unplayable("rules", text, "a variant's key, with options in braces: gin-pagat{knock_limit=5}")
    options: dict[str, object] = {}
    for pair in (match[2] or "").split(",") if match[2] else ():
        name, equals, value = pair.partition("=")
        if not equals or not name or name in options:
            raise Unplayable("options", pair, "name=value, each name once")
        options[name] = value_of(name, value)
    return rule_set(match[1], **options)


def _names(rules: RuleSet) -> tuple[str, ...]:
    return tuple(TABLED.get(rules.kernel.name, OPTIONS))


def _value_text(rules: RuleSet, name: str) -> str:
    return rules.seating.name if name == "seats" else value_text(getattr(rules, name))
