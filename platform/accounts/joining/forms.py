"""allauth's forms, where an address that nobody with an account has confirmed is free."""

from allauth.account.forms import ResetPasswordForm, SignupForm
from django.http import HttpRequest
from django.utils import timezone

from accounts import services
from accounts.models import User
from accounts.selectors import owners
from quotas import services as quotas
from quotas.acts import MAKE_ACCOUNT


class JoinForm(SignupForm):  # type: ignore[misc]  # allauth has no types
    """The page on which people join."""

    def validate_unique_email(self, value: str) -> str:
        """The address. Where an account has confirmed it, none is made: its owner gets a mail, and the visitor reads
        the same as everybody. A name on a list, or somebody who never confirmed it, keeps nobody out."""
        self.account_already_exists = owners(value).exists()
        return value

    def save(self, request: HttpRequest) -> User:
        """Make the account. It has the address once the address is confirmed (`accounts.services.release_address`)."""
        quotas.take(MAKE_ACCOUNT, now=timezone.now(), network=request.META.get("REMOTE_ADDR", ""))
        email = self.cleaned_data.pop("email", "")
        user: User = super().save(request)
        if email:
            services.give_address(email=email, to=user)
            self.cleaned_data["email"] = email
        return user


class NewPasswordForm(ResetPasswordForm):  # type: ignore[misc]  # allauth has no types
    """The page that mails a link for a new password: to the account that has confirmed the address. Everybody else at
    an address gets the mail that it is of no account; it names nobody."""

    def clean_email(self) -> str:
        email: str = super().clean_email()
        self.users = list(owners(email))
        return email
