"""The form with which a user deletes their own account."""

from django import forms
from django.utils.translation import gettext_lazy as _


class LeaveForm(forms.Form):
    """Asks for one's login as a confirmation."""

    confirmed = forms.CharField(
        label=_("Type the name with which you sign in"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
