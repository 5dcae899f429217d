"""The form for another result of a match that is over, or a decision about it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.event.forms.desk import GamesForm
from tournaments.models import Match
from tournaments.results.forms.figures import OUTCOMES, SeatsForm, initial_of

DECISIONS_OF_TWO = [
    ("played", _("played to the end")),
    ("abandoned-0", _("not played to the end, first wins")),
    ("abandoned-1", _("not played to the end, second wins")),
    ("forfeit-0", _("first wins by forfeit")),
    ("forfeit-1", _("second wins by forfeit")),
    ("double_forfeit", _("both lose by forfeit")),
    ("adjusted", _("adjusted by ruling")),
    ("annulled-0", _("annulled, in favour of the first")),
    ("annulled-1", _("annulled, in favour of the second")),
]
DECISIONS = [
    *OUTCOMES,
    ("adjusted", _("adjusted by ruling")),
    ("annulled", _("annulled")),
]


class CorrectionForm(GamesForm):
    """Another result of a match that is over, or a decision about it."""

    layout = "tournaments/corrections/_two.html"

    outcome = forms.ChoiceField(label=_("How it ended"), choices=DECISIONS_OF_TWO)
    deals = forms.IntegerField(label=_("Deals"), min_value=0, max_value=999, required=False)
    ruled_first = forms.DecimalField(min_value=0, max_digits=7, decimal_places=3, required=False)
    ruled_second = forms.DecimalField(min_value=0, max_digits=7, decimal_places=3, required=False)
    reason = forms.CharField(label=_("Reason (public)"), max_length=500, required=False)
    rule = forms.CharField(
        label=_("Rule cited"), max_length=20, required=False, help_text=_("Its number, such as IRR-21; may be empty.")
    )
    is_rated = forms.BooleanField(label=_("It counts for the ratings"), required=False, initial=True)
    repair = forms.BooleanField(required=False)
    digest = forms.CharField(required=False, max_length=16)

    def __init__(self, *args: Any, unit: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.unit = unit

    def clean(self) -> dict[str, Any]:
        """Points by ruling come in pairs, and in steps of the points table."""
        data = GamesForm.clean(self)
        ruled = [data.get("ruled_first"), data.get("ruled_second")]
        if (ruled[0] is None) != (ruled[1] is None):
            raise forms.ValidationError(_("Give the match points of both sides, or of none."))
        if any(one is not None and one * self.unit % 1 for one in ruled):
            raise forms.ValidationError(_("Match points go in steps of 1/%(unit)d.") % {"unit": self.unit})
        return data

    def result(self) -> dict[str, Any]:
        """The arguments of `preview_correction`."""
        data = self.cleaned_data
        kind, _dash, winner = data["outcome"].partition("-")
        first, second = data.get("ruled_first"), data.get("ruled_second")
        return {
            "kind": kind,
            "winner": int(winner) if winner else None,
            "points": self.points(),
            "deals": data["deals"] or 0,
            "games": self.games(),
            "ruling": None if first is None or second is None else (int(first * self.unit), int(second * self.unit)),
        }


class SeatsCorrectionForm(SeatsForm):
    """Another result of a table that is over, or a decision about it."""

    layout = "tournaments/corrections/_seats.html"

    outcome = forms.ChoiceField(label=_("How it ended"), choices=DECISIONS)
    reason = forms.CharField(label=_("Reason (public)"), max_length=500, required=False)
    rule = forms.CharField(
        label=_("Rule cited"), max_length=20, required=False, help_text=_("Its number, such as IRR-21; may be empty.")
    )
    is_rated = forms.BooleanField(label=_("It counts for the ratings"), required=False, initial=True)
    repair = forms.BooleanField(required=False)
    digest = forms.CharField(required=False, max_length=16)

    def result(self) -> dict[str, Any]:
        """The arguments of `preview_correction`."""
        return {name: value for name, value in super().result().items() if name != "version"}


def correction_form(
    match: Match, data: Any, *, unit: int, initial: dict[str, Any]
) -> CorrectionForm | SeatsCorrectionForm:
    """The form for another result of a match; `result()` are the arguments of `preview_correction`. The points of a
    ruling are typed in the `unit` of the table of points."""
    if match.is_of_two:
        return CorrectionForm(data, unit=unit, initial=initial)
    return SeatsCorrectionForm(data, seats=list(match.sides.all()), initial=initial)


def held_by(match: Match) -> dict[str, Any]:
    """The present result of a match or a board, as initial values of its form."""
    found = {**initial_of(match), "deals": match.deals or None, "is_rated": True}
    keys = [("first", "second"), ("first_games", "second_games")]
    known = [(key, pair) for key, pair in zip(keys, (match.game_points, match.games), strict=True) if pair is not None]
    return found | {key: figure for both, pair in known for key, figure in zip(both, pair, strict=False)}
