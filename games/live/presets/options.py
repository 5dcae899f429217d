"""The options of a rule set in words: what each says, its values, where it stands, and where it comes from."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from doors.books import rulebook
from games import engine
from games.engine.play.applying import applies
from games.engine.play.options import options_of
from games.live.presets.option_words import COLONEL, CONQUIAN, GIN, LAW, LAWS
from games.live.presets.point import ENDING, GAME, PLAYERS, SCORE, TURN

PARTS = {
    PLAYERS: _("Players, cards and deal"),
    TURN: _("A turn"),
    ENDING: _("How a deal ends"),
    SCORE: _("What a deal scores"),
    GAME: _("The game and its sheet"),
    LAW: _("What a slip costs"),
}
# Options that only some numbers of players have: the seating of a preset says for ever whether they mean anything.
BY_SEATING = ("three_dealer", "chouette_box", "team_size", "team_target", "team_rotation", "advice", "next_dealer",
              "match_target", "columns", "suit_columns", "undercut_penalty", "correct_at_once",
              "accept_after_exposure")  # fmt: skip
# PRT-6: teams have a `team_target`; 3P-1, 7: the order of the cards that were drawn says who does what.
SAID_ELSEWHERE = (("teams", "target"), ("cutthroat", "first_dealer"), ("chouette", "first_dealer"))
KERNELS = ("gin", "royal", "colonel", "conquian")
OF_COLUMNS = {"column_open": "columns", "column_settlement": "columns", "suit_target": "suit_columns"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """An option of a preset: its label and its sentence, the part of the rules where it stands, the names of its
    values (empty for a number), the value that the preset has, the rule or section of the rulebook that says what it
    does, and where that comes from (`rulebook.in_words`)."""

    name: str
    label: str | Promise
    says: str | Promise
    part: str
    values: Mapping[object, str | Promise] = field(default_factory=dict)
    held: object = None
    rule: str = ""
    pages: str = ""

    @property
    def source(self) -> str:
        """Where it comes from, in the reader's words."""
        return rulebook.in_words(self.pages)

    @property
    def anchor(self) -> str:
        """Where the rule stands on the page of the rulebook."""
        return rulebook.anchor(self.rule)


def options(preset: engine.RuleSet) -> list[Option]:
    """The options that a rule set over this preset may choose, in the order of the form."""
    words = {"colonel": COLONEL, "conquian": CONQUIAN}.get(preset.kernel.name, GIN)
    known = {*options_of(preset.kernel.name), "shutout"}
    found = [name for name in (*words, *LAWS) if name in known and _can_matter(preset, name)]
    return [_told(preset, name, words.get(name) or LAWS[name]) for name in found]


def label(name: str, preset: engine.RuleSet) -> str:
    """The label of an option of this preset; its own name for one that the form does not ask for."""
    return next((str(one.label) for one in options(preset) if one.name == name), name)


def value_in_words(one: Option, value: object) -> str:
    """A value as people read it."""
    if isinstance(value, engine.Shutout):
        words = str(one.values[value.mode])
        return f"{words}: {value.value}" if value.mode == "add" else words
    return str(one.values.get(value, "–" if value is None else value))


def _told(preset: engine.RuleSet, name: str, told: tuple[str, object, object, Mapping[object, object]]) -> Option:
    part, title, says, values = told
    source, rule = _sources()[preset.kernel.name, name]
    return Option(
        name=name,
        label=title,  # type: ignore[arg-type]  # the table holds words of one kind only
        says=says,  # type: ignore[arg-type]  # the same
        part=part,
        values=values,  # type: ignore[arg-type]  # the same
        held=getattr(preset, name),
        rule=rule,
        pages=source,
    )


def _can_matter(preset: engine.RuleSet, name: str) -> bool:
    """Could this option have an effect, whatever else is chosen?"""
    under_laws, asked = replace(preset, laws="table_laws"), OF_COLUMNS.get(name, name)
    if (preset.seating.name, name) in SAID_ELSEWHERE:
        return False
    return asked not in BY_SEATING or applies(under_laws, asked)


@cache
def _sources() -> dict[tuple[str, str], tuple[str, str]]:
    """The source and the rule of each option, by kernel and name: the last columns of the table in RULES.md §2. Where
    several options stand in one row, so do their rules."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for row in rulebook.table("2"):
        source, rules = row[-2].replace("`", ""), row[-1].split(", ")
        for at, name in enumerate(re.findall(r"`(\w+)`", row[0])):
            kernels = {"col": ("colonel",), "cnq": ("conquian",)}.get(row[0].partition(" ")[0])
            for kernel in kernels or KERNELS:
                if kernels or (kernel, name) not in found:
                    found[kernel, name] = source, rules[min(at, len(rules) - 1)]
    return found
