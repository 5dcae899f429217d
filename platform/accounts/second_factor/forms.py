"""allauth's forms for passkeys. For malformed data they show a form error where allauth would crash."""

import struct
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn import forms as webauthn
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from django import forms
from django.utils.translation import gettext_lazy as _

WRONG = (
    AttributeError,
    IndexError,
    InvalidSignature,
    KeyError,
    RecursionError,
    TypeError,
    UnsupportedAlgorithm,
    ValueError,
    struct.error,
)


class AddForm(webauthn.AddWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    """Add a passkey and name it."""

    name = forms.CharField(label=_("A name for it"), max_length=60, required=False)
    passwordless = forms.BooleanField(
        label=_("Sign in with it alone"),
        required=False,
        help_text=_("For a device with a PIN, a finger or a face: then it signs you in without the password."),
    )

    def clean(self) -> Any:
        """Check the passkey that the browser has made."""
        try:
            return super().clean()
        except WRONG as wrong:
            raise get_adapter().validation_error("incorrect_code") from wrong


class _Shown(webauthn.AuthenticateWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    def clean_credential(self) -> Any:
        """Find the passkey that the browser presents, and check it."""
        try:
            return super().clean_credential()
        except WRONG as wrong:
            raise get_adapter().validation_error("incorrect_code") from wrong


class StepForm(_Shown):
    """Present a passkey as the second step, after the password."""


class AgainForm(_Shown, webauthn.ReauthenticateWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    """Present a passkey again, before a change of the account."""


class SignInForm(_Shown, webauthn.LoginWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    """Present a passkey in place of the password."""
