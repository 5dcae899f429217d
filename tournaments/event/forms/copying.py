"""The forms that copy a tournament: once, or for a series of evenings."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.event.forms.desk import WhenField, with_zone
from tournaments.event.selectors import weekly
from tournaments.models import Tournament

NTH, LAST = "nth", "last"
HOW_OFTEN = [
    ("1", _("every week")),
    ("2", _("every second week")),
    ("4", _("every fourth week")),
    (NTH, _("every month, in the same week of it (such as the first Tuesday)")),
    (LAST, _("every month, on the last such weekday (such as the last Friday)")),
]


class CopyForm(forms.Form):
    """One copy: its name, its day and time, and whether the same players are entered again."""

    name = forms.CharField(label=_("Name"), max_length=120)
    starts_at = WhenField(label=_("Day and time"), required=False)
    with_entrants = forms.BooleanField(
        label=_("Enter the same players again"), required=False, help_text=_("They are entered, not checked in.")
    )

    def copy(self, tournament: Tournament) -> dict[str, Any]:
        """The arguments for `copy_tournament`."""
        return with_zone(self.cleaned_data, tournament.timezone)


class SeriesForm(forms.Form):
    """The rule of a series: its name, the first evening, how often, and how many evenings or the last day."""

    name = forms.CharField(label=_("Name of every evening"), max_length=120)
    since = forms.DateField(label=_("First evening"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    at = forms.TimeField(label=_("At"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))
    every = forms.ChoiceField(label=_("How often"), choices=HOW_OFTEN, initial="1")
    count = forms.IntegerField(label=_("Number of evenings"), min_value=1, required=False)
    until = forms.DateField(
        label=_("Or until"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        required=False,
        help_text=_("One of the two is enough."),
    )
    with_entrants = forms.BooleanField(
        label=_("Enter the same players again"), required=False, help_text=_("They are entered, not checked in.")
    )

    def rule(self) -> dict[str, Any]:
        """The arguments for `evenings_of`: weekday and week of the month follow from the first evening."""
        said = {key: value for key, value in self.cleaned_data.items() if key not in ("with_entrants", "every")}
        said["weekday"], every = said["since"].weekday(), self.cleaned_data["every"]
        if every.isdecimal():
            return said | {"every": int(every)}
        return said | {"week_of_month": weekly.LAST if every == LAST else weekly.week_of(said["since"])}

    def series(self) -> dict[str, Any]:
        """The arguments for `copy_series`."""
        return self.rule() | {"with_entrants": self.cleaned_data["with_entrants"]}
