"""A rule set with values of its own, told by its key: that of a preset, and each value that differs there.

`gin-pagat~gin_bonus=30~knock_limit=7`: the options stand in the order of their names, each once, and none that the
preset has anyway. So one rule set has one key, and what a key means needs no other place to be looked up.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from games.engine.play.applying import check_named
from games.engine.play.impossible import Impossible, Unplayable
from games.engine.play.options import options_of, read_options
from games.engine.play.rules import RuleSet
from games.engine.variants.entry import SEATED, fields_over
from games.engine.variants.spelling import value_of, value_text

SIGN = "~"
KEY_LETTERS = 1000  # room for all options of a kernel at once
_KEPT = 512  # composed rule sets in memory
_SPELT = re.compile(r"[a-z0-9_:-]+")
# What is chosen elsewhere, and where.
ELSEWHERE = {
    "laws": "where a table or a tournament is set up",
    "seats": "by the preset: one for so many players",
}


OF_LAWS = ("accept_after_exposure", "seen_ban_out_of_turn")  # they have an effect at tables with laws only


class Variants(Mapping[str, RuleSet]):
    """The presets, in the order of their keys. A look-up finds composed rule sets, too; a walk over all does not."""

    def __init__(self, presets: Mapping[str, RuleSet]) -> None:
        self._presets = presets
        self._composed = lru_cache(maxsize=_KEPT)(self._compose)

    def __getitem__(self, key: str) -> RuleSet:
        found = self._presets.get(key)
        if found is not None:
            return found
        try:
            return self.found(key)
        except (Impossible, TypeError) as unknown:  # a TypeError: what is no text
            raise KeyError(key) from unknown

    def __iter__(self) -> Iterator[str]:
        return iter(self._presets)

    def __len__(self) -> int:
        return len(self._presets)

    def found(self, key: str) -> RuleSet:
        """The rule set with this key. Raises Unplayable (E_OPTION): an unknown preset or option, a value that is not
        allowed there, or a key in another spelling, with the right one; Inert for a value that has no effect."""
        if key in self._presets:
            return self._presets[key]
        if SIGN not in key:
            raise Unplayable("variant", key, ", ".join(self._presets))
        if len(key) > KEY_LETTERS:
            raise Unplayable("variant", key, f"a key of at most {KEY_LETTERS} letters")
        return self._composed(key)

    def _compose(self, key: str) -> RuleSet:
        base, *said = key.split(SIGN)
        rules = laid_over(self.found(base), dict(_option(one) for one in said))
        right = _key_of(self._presets[base], rules)
        if key != right:
            raise Unplayable("variant", key, right)
        return replace(rules, key=key)

    def key_with(self, base: str, options: Mapping[str, object]) -> str:
        """The key of the rule set `base` with these options laid over it. Raises as `found`."""
        preset = self._presets[self.found(base).key.partition(SIGN)[0]]
        held = differing(preset, self.found(base))
        key = _key_of(preset, laid_over(preset, {**held, **options}))
        return self.found(key).key


def laid_over(base: RuleSet, options: Mapping[str, object]) -> RuleSet:
    """The preset with the options of a house rule set, checked as `rule_set` checks those of a table; those of laws as
    for a table that plays by laws."""
    for name, where in ELSEWHERE.items():
        if name in options:
            raise Unplayable(name, options[name], f"none here; it is chosen {where}")
    rules = replace(base, **fields_over(base, options))
    check(rules, base, {name: value for name, value in options.items() if name not in OF_LAWS})
    check(replace(rules, laws="table_laws"), base, {name: options[name] for name in OF_LAWS if name in options})
    return rules


def check(rules: RuleSet, base: RuleSet, options: Mapping[str, object]) -> None:
    """Raise Inert for an option that was laid over `base` and has no effect in `rules`."""
    seated = {} if rules.seating is base.seating else SEATED[rules.seating.name]
    named = [name for name in read_options(options, base.kernel.name) if name != "seats"]
    check_named(rules, {name: seated.get(name, getattr(base, name)) for name in named}, named)


def differing(base: RuleSet, rules: RuleSet) -> dict[str, object]:
    """The options in which a rule set differs from the preset that it is laid over, by name, with its values."""
    names = {*options_of(base.kernel.name), "shutout"} - ELSEWHERE.keys()
    if rules.seating.name == "teams":
        names.discard("target")  # PRT-6: it follows from team_target
    return {name: getattr(rules, name) for name in sorted(names) if getattr(rules, name) != getattr(base, name)}


def _key_of(base: RuleSet, rules: RuleSet) -> str:
    said = [f"{name}={value_text(value)}" for name, value in differing(base, rules).items()]
    return SIGN.join([base.key, *said])


def _option(said: str) -> tuple[str, object]:
    name, equals, text = said.partition("=")
    if not equals or not _SPELT.fullmatch(text):
        raise Unplayable("options", said, "name=value")
    return name, value_of(name, text)
