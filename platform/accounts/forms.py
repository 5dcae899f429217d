"""The sign-up form: the name shown on pairings, besides allauth's own fields."""

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import names, services
from accounts.models import User


class SignUpForm(forms.Form):
    """The part of the sign-up page that is ours: the name."""

    name = forms.CharField(
        label=_("Your name"), max_length=names.LONGEST, help_text=_("As it stands on pairings and ratings.")
    )

    def clean_name(self) -> str:
        """The name in its stored form; refused if somebody else has it."""
        try:
            return services.chosen_name(self.cleaned_data["name"])
        except names.BadName as bad:
            raise forms.ValidationError(str(bad)) from bad

    def signup(self, request: HttpRequest, user: User) -> None:
        """Called by allauth after the account is made."""
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])
