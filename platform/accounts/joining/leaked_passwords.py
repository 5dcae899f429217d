"""Refuse passwords that have leaked, as they stand or with a few figures and signs around them."""

from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User

AROUND = 6  # figures and signs around a leaked word that make it no better


class LeakedPasswordValidator(CommonPasswordValidator):
    """The 20,000 passwords that were found most often in what leaked from other sites (Pwned Passwords, as Django ships
    them), and each of them with up to six figures and signs around it, in any case of letters."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raises ValidationError."""
        said = password.strip().lower()
        word = said.strip("".join(sign for sign in set(said) if not sign.isalpha()))
        if said in self.passwords or (word in self.passwords and len(said) - len(word) <= AROUND):
            raise ValidationError(self.get_error_message(), code="password_too_common")

    def get_error_message(self) -> str:
        """What is wrong with such a password."""
        return _("This password is among those that have leaked from other sites: choose another.")

    def get_help_text(self) -> str:
        """What is asked of a password."""
        return _("Your password is none that has leaked from other sites.")
