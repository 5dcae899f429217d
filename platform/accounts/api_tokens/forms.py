"""The form of a new token."""

from django import forms
from django.utils.translation import gettext_lazy as _

from doors.api.scopes import Scope

MORE = [(scope.value, scope.label) for scope in Scope if scope is not Scope.READ]
FOREVER = "0"
DAYS = [("30", _("30 days")), ("90", _("90 days")), ("365", _("One year")), (FOREVER, _("Until I revoke it"))]


class TokenForm(forms.Form):
    """The purpose of a token, its scopes besides reading, and its lifetime."""

    label = forms.CharField(label=_("What is it for?"), max_length=60, help_text=_("Example: the club’s results app"))
    scopes = forms.MultipleChoiceField(
        label=_("It may read what you may see, and also:"),
        choices=MORE,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.ChoiceField(label=_("Good for"), choices=DAYS, initial="90")

    def clean_days(self) -> int | None:
        """The number of days; None: until it is revoked."""
        return int(self.cleaned_data["days"]) or None
