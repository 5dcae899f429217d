"""Forms of the pages: start a club, search the archive; those of members are in another module."""

from datetime import date
from itertools import chain
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import names
from doors.caching import shown
from doors.fields import field_of
from doors.zones import zone_choices

MOST = 99_999
DAYS = [MinValueValidator(date(1900, 1, 1)), MaxValueValidator(date(2999, 12, 31))]
DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def kept_name(text: str) -> str:
    """The name in its stored form; raises ValidationError for a bad one."""
    try:
        return names.clean_name(text)
    except names.BadName as bad:
        raise ValidationError(str(bad)) from bad


def kept_person(text: str) -> str:
    """The name of a person in its stored form; raises ValidationError for a bad one."""
    try:
        return names.person_name(text)
    except names.BadName as bad:
        raise ValidationError(str(bad)) from bad


class ClubForm(forms.Form):
    """The form for starting a club."""

    name = forms.CharField(label=gettext_lazy("Name of the club"), max_length=names.LONGEST)
    zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=zone_choices,
        initial="UTC",
        widget=forms.Select(attrs={"data-own-zone": ""}),  # the browser's zone is chosen beforehand
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.is_bound:
            del self.fields["zone"].widget.attrs["data-own-zone"]

    def clean_name(self) -> str:
        """The name in its kept form."""
        return kept_name(self.cleaned_data["name"])


class BoardForm(forms.Form):
    """What a club says about itself, and its time zone."""

    name = forms.CharField(label=gettext_lazy("Name of the club"), max_length=names.LONGEST)
    zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("That of its page and of new tournaments; those that are there keep theirs."),
    )
    meets = forms.CharField(
        label=gettext_lazy("When and where"),
        max_length=120,
        required=False,
        help_text=gettext_lazy("One line under the name, such as “Every Tuesday at 18:30, Café Astoria”."),
    )
    about = forms.CharField(
        label=gettext_lazy("Description"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 6})
    )
    note = forms.CharField(
        label=gettext_lazy("Note of the organiser"),
        max_length=400,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Shown on the noticeboard: what members should know this week."),
    )
    colour = forms.CharField(
        label=gettext_lazy("Colour"),
        max_length=20,
        required=False,
        help_text=gettext_lazy("Such as #7d2b2b, for the next date. Empty: the green of the site."),
    )
    logo = forms.FileField(
        label=gettext_lazy("Logo"),
        required=False,
        help_text=gettext_lazy("A PNG, JPEG or WebP file of at most 2 MB. It is shown at 256 points at most."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )
    drop_logo = forms.BooleanField(label=gettext_lazy("Take the logo away"), required=False)

    def __init__(self, *args: Any, zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field_of(self, "zone", forms.ChoiceField).choices = zone_choices(zone)


class ArchiveForm(forms.Form):
    """The search of the archive; a filter with a bad value is reported and left out."""

    player = forms.CharField(label=gettext_lazy("Player"), required=False, max_length=names.LONGEST)
    versus = forms.CharField(label=gettext_lazy("Against"), required=False, max_length=names.LONGEST)
    variant = forms.ChoiceField(label=gettext_lazy("Rules"), required=False)
    outcome = forms.ChoiceField(label=gettext_lazy("Ended by"), required=False)
    tournament = forms.ChoiceField(label=gettext_lazy("Tournament"), required=False)
    since = forms.DateField(label=gettext_lazy("From"), required=False, widget=DAY, validators=DAYS)
    until = forms.DateField(label=gettext_lazy("To"), required=False, widget=DAY, validators=DAYS)
    shortest = forms.IntegerField(
        label=gettext_lazy("At least so many plays"), required=False, min_value=1, max_value=MOST
    )
    longest = forms.IntegerField(
        label=gettext_lazy("At most so many plays"), required=False, min_value=1, max_value=MOST
    )
    points = forms.IntegerField(
        label=gettext_lazy("At least so many points"), required=False, min_value=1, max_value=MOST
    )
    ruled_only = forms.BooleanField(label=gettext_lazy("With a ruling"), required=False)
    before = forms.IntegerField(required=False, min_value=1, max_value=2**62, widget=forms.HiddenInput)

    FIRST = ("player", "versus", "variant", "outcome")

    def __init__(self, *args: Any, choices: dict[str, dict[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offered = choices
        for name, found in choices.items():
            field_of(self, name, forms.ChoiceField).choices = [("", _("anything")), *found.items()]

    def clean(self) -> dict[str, Any]:
        """Refuse a range that ends before it begins: report it and leave its end out."""
        data = super().clean() or {}
        for low, high in (("since", "until"), ("shortest", "longest")):
            if data.get(low) and data.get(high) and data[low] > data[high]:
                words = (
                    _("It must not be before “%(low)s”.") if low == "since" else _("It must not be below “%(low)s”.")
                )
                self.add_error(high, words % {"low": self.fields[low].label})
        return data

    def filters(self) -> dict[str, Any]:
        """The valid filters."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}

    @property
    def version(self) -> str:
        """The version of the form as shown: its choices, the typed values, and the filters left out."""
        typed = [(name, self[name].value()) for name in self.fields]
        offered = {name: [*map(str, chain.from_iterable(found.items()))] for name, found in self.offered.items()}
        return shown.version(offered, typed, self.errors.as_json())

    @property
    def first(self) -> list[forms.BoundField]:
        """The most common filters."""
        return [self[name] for name in self.FIRST]

    @property
    def more(self) -> list[forms.BoundField]:
        """The other filters, except the checkbox."""
        return [field for field in self.visible_fields() if field.name not in (*self.FIRST, "ruled_only")]

    @property
    def is_wide_open(self) -> bool:
        """Has one of the other filters a value?"""
        return any(name not in self.FIRST and name != "before" for name in self.filters())
