"""A team on one form: its name, and one line for each member."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from doors.fields import error_lines
from tournaments.entries.services.roster import MOST_RATING, name_and_rating
from tournaments.errors import Invalid
from tournaments.teams.services.line_ups import Person


class TeamForm(forms.Form):
    """A team to enter."""

    team_name = forms.CharField(
        label=gettext_lazy("Name of the team"),
        max_length=120,
        required=False,
        help_text=gettext_lazy("Partners at one table need none: their own names are used."),
    )
    members = forms.CharField(
        label=gettext_lazy("Members, one a line, from the top board"),
        help_text=gettext_lazy("Name, then after commas rating and e-mail if you know them. The first is the captain."),
        widget=forms.Textarea(attrs={"rows": 6}),
    )

    def team(self) -> dict[str, Any]:
        """The arguments of `enter_team`. Raises Invalid, which names the line."""
        if not self.is_valid():
            raise Invalid("members", " ".join(error_lines(self)))
        lines = [line for line in self.cleaned_data["members"].splitlines() if line.strip()]
        return {"name": self.cleaned_data["team_name"], "members": [_person(line) for line in lines]}


class MembersForm(forms.Form):
    """The member who leaves a team, and the person who joins it."""

    leaves = forms.CharField(required=False, max_length=20)
    comes = forms.CharField(required=False, max_length=200)
    reason = forms.CharField(required=False, max_length=500)
    for_one_round = forms.BooleanField(required=False)

    def person(self) -> Person | None:
        """The person who joins, written as in the form of a team; None for nobody. Raises Invalid."""
        if not self.is_valid():
            raise Invalid("comes", " ".join(error_lines(self)))
        line = self.cleaned_data["comes"].strip()
        return _person(line) if line else None


class MarginForm(forms.Form):
    """A correction of a margin."""

    points = forms.IntegerField(label=gettext_lazy("Points added to the margin"), min_value=-9_999, max_value=9_999)
    reason = forms.CharField(label=gettext_lazy("Reason (public)"), required=False, max_length=200)
    digest = forms.CharField(required=False, max_length=16)


def _person(line: str) -> Person:
    name, *more = (part.strip() for part in line.split(","))
    name, behind = name_and_rating(name)
    rating = next((part for part in more if part.isascii() and part.isdigit()), behind.rstrip("?*"))
    email = next((part for part in more if "@" in part), "")
    if len(more) > 2 or any(part not in ("", rating, email) for part in more):
        raise Invalid("members", _("“%(line)s”: a name, a rating, an e-mail address.") % {"line": line[:60]})
    if rating and int(rating[:9]) > MOST_RATING:
        raise Invalid(
            "members", _("“%(line)s”: a rating is at most %(most)d.") % {"line": line[:60], "most": MOST_RATING}
        )
    return Person(name=name, email=email, rating=int(rating) if rating else None)
