"""A new tournament on one screen: the usual fields, and under "more" the rarer ones."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.models import Club
from doors.fields import field_of
from doors.zones import zone_choices
from games import engine
from games.live.presets import offered
from games.models import rules_name
from tournaments.event.forms.desk import WhenField, with_zone
from tournaments.event.forms.fields import words
from tournaments.event.forms.options import OptionsForm
from tournaments.event.selectors import combining
from tournaments.event.services.creating import usual_sizes
from tournaments.event.settings import SETTINGS
from tournaments.formats import FORMATS, TEMPLATES, Term
from tournaments.formats.terms import Decks, YesNo
from tournaments.models import Mode

PLAN = ("expected", "round_minutes")  # the settings that the plan of the evening needs
PLAIN = ("club", "name", "variant", "template", "mode", "starts_at", "timezone", "place")
USUAL = {"template": "swiss", "variant": "gin-rummy-com"}


def variant_choices() -> list[tuple[str, str]]:
    """Variants for tournaments, by key and name; names say where a variant is not played at live tables."""
    found = {key: rules.name for key, rules in engine.VARIANTS.items() if combining.refusal(key) is None}
    only = {key for key in found if combining.refusal(key, place=Mode.ONLINE)}
    words = {key: _("%s (in person)") % name if key in only else name for key, name in found.items()}
    return sorted(words.items(), key=lambda pair: (pair[0] in only, pair[1]))


def house_choices(clubs: QuerySet[Club]) -> list[tuple[str, list[tuple[str, str]]]]:
    """The rule sets that these clubs offer, by club; one that is not played at live tables says so."""
    found: dict[str, list[tuple[str, str]]] = {}
    for one in offered.of_clubs(list(clubs.values_list("pk", flat=True))):
        if combining.refusal(one.rules) is None:
            found.setdefault(one.club.name, []).append((one.rules, one.name))
    return list(found.items())


def with_house_rules(
    house: list[tuple[str, list[tuple[str, str]]]],
) -> list[tuple[str, str]] | list[tuple[str, list[tuple[str, str]]]]:
    """The rules to choose from: those of the clubs first, then the presets."""
    return [*house, (str(_("Presets")), variant_choices())] if house else variant_choices()


class Offered(forms.Select):
    """A choice in which some options are closed, because they do not fit the other choices: `closed` holds their
    values. They are shown but cannot be chosen; one that is already chosen stays, so that its refusal can be read."""

    closed: frozenset[str] = frozenset()

    def create_option(self, name: str, value: Any, label: Any, selected: bool, *args: Any, **kw: Any) -> dict[str, Any]:
        """One option, disabled if it is closed."""
        made: dict[str, Any] = super().create_option(name, value, label, selected, *args, **kw)
        if str(value) in self.closed and not selected:
            made["attrs"]["disabled"] = True
        return made


def asked_for(template: str) -> dict[str, Term]:
    """The terms that the page asks for besides its plain fields: the settings for the plan of the evening, and the
    options of the template."""
    if template not in TEMPLATES:
        return {}
    is_evening = not FORMATS[TEMPLATES[template].first].has_windows
    plan = {key: replace(SETTINGS[key], is_offered=True, part="time") for key in PLAN if is_evening}
    return {**plan, **TEMPLATES[template].options}


def _text(term: Term, value: Any) -> str:
    """A value as a browser sends it back."""
    if isinstance(term, YesNo):
        return "on" if value else ""
    text = "" if value is None or isinstance(value, list) else str(value)
    return text.removeprefix("deals:") if isinstance(term, Decks) else text


class TournamentForm(OptionsForm):
    """A new tournament; with one club at most seven fields must be filled, all others stand under "more" and are
    optional.

    The options are those of the template. Where they were `shown` for another template, or for other rules, those that
    nobody touched become the usual ones of these.
    """

    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none(), empty_label=None)
    name = forms.CharField(label=_("Name"), max_length=120)
    template = forms.ChoiceField(label=_("Format"), choices=[(key, words(one.name)) for key, one in TEMPLATES.items()])
    variant = forms.ChoiceField(label=_("Rules"), choices=variant_choices, widget=Offered)
    mode = forms.ChoiceField(label=_("Played"), choices=Mode.choices)
    starts_at = WhenField(label=_("Day and time"), required=False)
    place = forms.CharField(label=pgettext_lazy("venue", "Place"), max_length=120, required=False)
    timezone = forms.ChoiceField(label=_("Time zone"), choices=[])

    def __init__(self, data: Any = None, *, clubs: QuerySet[Club], initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, label_suffix="", initial={**USUAL, **(initial or {})})
        found = list(clubs[:2])
        field_of(self, "club", forms.ModelChoiceField).queryset = clubs
        if len(found) == 1:
            self.fields["club"].widget = forms.HiddenInput()
            self.fields["club"].initial = found[0].pk
        field_of(self, "timezone", forms.ChoiceField).choices = zone_choices(*(one.timezone for one in found))
        self.fields["timezone"].initial = found[0].timezone if found else "UTC"
        self.first_club = found[0] if found else None
        self.house = house_choices(clubs)
        field_of(self, "variant", forms.ChoiceField).choices = with_house_rules(self.house)
        self.fields["variant"].widget.closed = self._closed()
        template, variant = (str(self[key].value() or usual) for key, usual in USUAL.items())
        self.shown = f"{template} {variant}"
        terms = asked_for(template)
        kinds = engine.length_kinds(variant) if variant in engine.VARIANTS else ()
        self.ask(terms, usual_sizes(template, {}, variant), kinds)
        self.usual = self.held
        if self.is_renewed:
            self.data = self._renewed(*str(self.data["shown"]).partition(" ")[::2])

    @property
    def is_renewed(self) -> bool:
        """Were the options shown for another template or other rules?"""
        return bool(self.data.get("shown")) and self.data["shown"] != self.shown

    def _renewed(self, template: str, variant: str) -> dict[str, Any]:
        """The data that was sent, in which options that nobody changed, or that no longer fit, get the defaults of the
        new choices."""
        data: dict[str, Any] = self.data.dict() if hasattr(self.data, "dict") else dict(self.data)
        before, held = asked_for(template), usual_sizes(template, {}, variant)
        for key in self.terms.keys() & self.fields.keys():
            is_same = key in before and data.get(key, "") == _text(before[key], held.get(key, before[key].default))
            if is_same or key not in before or not self._takes(key, data.get(key)):
                data[key] = _text(self.terms[key], self.held[key])
        return data

    def _takes(self, key: str, value: Any) -> bool:
        """Does the field of an option accept a value?"""
        field = self.fields[key]
        if isinstance(field, forms.ChoiceField):
            return field.valid_value(value)
        try:
            field.clean(value)
        except forms.ValidationError:
            return False
        return True

    @property
    def variants_again(self) -> SafeString:
        """The field of rules again, to replace the one on the page when another format or place is chosen."""
        return self["variant"].as_widget(attrs={"hx-swap-oob": "true"})

    def _closed(self) -> frozenset[str]:
        """The rules that do not fit the present format and place."""
        template = str(self["template"].value())
        place = self["mode"].value() if self.is_bound else Mode.IN_PERSON
        place = place if place in Mode.values else Mode.IN_PERSON
        form = FORMATS[TEMPLATES[template].first] if template in TEMPLATES else None
        stages = [(form.key, {"length": form.settings["length"].default})] if form else []
        keys = [key for _club, held in self.house for key, _name in held] + [key for key, _name in variant_choices()]
        return frozenset(key for key in keys if combining.refusal(key, stages=stages, place=place))

    def rules_called(self, key: str) -> str:
        """The name of these rules as the form lists them."""
        return next((name for _club, held in self.house for one, name in held if one == key), rules_name(key))

    @property
    def plain_fields(self) -> list[forms.BoundField]:
        """The fields that are always shown."""
        return [self[name] for name in ("club", "name", "template", "variant", "mode", "starts_at", "place")]

    @property
    def has_errors_below(self) -> bool:
        """Has a field under "more" an error?"""
        below = [one for part in self.parts if part.key != "first" for one in part.fields]
        return any(one.errors for one in (self["timezone"], *below))

    def options(self) -> dict[str, Any]:
        """The options chosen for the template; the others keep their defaults."""
        return {key: value for key, value in self.chosen().items() if key not in PLAN}

    def settings(self) -> Mapping[str, Any]:
        """The settings that the plan of the evening needs."""
        return {key: self.cleaned_data.get(key) or SETTINGS[key].default for key in PLAN}

    def start(self) -> datetime | None:
        """The start in the tournament's time zone, as far as it was entered."""
        data = self.cleaned_data
        found: datetime | None = with_zone(data, data.get("timezone") or "UTC")["starts_at"]
        return found

    def conditions(self) -> dict[str, Any]:
        """The arguments of `create_tournament`."""
        data = with_zone(self.cleaned_data, self.cleaned_data["timezone"])
        return {**{key: data[key] for key in PLAIN}, "options": self.options(), "settings": self.settings()}
