"""The form of the prizes: one row for each category, one line for each place."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournaments.models import PrizeList
from tournaments.prizes.selectors import prize_text

MONEY = re.compile(r"(\d{1,7})(?:[.,](\d{1,2}))?")
BELOW_ZERO = re.compile(r"[-−–]\s*\d")
EMPTY_ROWS = 1


class PrizesForm(forms.Form):
    """The settings for all prizes."""

    currency = forms.CharField(label=_("Currency"), max_length=8, required=False, help_text=_("Such as € or points."))
    is_one_each = forms.BooleanField(
        label=_("One prize a person, the better one"),
        required=False,
        initial=True,
        help_text=_(
            "Who would win in several categories keeps the prize of most worth; in the others the next move up."
        ),
    )
    is_shared = forms.BooleanField(
        label=_("Equal points share the money of their places"),
        required=False,
        initial=True,
        help_text=_("Otherwise the tie-breaks say who gets which amount; only who is equal in these too shares."),
    )


class CategoryForm(forms.Form):
    """One category; without a name it is left out."""

    name = forms.CharField(label=_("Category"), max_length=60, required=False)
    kind = forms.ChoiceField(
        label=_("For whom"),
        choices=[
            ("all", _("everybody")),
            ("rating", _("by rating")),
            ("club", _("of a club or town")),
            ("label", _("with a label")),
        ],
    )
    low = forms.IntegerField(label=_("Rated from"), min_value=0, max_value=9_999, required=False)
    high = forms.IntegerField(label=_("to"), min_value=0, max_value=9_999, required=False)
    unrated = forms.BooleanField(label=_("Also who has no rating"), required=False)
    value = forms.CharField(label=_("Club, town or label"), max_length=60, required=False)
    prizes = forms.CharField(
        label=_("Prizes"),
        required=False,
        max_length=4_000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("One place a line: 50, or Cup, or 50 + Cup."),
    )

    def clean_prizes(self) -> list[dict[str, Any]]:
        """The prizes, the best first."""
        return [_prize(line) for line in self.cleaned_data["prizes"].splitlines() if line.strip()]


CategoryForms = forms.formset_factory(CategoryForm, extra=EMPTY_ROWS, max_num=12)


def rows_of(held: PrizeList | None) -> list[dict[str, Any]]:
    """The categories in the form's fields."""
    if held is None:
        return [{"name": _now("Overall"), "kind": "all"}]
    return [{**one, "prizes": "\n".join(prize_text(prize) for prize in one["prizes"])} for one in held.categories]


def _prize(line: str) -> dict[str, Any]:
    """Read a line such as `50 + Cup`."""
    figure, plus, words = (part.strip() for part in line.partition("+"))
    found = MONEY.fullmatch(figure)
    if found is None:
        if plus:
            raise ValidationError(_now("“%(line)s”: before the + stands an amount."), params={"line": line.strip()})
        if BELOW_ZERO.match(figure):
            raise ValidationError(_now("“%(line)s”: an amount is more than 0."), params={"line": line.strip()})
        return {"cents": 0, "words": line.strip()}
    return {"cents": int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0")), "words": words}
