"""A new tournament on one screen: the usual fields, and under "more" the rarer ones."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
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
from games.live import presets
from games.live.presets import tiles
from games.models import rules_name
from tournaments.event.forms.desk import WhenField, with_zone
from tournaments.event.forms.fields import form_field, words
from tournaments.event.forms.options import OptionsForm
from tournaments.event.forms.rules import house_choices, variant_choices, with_house_rules
from tournaments.event.selectors import combining, entry_sizes, planning
from tournaments.event.services.creating import usual_sizes
from tournaments.event.settings import SETTINGS
from tournaments.formats import FORMATS, TEMPLATES, Term
from tournaments.formats.terms import Choice, Decks, TieBreaks, YesNo
from tournaments.models import Mode
from tournaments.pairing import default_keys

PLAN = ("expected", "round_minutes")  # the settings that the plan of the evening needs
ENTRY = ("admits", "capacity", "rating")  # the settings that say who may enter, and for what
SENTENCE = ("rounds", "length", "round_minutes")  # the options that say in a sentence how long it is
PLAIN = ("club", "name", "variant", "template", "mode", "starts_at", "timezone", "place")
USUAL = {"template": "swiss", "variant": "gin-rummy-com"}


def misfit(template: str, variant: str, place: str) -> bool:
    """Do a format with its usual length and these rules not go together at this place?"""
    form = FORMATS[TEMPLATES[template].first]
    stages = [(form.key, {"length": form.settings["length"].default})]
    return combining.refusal(variant, stages=stages, place=place) is not None


def radios(field: forms.Field) -> forms.Field:
    """The same choice with all its values in sight."""
    made = forms.RadioSelect()
    made.choices = getattr(field, "choices", [])
    field.widget = made
    return field


@dataclass(frozen=True, slots=True)
class Card:
    """A choice as a card: its radio button, its name, what it says of itself, and the cards of its picture."""

    tag: SafeString
    name: str
    says: str = ""
    cards: str = ""


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
    """A new tournament: what is usual for the club stands in it (`initial`), rarer options stand under "more".

    The options are those of the template. Where they were `shown` for another template, or for other rules, those that
    nobody touched become the usual ones of these. Who chooses another game gets its best-known rules; while it is a
    draft (`is_draft`) the format follows rules that it does not fit, and the rules follow a format. So many `places`
    had the last evening: they go with its format.
    """

    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none(), empty_label=None)
    name = forms.CharField(label=_("Name"), max_length=120)
    template = forms.ChoiceField(
        label=_("Format"),
        choices=[(key, words(one.name)) for key, one in TEMPLATES.items()],
        widget=forms.RadioSelect,
    )
    game = forms.ChoiceField(
        label=_("Game"),
        choices=lambda: [(one.key, one.name) for one in tiles.tiles()],
        widget=forms.RadioSelect,
        required=False,
    )
    variant = forms.ChoiceField(label=_("Rules"), choices=(), widget=Offered)
    mode = forms.ChoiceField(label=_("Played"), choices=Mode.choices, widget=forms.RadioSelect)
    starts_at = WhenField(label=_("Day and time"), required=False)
    place = forms.CharField(label=pgettext_lazy("venue", "Place"), max_length=120, required=False)
    timezone = forms.ChoiceField(label=_("Time zone"), choices=[])

    def __init__(
        self,
        data: Any = None,
        *,
        clubs: QuerySet[Club],
        initial: Mapping[str, Any] | None = None,
        is_draft: bool = False,
        places: int = 0,
    ) -> None:
        habits = {**USUAL, **(initial or {})}
        plain = {key: value for key, value in habits.items() if key in (*PLAIN, *ENTRY) and value}
        self.house = house_choices(clubs)
        if habits["variant"] not in self.rules:  # a rule set that the club does not offer any more
            habits["variant"] = engine.base_of(str(habits["variant"]))
            plain["variant"] = habits["variant"]
        super().__init__(data, initial=plain)
        found = list(clubs[:2])
        field_of(self, "club", forms.ModelChoiceField).queryset = clubs
        if len(found) == 1:
            self.fields["club"].widget = forms.HiddenInput()
            self.fields["club"].initial = found[0].pk
        field_of(self, "timezone", forms.ChoiceField).choices = zone_choices(*(one.timezone for one in found))
        self.fields["timezone"].initial = found[0].timezone if found else "UTC"
        self.first_club = found[0] if found else None
        for key in ENTRY:
            made = form_field(SETTINGS[key])
            self.fields[key] = radios(made) if isinstance(SETTINGS[key], Choice) else made
            made.initial = SETTINGS[key].default or ""
        self.fields["place"].widget.attrs |= {"data-needs": "mode", "data-at": f"{Mode.IN_PERSON} {Mode.MIXED}"}
        self.has_followed = bool(self.data.get("shown")) and self._follow(is_draft)
        template, variant = (str(self[key].value() or usual) for key, usual in USUAL.items())
        self._offer_rules(variant, is_draft)
        self.shown = f"{template} {variant}"
        terms = asked_for(template)
        kinds = engine.length_kinds(variant) if variant in engine.VARIANTS else ()
        self.ask(terms, usual_sizes(template, {}, variant), kinds)
        self._count(template, variant)
        self.usual = self.held
        self._order_tiebreaks(template)
        self._keep_habits(habits)
        if self.is_renewed:
            self.data = self._renewed(*str(self.data["shown"]).partition(" ")[::2])
            if self.is_of_others and self.data.get("capacity") == str(places):
                self.data["capacity"] = ""

    def _count(self, template: str, variant: str) -> None:
        """Say who plays: players, pairs or teams."""
        first = TEMPLATES[template].first if template in TEMPLATES else ""
        held = {key: term.default for key, term in FORMATS[first].settings.items()} if first else {}
        is_known = bool(first) and variant in engine.VARIANTS
        self.size = entry_sizes.planned_size(first, held, variant) if is_known else planning.ALONE
        if "expected" in self.fields:
            self.fields["expected"].label = self.size.expected

    @property
    def is_of_others(self) -> bool:
        """Were the options shown for another format?"""
        return str(self.data.get("shown", "")).partition(" ")[0] != self.shown.partition(" ")[0]

    def _offer_rules(self, variant: str, is_draft: bool) -> None:
        """The rules of the chosen game while the form is filled, else all, so that no script is needed; those that do
        not fit the place are closed."""
        tile = tiles.tile_of(engine.VARIANTS[variant]) if variant in engine.VARIANTS else tiles.tiles()[0]
        self.initial["game"] = tile.key
        offered_rules = with_house_rules(self.house, tile if is_draft else None, self._played_lately())
        field_of(self, "variant", forms.ChoiceField).choices = offered_rules
        place = self._place()
        closed = (key for key in self.rules if combining.refusal(key, place=place))
        self.fields["variant"].widget.closed = frozenset(closed)

    def _played_lately(self) -> list[str]:
        """The rules that the club of this page has played lately."""
        key, known = str(self["club"].value()), field_of(self, "club", forms.ModelChoiceField).queryset or ()
        club = next((one for one in known if str(one.pk) == key), self.first_club)
        return planning.played_lately(club) if club else []

    @property
    def rules(self) -> list[str]:
        """The keys of all rules that can be chosen: those of the clubs, and the presets."""
        return [key for _club, held in (*self.house, ("", variant_choices())) for key, _name in held]

    def _place(self) -> str:
        place = str(self["mode"].value())
        return place if place in Mode.values else Mode.IN_PERSON

    def _follow(self, is_draft: bool) -> bool:
        """Let the rules follow the game and, in a draft, rules and format each other, as what was `shown` says what
        somebody has chosen since. Returns whether the page must show another game or format."""
        data: dict[str, Any] = self.data.dict() if hasattr(self.data, "dict") else dict(self.data)
        before, _blank, rules = str(data["shown"]).partition(" ")
        asked = {key: data.get(key, "") for key in ("template", "variant", "game")}
        template, variant, game = asked.values()
        if variant not in engine.VARIANTS or template not in TEMPLATES:
            return False
        place, keys = self._place(), [key for key, _name in variant_choices()]
        tile = next((one for one in tiles.tiles() if one.key == game), None)
        if tile is not None and variant == rules and tiles.tile_of(engine.VARIANTS[variant]) != tile:
            fitting = [key for key in (tile.first, *keys) if tiles.tile_of(engine.VARIANTS[key]) == tile]
            variant = next((key for key in fitting if not combining.refusal(key, place=place)), tile.first)
        if is_draft and misfit(template, variant, place):
            if template != before and variant == rules:
                own = tiles.tile_of(engine.VARIANTS[variant])
                near = sorted(keys, key=lambda key: tiles.tile_of(engine.VARIANTS[key]) != own)
                variant = next((key for key in near if not misfit(template, key, place)), variant)
            else:
                template = next((key for key in TEMPLATES if not misfit(key, variant, place)), template)
        chosen = {"template": template, "variant": variant, "game": tiles.tile_of(engine.VARIANTS[variant]).key}
        self.data = data | chosen
        return any(asked[key] not in ("", chosen[key]) for key in ("template", "game"))

    def _order_tiebreaks(self, template: str) -> None:
        """What a script needs to show the tie-breaks as a list: the keys to choose from, the usual ones (by the system
        of a Swiss), and the words of its buttons."""
        term = self.terms.get("tiebreaks")
        if not isinstance(term, TieBreaks):
            return
        system = self.terms.get("system")
        systems = system.keys if isinstance(system, Choice) else ("",)
        first = TEMPLATES[template].first
        self.fields["tiebreaks"].widget.attrs |= {
            "data-usable": json.dumps(term.usable),
            "data-usual": json.dumps({one: default_keys(first, one) for one in systems}),
            "data-up": _("Up"),
            "data-down": _("Down"),
            "data-away": _("Take away"),
            "data-add": _("Add a tie-break"),
        }

    def _keep_habits(self, habits: Mapping[str, Any]) -> None:
        """Put what the club usually chooses into the options, as far as they take it."""
        for key in self.terms.keys() & self.fields.keys() & habits.keys():
            value = ", ".join(habits[key]) if isinstance(habits[key], list) else habits[key]
            if habits[key] != self.held[key] and not isinstance(value, dict) and self._takes(key, value):
                self.fields[key].initial = value

    def typed_over(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The values in data that somebody has typed or chosen in place of those that this form shows, by field."""
        found: dict[str, Any] = {}
        for name, field in self.fields.items():
            shown, said = self[name].value(), data.get(name, "")
            if isinstance(field, forms.BooleanField):
                typed: Any = name in data
                is_same = typed == bool(shown)
            else:
                text = field.widget.format_value(shown)
                typed = said
                is_same = said == ("".join(text) if isinstance(text, list) else str(text or ""))
            found |= {} if is_same else {name: typed}
        return found

    @property
    def begun(self) -> str:
        """The key of the club with whose habits the form begins."""
        return str(self.data.get("begun") or self["club"].value() or "")

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

    @property
    def rules_apart(self) -> str:
        """What tells the chosen rules from others of their game, or a club's rule set from its preset."""
        rules = engine.VARIANTS.get(str(self["variant"].value()))
        if rules is None:
            return ""
        if rules.key in presets.PRESETS:
            first, what = tiles.apart(rules, [key for key, _name in variant_choices()])
        else:
            first, what = presets.apart(rules, [engine.VARIANTS[engine.base_of(rules.key)]])
        if what:
            return str(_("Other than in “%(first)s”: %(what)s") % {"first": first.name, "what": what})
        return str(_("The best-known rules of this game; of the others this line says what differs."))

    def rules_called(self, key: str) -> str:
        """The name of these rules as the form lists them."""
        return next((name for _club, held in self.house for one, name in held if one == key), rules_name(key))

    @property
    def pictures(self) -> list[Card]:
        """The games as pictures."""
        known = {one.key: one for one in tiles.tiles()}
        found = ((choice, known[str(choice.data["value"])]) for choice in self["game"])
        return [Card(choice.tag(), one.name, cards=one.cards) for choice, one in found]

    @property
    def formats(self) -> list[tuple[bool, list[Card]]]:
        """The formats as cards: the common ones, then the others; whether the chosen one is among them."""
        chosen, found = str(self["template"].value()), []
        for is_common in (True, False):
            keys = [key for key, one in TEMPLATES.items() if one.is_common == is_common]
            held = [choice for choice in self["template"] if choice.data["value"] in keys]
            told = (TEMPLATES[str(one.data["value"])] for one in held)
            cards = [Card(one.tag(), words(plan.name), words(plan.says)) for one, plan in zip(held, told, strict=True)]
            found.append((chosen in keys, cards))
        return found

    @property
    def sentence(self) -> dict[str, forms.BoundField]:
        """The fields of the sentence that says how long it is."""
        is_plain = "rounds" in self.terms and self.terms["rounds"].part == "first" and not self.terms["rounds"].needs
        return {key: self[key] for key in SENTENCE if key in self.fields and (key != "rounds" or is_plain)}

    @property
    def has_errors_below(self) -> bool:
        """Has a field under "more" an error?"""
        below = [one for part in self.parts if part.key != "first" for one in part.fields]
        below = [one for one in below if one.name not in self.sentence]
        return any(one.errors for one in (self["timezone"], *below))

    def options(self) -> dict[str, Any]:
        """The options chosen for the template; the others keep their defaults."""
        return {key: value for key, value in self.chosen().items() if key not in PLAN}

    def settings(self) -> Mapping[str, Any]:
        """The settings that the plan of the evening needs, and those that say who may enter."""
        return {key: self.cleaned_data.get(key) or SETTINGS[key].default for key in (*PLAN, *ENTRY)}

    def start(self) -> datetime | None:
        """The start in the tournament's time zone, as far as it was entered."""
        data = self.cleaned_data
        found: datetime | None = with_zone(data, data.get("timezone") or "UTC")["starts_at"]
        return found

    def conditions(self) -> dict[str, Any]:
        """The arguments of `create_tournament`."""
        data = with_zone(self.cleaned_data, self.cleaned_data["timezone"])
        data["place"] = "" if data["mode"] == Mode.ONLINE else data["place"]  # hidden then, and left from last time
        return {**{key: data[key] for key in PLAIN}, "options": self.options(), "settings": self.settings()}
