"""The form of a club's rule set: its name, and every option that its preset has, at the preset's value."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games import engine
from games.engine.play.options import Either, Whole, options_of
from games.live.presets.options import PARTS, Option, options
from games.models import NAME_LETTERS

SHUTOUT_POINTS = "shutout_points"
BY_SIZE = "by_size"  # the target of teams where no number is set


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the form: its title, the labels of its options in a line, whether something stands out in it, and its
    options with their fields."""

    title: str
    labels: str
    is_open: bool
    asked: list[tuple[Option, list[forms.BoundField]]]


class HouseRulesForm(forms.Form):
    """A rule set over a preset: `chosen` gives the options that differ from it."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LETTERS)
    is_rated = forms.BooleanField(
        label=_("Rated"), required=False, initial=True, help_text=_("In the list of its preset.")
    )

    def __init__(self, data: Any = None, *, preset: engine.RuleSet, values: Mapping[str, Any] | None = None, **kw: Any):
        super().__init__(data, **kw)
        self.preset = preset
        self.asked, self.values = options(preset), dict(values or {})
        held = {one.name: one.held for one in self.asked} | self.values
        for one in self.asked:
            self._ask(one, held[one.name])

    def _ask(self, one: Option, held: Any) -> None:
        if one.name == "shutout":
            self.fields[SHUTOUT_POINTS] = forms.IntegerField(
                label=_("Points of a shutout"), min_value=0, max_value=100_000, required=False, initial=held.value
            )
            held = held.mode
        if one.values:
            choices = [(_text(value), words) for value, words in one.values.items()]
            self.fields[one.name] = forms.ChoiceField(
                label=str(one.label), choices=choices, initial=_text(held), help_text=str(one.says)
            )
            return
        allowed = options_of(self.preset.kernel.name)[one.name]
        bounds = allowed.other if isinstance(allowed, Either) else allowed
        assert isinstance(bounds, Whole)
        self.fields[one.name] = forms.IntegerField(
            label=str(one.label),
            min_value=bounds.least,
            max_value=bounds.most,
            required=not (bounds.or_none or isinstance(allowed, Either)),
            initial=None if held == BY_SIZE or held == engine.NO_TARGET else held,
            help_text=str(one.says),
        )

    @property
    def parts(self) -> Iterator[Part]:
        """The options by the part of the rules where they stand."""
        for part, title in PARTS.items():
            held = [(one, self._fields_of(one)) for one in self.asked if one.part == part]
            is_open = any(one.name in self.values or any(field.errors for field in fields) for one, fields in held)
            if held:
                yield Part(str(title), ", ".join(str(one.label) for one, _fields in held), is_open, held)

    def _fields_of(self, one: Option) -> list[forms.BoundField]:
        return [self[one.name], *([self[SHUTOUT_POINTS]] if one.name == "shutout" else [])]

    def chosen(self) -> dict[str, Any]:
        """The options that differ from the preset, as far as they were typed in a form that can be read."""
        found = {one.name: self._value(one) for one in self.asked if one.name in self.cleaned_data}
        return {one.name: found[one.name] for one in self.asked if one.name in found and found[one.name] != one.held}

    def held_values(self) -> dict[str, Any]:
        """The options that differ from the preset where nothing was typed yet."""
        return dict(self.values)

    def _value(self, one: Option) -> Any:
        said = self.cleaned_data[one.name]
        if one.name == "shutout":
            points = self.cleaned_data.get(SHUTOUT_POINTS) or 0
            return engine.Shutout(said, points if said == "add" else 0)
        if one.values:
            return next(value for value in one.values if _text(value) == said)
        return BY_SIZE if said is None and one.name == "team_target" else said

    def refuse(self, field: str, words: str) -> None:
        """Show a refusal at its field, or above all fields if the form has none of this name."""
        self.add_error(field if field in self.fields else None, words)


def _text(value: Any) -> str:
    return "null" if value is None else str(value).lower()
