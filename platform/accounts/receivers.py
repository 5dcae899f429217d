"""Audit entries for people's acts with their accounts: joining, signing in, passwords and addresses."""

from typing import Any

from allauth.account import signals
from allauth.account.models import EmailAddress
from allauth.mfa import signals as mfa
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from accounts.api_tokens import services as api_tokens
from accounts.devices import services as devices
from accounts.devices.sessions import SIGNED_IN_AT
from accounts.models import User
from audit import services as audit

ACTS = {
    "account.join": signals.user_signed_up,
    "account.sign_in": signals.user_logged_in,
    "account.password": signals.password_changed,
    "account.password_set": signals.password_set,
    "account.password_reset": signals.password_reset,
    "account.second_factor_added": mfa.authenticator_added,
    "account.second_factor_taken_off": mfa.authenticator_removed,
    "account.recovery_codes": mfa.authenticator_reset,
}


def _record(action: str, user: User, actor: User | None) -> None:
    audit.record(actor=actor, action=action, target=f"user:{user.public_id}", now=timezone.now())


def connect() -> None:
    """Connect allauth's signals; called when the apps are ready."""
    for action, signal in ACTS.items():

        def note(user: User, action: str = action, **_: Any) -> None:
            _record(action, user, user)

        signal.connect(note, weak=False, dispatch_uid=action)


@receiver(user_logged_in)
def signed_in(request: HttpRequest, **_: Any) -> None:
    """Note in the session when a person signed in, because the login ends a fixed number of days later."""
    request.session[SIGNED_IN_AT] = int(timezone.now().timestamp())


@receiver([signals.password_changed, signals.password_reset])
def password_is_new(user: User, request: HttpRequest, **_: Any) -> None:
    """Delete the tokens and end the other sessions after a new password, because somebody who knew the old one may have
    them. The browser in which the password was changed stays signed in, under another key."""
    api_tokens.revoke_all(user=user, now=timezone.now())
    devices.cut_off(user=user, but=request.session.session_key)


@receiver(signals.email_confirmed)
def address_confirmed(request: HttpRequest, email_address: EmailAddress, **_: Any) -> None:
    """Record that an address was confirmed, by the link in a mail or by an administrator. The address itself stays out
    of the log."""
    actor = request.user if isinstance(request.user, User) else email_address.user
    _record("account.address", email_address.user, actor)
