"""The forms of a season: its name and days, its scoring, its final night."""

import re
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from doors.fields import field_of
from tournaments.event.forms.desk import WhenField, with_zone
from tournaments.event.services.creating import MOST_ROUNDS
from tournaments.models import Season
from tournaments.seasons.scoring import LARGEST, MOST_EVENINGS, TEMPLATES, TIEBREAKS
from tournaments.seasons.selectors import reading, words
from tournaments.seasons.services.finals import FORMATS

DAY = {"type": "date"}


class SeasonForm(forms.Form):
    """The name, days and series of a season; for a new one also the scoring that it begins with."""

    name = forms.CharField(label=_("Name"), max_length=120, help_text=_("Such as “Autumn 2026”."))
    since = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs=DAY, format="%Y-%m-%d"))
    until = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs=DAY, format="%Y-%m-%d"))
    series = forms.ChoiceField(
        label=_("Evenings that count"),
        required=False,
        help_text=_("Only finished ones count. Single evenings can be added or left out at any time."),
    )
    template = forms.ChoiceField(
        label=_("Points"),
        widget=forms.RadioSelect,
        choices=[
            (key, format_lazy("{name}: {told}", name=name, told=words.TEMPLATE_WORDS[key]))
            for key, name in words.TEMPLATE_NAMES.items()
        ],
        initial="places",
        help_text=_("Everything about the points can be changed later."),
    )

    def __init__(self, *args: Any, club: Club, season: Season | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = reading.series_names(club)
        if season is not None and season.series and season.series not in named:
            named.append(season.series)
        series = field_of(self, "series", forms.ChoiceField)
        series.choices = [("", _("all evenings of the club on these days")), *((name, name) for name in named)]
        if season is not None:
            del self.fields["template"]
            self.initial = {key: getattr(season, key) for key in ("name", "since", "until", "series")}
        else:
            today = timezone.localdate(timezone=ZoneInfo(club.timezone))
            halves = ((1, 1), (6, 30)) if today.month < 7 else ((7, 1), (12, 31))
            self.initial = dict(zip(("since", "until"), (date(today.year, *day) for day in halves), strict=True))

    def facts(self) -> dict[str, Any]:
        """The arguments of `create_season` or `change_season`."""
        data = dict(self.cleaned_data)
        template = data.pop("template", None)
        return {**data, **({"scoring": TEMPLATES[template]} if template else {})}


class PointsField(forms.CharField):
    """A list of points from the first place on, as people write it: “10, 8, 6”."""

    def to_python(self, value: Any) -> Any:
        """The numbers of the list; a comma separates them, and a point or ½ is a fraction."""
        text = forms.CharField.to_python(self, value) or ""
        found = []
        for part in re.split(r"[,;\s]+", text.strip()):
            number = part.replace("½", ".5")
            if number and not re.fullmatch(r"\d{0,4}(\.\d{1,2})?", number):
                raise forms.ValidationError(_("Points from the first place on, such as 10, 8, 6."))
            if number:
                found.append(_plain(Decimal(number)))
        return found


def _amount(label: Any, most: int = LARGEST, **more: Any) -> forms.DecimalField:
    return forms.DecimalField(label=label, required=False, min_value=0, max_value=most, decimal_places=2, **more)


def _count(label: Any, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=1, max_value=MOST_EVENINGS, **more)


class ScoringForm(forms.Form):
    """The points of an evening, the evenings that count, and the order among equals."""

    places = PointsField(
        label=_("Points by place, from the first"), required=False, help_text=_("Such as 10, 8, 6, 5, 4, 3, 2, 1.")
    )
    last = _amount(_("Or by the number of players: points for the last place"))
    each = _amount(_("and for each place further up"))
    full_from = _count(
        _("In full from so many players on"),
        help_text=_("With fewer a place gives its points in proportion. Empty: always."),
    )
    attendance = _amount(_("For being there"))
    win = _amount(_("For each match won"))
    rating = _amount(_("For each rating point won"), most=10)
    bonus = _amount(_("Bonus for taking part often"))
    bonus_from = _count(_("from so many evenings on"))
    best = _count(_("So many of the best evenings count"), help_text=_("Empty: all of them."))
    of = _count(_("of so many planned"))

    def __init__(self, *args: Any, scoring: Mapping[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "–"), *((one.key, one.name) for one in words.tiebreaks_on_offer())]
        for n in range(len(TIEBREAKS)):
            label = _("Decides first") if n == 0 else _("Then (%(n)d)") % {"n": n + 1}
            self.fields[f"tiebreak{n}"] = forms.ChoiceField(label=label, choices=choices, required=False)
        self.initial = _initial(scoring)

    def scoring(self) -> dict[str, Any]:
        """The scoring as data; the service checks it."""
        data = dict(self.cleaned_data)  # an error takes its field away
        has_formula = data["each"] is not None or data["last"] is not None
        if data["places"] and has_formula:
            self.add_error("places", _("Either a list or points by the number of players: empty one of them."))
        formula = {key: _plain(data[key]) for key in ("each", "last") if data[key] is not None}
        amounts = {key: _plain(data[key]) for key in ("attendance", "win", "rating", "bonus") if data[key] is not None}
        counts = {key: data[key] for key in ("bonus_from", "best", "of", "full_from") if data[key] is not None}
        keys = [data[name] for name in self.fields if name.startswith("tiebreak") and data[name]]
        return {"places": data["places"] or (formula if has_formula else []), **amounts, **counts, "tiebreaks": keys}

    def refuse(self, field: str, text: str) -> None:
        """Show a refusal of the service at its field."""
        self.add_error({"tiebreaks": "tiebreak0"}.get(field, field if field in self.fields else None), text)

    @property
    def groups(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """The fields under their headings."""
        ties = [name for name in self.fields if name.startswith("tiebreak")]
        groups = [
            (_("By place"), ["places", "last", "each", "full_from"]),
            (_("For every evening"), ["attendance", "win", "rating"]),
            (_("For taking part often"), ["bonus", "bonus_from"]),
            (_("What counts"), ["best", "of"]),
            (_("Equal points"), ties),
        ]
        return [(heading, [self[name] for name in names]) for heading, names in groups]


def _initial(scoring: Mapping[str, Any]) -> dict[str, Any]:
    """A scoring in the form's fields."""
    places = scoring.get("places", [])
    ties = {f"tiebreak{n}": key for n, key in enumerate(scoring.get("tiebreaks", []))}
    listed = dict(places) if isinstance(places, Mapping) else {"places": ", ".join(str(one) for one in places)}
    return {**{key: scoring[key] for key in scoring if key not in ("places", "tiebreaks")}, **listed, **ties}


def _plain(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


class FinalForm(forms.Form):
    """The final night: the format, the players, the time."""

    template = forms.ChoiceField(
        label=_("Format"),
        widget=forms.RadioSelect,
        choices=list(zip(FORMATS, (_("Knockout"), _("Swiss")), strict=True)),
        initial=FORMATS[0],
    )
    top = forms.IntegerField(
        label=_("The first so many of the table"),
        required=False,
        min_value=2,
        help_text=_("Empty: all of them. Whoever is equal with the last of them is in, too."),
    )
    rounds = forms.IntegerField(label=_("Rounds of a Swiss"), required=False, min_value=1, max_value=MOST_ROUNDS)
    name = forms.CharField(label=_("Name"), max_length=120)
    starts_at = WhenField(label=_("Day and time"), required=False)

    def facts(self, season: Season) -> dict[str, Any]:
        """The arguments of `create_final`; times are those of the club."""
        return with_zone(self.cleaned_data, season.club.timezone)
