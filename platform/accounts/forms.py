"""The sign-up form: besides allauth's fields it asks for the name shown on pairings and for consent, and offers an
address for a lost password."""

from typing import Any

from allauth.core import context
from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts import mail, names, services
from accounts.models import User


class SignUpForm(forms.Form):
    """Our part of the sign-up page: the name and the consent."""

    name = forms.CharField(
        label=_("Your name"), max_length=names.LONGEST, help_text=_("As it stands on pairings and ratings.")
    )

    address = forms.EmailField(
        label=_("E-mail (optional)"),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=_(
            "For a lost password: a link for a new one goes there. Without an address a lost password is lost, and the "
            "account with it. It counts once you have opened the link that we send."
        ),
    )
    agreed = forms.BooleanField(error_messages={"required": _("Nobody joins without agreeing to this.")})
    field_order = ("name", "username", "email", "address", "password1", "password2", "agreed")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if context.request is not None:  # an invitation knows the name, or a guest has chosen one
            known = context.request.GET.get("name") or context.request.session.get(services.CHOSEN, "")
            self.fields["name"].initial = known[: names.LONGEST]
        must_be_given = "email*" in settings.ACCOUNT_SIGNUP_FIELDS
        if must_be_given and "email" in self.fields:
            self.fields["email"].help_text = _("A link that confirms it goes there, and one for a lost password.")
        if must_be_given or not mail.is_configured():
            del self.fields["address"]
        words = _('I have read <a href="{address}">what this site stores about me</a>, and agree.')
        self.fields["agreed"].label = format_html(str(words), address=reverse("pages:privacy"))

    def clean_name(self) -> str:
        """The name in its stored form; an error if somebody else has it."""
        try:
            return services.free_name(self.cleaned_data["name"])
        except names.BadName as bad:
            raise forms.ValidationError(str(bad)) from bad

    def signup(self, request: HttpRequest, user: User) -> None:
        """Finish the sign-up; allauth calls this after the account is made."""
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])
        services.agree(user=user, now=timezone.now())
