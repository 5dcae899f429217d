"""allauth's forms of passkeys, which end in an error where a stranger sends what no browser would."""

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
    """A new passkey and its name."""

    name = forms.CharField(label=_("A name for it"), max_length=60, required=False)
    passwordless = forms.BooleanField(
        label=_("Sign in with it alone"),
        required=False,
        help_text=_("For a device with a PIN, a finger or a face: then it signs you in without the password."),
    )

    def clean(self) -> Any:
        """What the browser made of it, checked."""
        try:
            return super().clean()
        except WRONG as wrong:
            raise get_adapter().validation_error("incorrect_code") from wrong


class _Shown(webauthn.AuthenticateWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    def clean_credential(self) -> Any:
        """Whose passkey it is."""
        try:
            return super().clean_credential()
        except WRONG as wrong:
            raise get_adapter().validation_error("incorrect_code") from wrong


class StepForm(_Shown):
    """A passkey after the password."""


class AgainForm(_Shown, webauthn.ReauthenticateWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    """A passkey before a change."""


class SignInForm(_Shown, webauthn.LoginWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    """A passkey in place of the password."""
