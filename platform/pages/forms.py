"""Forms of the pages: founding a club, adding a member, giving a role, searching the archive."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import names
from clubs.models import Role


def kept_name(text: str) -> str:
    """The name in its kept form; ValidationError when it cannot be kept."""
    try:
        return names.clean_name(text)
    except names.BadName as bad:
        raise ValidationError(str(bad)) from bad


class ClubForm(forms.Form):
    """What a new club needs."""

    name = forms.CharField(label=gettext_lazy("Name of the club"), max_length=names.LONGEST)
    zone = forms.ChoiceField(label=gettext_lazy("Time zone"), initial="UTC")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["zone"].choices = [(zone, zone.replace("_", " ")) for zone in sorted(available_timezones())]  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        """The name in its kept form."""
        return kept_name(self.cleaned_data["name"])


class MemberForm(forms.Form):
    """Somebody to add to a club: found by e-mail, else by name among its members, else new."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=names.LONGEST)
    email = forms.EmailField(
        label=gettext_lazy("E-mail"),
        required=False,
        help_text=gettext_lazy("Optional. Somebody who is known here by this address is added; others are new."),
    )

    def clean_name(self) -> str:
        """The name in its kept form."""
        return kept_name(self.cleaned_data["name"])


class RoleForm(forms.Form):
    """A member's role."""

    member = forms.CharField(max_length=12)
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=Role.choices)


class ArchiveForm(forms.Form):
    """What to look for in the archive; a filter that is not understood is named and left out."""

    player = forms.CharField(label=gettext_lazy("Player"), required=False, max_length=names.LONGEST)
    variant = forms.ChoiceField(label=gettext_lazy("Rules"), required=False)
    outcome = forms.ChoiceField(label=gettext_lazy("Ended by"), required=False)
    before = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)

    def __init__(self, *args: Any, variants: dict[str, str], outcomes: dict[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        anything = [("", _("anything"))]
        self.fields["variant"].choices = anything + list(variants.items())  # type: ignore[attr-defined]
        self.fields["outcome"].choices = anything + list(outcomes.items())  # type: ignore[attr-defined]

    def filters(self) -> dict[str, Any]:
        """The filters that are understood."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}
