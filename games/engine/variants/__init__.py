"""The variants: every module of this folder holds one RULES, found by its key."""

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from games.engine.impossible import Unplayable
from games.engine.options import read_options
from games.engine.rules import RuleSet


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
    if key not in VARIANTS:
        known = ", ".join(VARIANTS)
        raise Unplayable("variant", key, known)
    return replace(VARIANTS[key], **read_options(options, VARIANTS[key].kernel.name)) if options else VARIANTS[key]
