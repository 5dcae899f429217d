"""allauth's forms, changed so that an address is free until an account has confirmed it."""

from allauth.account.forms import ResetPasswordForm, SignupForm
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import services
from accounts.models import User
from accounts.selectors import owners
from quotas import services as quotas
from quotas.acts import MAKE_ACCOUNT


class JoinForm(SignupForm):  # type: ignore[misc]  # allauth has no types
    """The form with which people join."""

    def validate_unique_email(self, value: str) -> str:
        """The address. If an account has confirmed it, no account is made: its owner gets a mail, and the visitor reads
        the same as everybody. A name on a list, or somebody who never confirmed the address, keeps nobody out."""
        self.account_already_exists = owners(value).exists()
        return value

    def save(self, request: HttpRequest) -> User:
        """Make the account. It gets the address once the address is confirmed (`accounts.services.release_address`)."""
        quotas.take(MAKE_ACCOUNT, now=timezone.now(), network=request.META.get("REMOTE_ADDR", ""))
        email = self.cleaned_data.pop("email", "")
        user: User = super().save(request)
        if email:
            services.give_address(email=email, to=user)
            self.cleaned_data["email"] = email
        if self.cleaned_data.get("address"):
            _offer(self.cleaned_data["address"], request, user)
        return user


def _offer(address: str, request: HttpRequest, user: User) -> None:
    """Take an address that nobody had to give, as the page of the address does: it is the person's once they confirm
    it. If no mail goes out they have joined all the same."""
    try:
        with transaction.atomic():
            EmailAddress.objects.add_new_email(request, user, address)
    except (ImmediateHttpResponse, quotas.LimitReached):
        messages.warning(request, _("Your address was not taken, as no mail went out. Give it again on My page."))


class NewPasswordForm(ResetPasswordForm):  # type: ignore[misc]  # allauth has no types
    """The form that mails a link for a new password to the account that has confirmed the address. Any other address
    gets a mail that says that it belongs to no account; it names nobody."""

    def clean_email(self) -> str:
        email: str = super().clean_email()
        self.users = list(owners(email))
        return email
