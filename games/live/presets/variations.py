"""Every variation that the sources let people agree on, and where it is chosen: in which presets, else in a house rule
set."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import engine
from games.live.presets import FIRST, PRESETS
from games.live.presets.options import PARTS, Option, options, value_in_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """An option with the value of the first preset of its family in words, and the presets that have another one."""

    option: Option
    usual: str
    others: list[tuple[str, list[engine.RuleSet]]]


def variations() -> list[tuple[str, list[tuple[str, list[Variation]]]]]:
    """The variations by family and by the part of the rules where they stand."""
    families = {_("Gin"): ("gin", "royal"), _("Colonel"): ("colonel",), _("Conquian"): ("conquian",)}
    return [(name, _parts(kernels)) for name, kernels in families.items()]


def _parts(kernels: tuple[str, ...]) -> list[tuple[str, list[Variation]]]:
    first = engine.VARIANTS[FIRST[kernels[0]]]
    presets = [engine.VARIANTS[key] for key in sorted(PRESETS) if engine.VARIANTS[key].kernel.name in kernels]
    found: dict[str, Option] = {}
    for preset in (first, *presets):
        for one in options(preset):
            found.setdefault(one.name, one)
    told = [(one.part, _told(one, first, presets)) for one in found.values()]
    parts = ((str(title), [one for at, one in told if at == part]) for part, title in PARTS.items())
    return [(title, held) for title, held in parts if held]


def _told(one: Option, first: engine.RuleSet, presets: list[engine.RuleSet]) -> Variation:
    usual = getattr(first, one.name)
    others: dict[object, list[engine.RuleSet]] = {}
    for preset in presets:
        if getattr(preset, one.name) != usual:
            others.setdefault(getattr(preset, one.name), []).append(preset)
    words = [(value_in_words(one, value), held) for value, held in others.items()]
    return Variation(option=one, usual=value_in_words(one, usual), others=words)
