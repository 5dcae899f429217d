"""Forms of the times of matches in a league."""

from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.event.forms.desk import WhenField
from tournaments.models import Appointment


class MatchTimeForm(forms.Form):
    """A time that a player proposes, in the zone shown beside it."""

    at = WhenField(label=_("Day and time"))

    def __init__(self, *args: Any, row: Appointment, zone: ZoneInfo, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = zone
        for name, moment in (("min", row.open_from), ("max", row.due_by)):
            self.fields["at"].widget.attrs[name] = moment.astimezone(zone).strftime("%Y-%m-%dT%H:%M")

    def time(self) -> dict[str, Any]:
        """The arguments of `propose_time`."""
        return {"at": self.cleaned_data["at"].replace(tzinfo=self.zone)}


class DirectedTimeForm(forms.Form):
    """What the director does about a match: set its time, or decide it as not played."""

    at = WhenField(label=_("Day and time"), required=False)
    loser = forms.ChoiceField(choices=[("0", "0"), ("1", "1"), ("both", "both")], required=False)
    reason = forms.CharField(label=_("Reason (public)"), max_length=500, required=False)

    def ruling(self) -> dict[str, Any]:
        """The arguments of `forfeit_match`."""
        loser = self.cleaned_data["loser"]
        return {"winner": 1 - int(loser) if loser in ("0", "1") else None, "reason": self.cleaned_data["reason"]}
