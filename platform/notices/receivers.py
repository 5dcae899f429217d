"""What accounts say that notices have to know."""

from typing import Any

from allauth.account.signals import user_signed_up
from django.dispatch import receiver
from django.utils import translation

from accounts.models import User
from notices.services import choosing


@receiver(user_signed_up)
def joined(user: User, **_: Any) -> None:
    """Who joins reads notices in the language of the page on which they did."""
    choosing.choose_language(user=user, language=translation.get_language() or "")
