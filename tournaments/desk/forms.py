"""Forms for a director's command at a live table: first with its reason, then to confirm the effect that was shown."""

import json
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.live.directing import MOST, Standing, command
from tournaments.desk.services.deciding import MOST_POINTS, DeskDecision
from tournaments.errors import Invalid
from tournaments.event.forms.desk import whole_number


class RulingForm(forms.Form):
    """A command for the table of a case: `what` is its key, or its verb with `player`, `number` and
    `column` and `law`, or `version`."""

    what = forms.CharField(max_length=80)
    player = forms.CharField(max_length=1, required=False)
    number = forms.IntegerField(required=False, min_value=-max(MOST.values()), max_value=max(MOST.values()))
    version = forms.IntegerField(required=False, min_value=0)
    column = forms.CharField(max_length=2, required=False)
    law = forms.CharField(max_length=8, required=False)
    reason = forms.CharField(label=_("Reason"), max_length=300)

    def action(self, at: Standing) -> dict[str, Any]:
        """The command. Raises CannotRule where the table does not allow it now."""
        given = self.cleaned_data
        named = {name: given[name] for name in ("player", "number", "version", "column", "law")}
        return command(at, given["what"], **named)


class WishForm(forms.Form):
    """The last step of a call: a choice with whatever it asks for, the version that was seen, and an id of its own."""

    choice = forms.CharField(max_length=80)
    board = forms.IntegerField(required=False, min_value=1, max_value=99)
    offender = forms.IntegerField(required=False, min_value=0, max_value=20)
    points = forms.IntegerField(label=_("Points"), required=False, min_value=-MOST_POINTS, max_value=MOST_POINTS)
    about = forms.ChoiceField(required=False, choices=[("last", ""), ("open", "")])
    words = forms.CharField(label=_("What you rule"), max_length=300, required=False)
    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)
    seen = forms.IntegerField(min_value=0)
    cmd_id = forms.UUIDField()

    def wish(self, figures: list[str]) -> DeskDecision:
        """What is decided; `figures` are those of the result afterwards. Raises Invalid for one that is no number."""
        data = self.cleaned_data
        found = [_signed(figure.strip()) for figure in figures]
        if None in found:
            raise Invalid("figures", str(_("Whole numbers only.")))
        given = {name: data[name] for name in ("choice", "board", "offender", "points", "words", "reason")}
        is_last = {"last": True, "open": False}.get(data["about"])
        return DeskDecision(**given, is_last=is_last, figures=[one for one in found if one is not None])


def _signed(text: str) -> int | None:
    """A whole number as somebody types it, also below 0; None for anything else."""
    is_below = text[:1] in ("-", "−")
    number = whole_number(text[is_below:])
    return -number if is_below and number is not None else number


class ConfirmForm(forms.Form):
    """A command whose effect was shown: as JSON, with the table's version at that time, and its id."""

    action = forms.JSONField()
    seen = forms.IntegerField(min_value=0)
    cmd_id = forms.UUIDField()
    reason = forms.CharField(max_length=300)

    def clean_action(self) -> dict[str, Any]:
        """The command, which must be an object."""
        action = self.cleaned_data["action"]
        if not isinstance(action, dict) or not isinstance(action.get("do"), str):
            raise forms.ValidationError(_("A command is an object."))
        return action


def packed(action: dict[str, Any]) -> str:
    """A command as text for a hidden field."""
    return json.dumps(action)
