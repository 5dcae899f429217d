"""The form for the result of a match: points for two sides, a score or a place for each of three and more."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.event.forms.desk import ResultForm, SlipForm
from tournaments.event.selectors import drawn_matches, sitters
from tournaments.models import Match, MatchSide
from tournaments.pairing import Kind

OUTCOMES = [
    ("played", _("played to the end")),
    ("abandoned", _("not played to the end")),
    ("forfeit", _("not played: somebody did not come")),
]


class SeatsForm(forms.Form):
    """Scores or places of all seats, in their order; or who did not come. `layout` is the template of its fields."""

    layout = "tournaments/results/seats/_form.html"

    outcome = forms.ChoiceField(label=_("How it ended"), choices=OUTCOMES, required=False)
    deals = forms.IntegerField(label=_("Deals"), min_value=0, max_value=999, required=False)
    version = forms.IntegerField(required=False)
    key = forms.CharField(max_length=40, required=False)

    def __init__(self, *args: Any, seats: list[MatchSide], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.chairs = seats
        for seat in seats:
            name = seat.entry.name
            self.fields[f"score_{seat.order}"] = forms.IntegerField(
                label=name, min_value=-9_999, max_value=9_999, required=False
            )
            self.fields[f"place_{seat.order}"] = forms.IntegerField(
                label=name, min_value=1, max_value=len(seats), required=False
            )
            self.fields[f"absent_{seat.order}"] = forms.BooleanField(label=name, required=False)

    @property
    def seats(self) -> list[tuple[MatchSide, forms.BoundField, forms.BoundField, forms.BoundField]]:
        """Each seat with its fields: score, place, absent."""
        kinds = ("score", "place", "absent")
        return [(seat, *(self[f"{kind}_{seat.order}"] for kind in kinds)) for seat in self.chairs]  # type: ignore[misc]  # three fields

    def clean(self) -> dict[str, Any]:
        """Check: scores of all present seats, or places of all, or somebody absent."""
        data = super().clean() or self.cleaned_data
        if self.errors:
            return data
        for kind in ("score", "place"):
            said = [order for order in self._orders if data[f"{kind}_{order}"] is not None]
            missing = [order for order in self._orders if order not in said and order not in self._absent]
            if said and missing:
                self.add_error(f"{kind}_{missing[0]}", _("This one is missing: enter those of all seats."))
        return data

    def result(self) -> dict[str, Any]:
        """The arguments of `record_result`."""
        data, absent = self.cleaned_data, self._absent
        found: dict[str, Any] = {"absent": absent, "deals": data["deals"] or 0, "version": data["version"]}
        found["kind"] = data["outcome"] or Kind.PLAYED
        if found["kind"] == Kind.FORFEIT:
            is_nobody = len(absent) == len(self.chairs)
            forfeit = Kind.DOUBLE_FORFEIT if is_nobody else Kind.FORFEIT
            return {"kind": forfeit, "absent": absent, "version": data["version"]}
        for kind, name in (("score", "points"), ("place", "places")):
            figures = [data[f"{kind}_{order}"] for order in self._orders]
            if any(one is not None for one in figures):
                found[name] = [one or 0 for one in figures]
        return found

    def report(self) -> dict[str, Any]:
        """The arguments of `slips.report`."""
        said = {name: value for name, value in self.result().items() if name in ("points", "places", "deals")}
        return {**said, "version": self.cleaned_data["version"], "key": self.cleaned_data["key"]}

    @property
    def _orders(self) -> list[int]:
        return [seat.order for seat in self.chairs]

    @property
    def _absent(self) -> list[int]:
        return [order for order in self._orders if self.cleaned_data.get(f"absent_{order}")]


class SeatsSlipForm(SeatsForm):
    """The same by slip, of those who play; nobody says there who is away."""

    layout = "tournaments/results/seats/_slip.html"


def result_form(match: Match, data: Any = None) -> ResultForm | SeatsForm:
    """The form for the result of a match; `result()` are the arguments of `record_result`."""
    version = {"version": match.version}
    if match.is_of_two:
        form = ResultForm(data, initial={**version, "deals": match.deals or None})
        if data is not None:
            form.name_sides(match.sides.all())
        return form
    sides = list(match.sides.all())
    return SeatsForm(data, seats=sides, initial=version | initial_of(match))


def slip_form(match: Match, data: Any = None) -> SlipForm | SeatsSlipForm:
    """The form for a result by slip; `report()` are the arguments of `slips.report`."""
    away = sitters.away_from(match)
    sides = [side for side in match.sides.all() if side.order not in away]
    if match.is_of_two:
        return SlipForm(data, sides=sides, level=drawn_matches.level_refusal(match))
    return SeatsSlipForm(data, seats=sides)


def initial_of(match: Match) -> dict[str, Any]:
    """The present result of a table of three and more, as initial values of a form."""
    kind = "place" if match.is_by_places else "score"
    found: dict[str, Any] = {}
    for side, figure in zip(match.sides.all(), match.figures, strict=True):
        is_noted = bool(match.result_kind) and not side.is_absent
        found |= {f"absent_{side.order}": side.is_absent, f"{kind}_{side.order}": figure if is_noted else None}
    return found
