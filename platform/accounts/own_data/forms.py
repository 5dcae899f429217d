"""The form with which one leaves."""

from django import forms
from django.utils.translation import gettext_lazy as _


class LeaveForm(forms.Form):
    """The password, and the login typed once more."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    confirmed = forms.CharField(
        label=_("Type the name with which you sign in"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
