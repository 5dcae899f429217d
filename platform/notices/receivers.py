"""Receivers of signals from accounts."""

from typing import Any

from allauth.account.signals import user_signed_up
from django.dispatch import receiver
from django.utils import translation

from accounts.models import User
from notices.services import choosing


@receiver(user_signed_up)
def joined(user: User, **_: Any) -> None:
    """Set the language of a new person's notices to that of the page on which they joined."""
    choosing.choose_language(user=user, language=translation.get_language() or "")
