"""The forms that open an arena or a sit-and-go."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from doors.fields import field_of
from games.forms import CLOCKS, SeekForm, rules_for_two
from games.forms import LENGTHS as GAME_LENGTHS
from games.live.setup.clock import is_by_days
from tournaments.models import SitAndGoKind
from tournaments.open_events.services.arenas import LENGTHS, LONGEST_NAME, MINUTES, STARTS_IN
from tournaments.open_events.services.sit_and_gos import SEATS


def _minutes(count: int) -> str:
    return ngettext("%(n)d minute", "%(n)d minutes", count) % {"n": count}


class OpenForm(forms.Form):
    """The fields of both forms: a game for two, and the clock of each game."""

    rules = forms.ChoiceField(label=_("Rules"), choices=rules_for_two, initial=SeekForm.RULES)
    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=[(key, words) for key, (words, clock) in CLOCKS.items() if clock and not is_by_days(clock)],
        initial="5+3",
    )

    def clean_clock(self) -> dict[str, int | None] | None:
        """Turn the choice into the clock of a table's settings."""
        return CLOCKS[str(self.cleaned_data["clock"])][1]


class ArenaForm(OpenForm):
    """An arena: its name, its game, when it starts and how long it lasts."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, help_text=_("Such as “Friday at nine”."))
    length = forms.ChoiceField(
        label=_("Each game"),
        choices=[(key, words) for key, words in GAME_LENGTHS if key in LENGTHS],
        initial="deals:2/more",
        required=False,
    )
    starts_in = forms.TypedChoiceField(label=_("Starts in"), coerce=int, initial=5)
    minutes = forms.TypedChoiceField(label=_("Lasts"), coerce=int, initial=60)
    is_rated = forms.BooleanField(label=_("Rated"), required=False)

    field_order = ("name", "rules", "length", "clock", "starts_in", "minutes", "is_rated")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, counts in (("starts_in", STARTS_IN), ("minutes", MINUTES)):
            field_of(self, name, forms.TypedChoiceField).choices = [(count, _minutes(count)) for count in counts]


class SitAndGoForm(OpenForm):
    """A sit-and-go: its game, its format, and its number of players."""

    kind = forms.ChoiceField(
        label=_("Played as"), choices=SitAndGoKind.choices, initial=SitAndGoKind.CUP, widget=forms.RadioSelect
    )
    seats = forms.TypedChoiceField(
        label=_("Players"), coerce=int, choices=[(count, str(count)) for count in SEATS], initial=SEATS[0]
    )
