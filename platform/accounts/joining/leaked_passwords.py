"""Refuse passwords that have leaked, unchanged or with a few digits and signs around them."""

from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User

AROUND = 6  # figures and signs around a leaked word that make it no better


class LeakedPasswordValidator(CommonPasswordValidator):
    """Refuses the 20,000 passwords that were found most often in leaks from other sites (Pwned Passwords, as Django
    ships them), and each of them with up to six digits and signs around it, in upper or lower case."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError for a leaked password."""
        said = password.strip().lower()
        word = said.strip("".join(sign for sign in set(said) if not sign.isalpha()))
        if said in self.passwords or (word in self.passwords and len(said) - len(word) <= AROUND):
            raise ValidationError(self.get_error_message(), code="password_too_common")

    def get_error_message(self) -> str:
        """The message for such a password."""
        return _("This password is among those that have leaked from other sites: choose another.")

    def get_help_text(self) -> str:
        """The requirement for a password, in words."""
        return _("Your password is none that has leaked from other sites.")
