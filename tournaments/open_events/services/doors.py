"""Who may open an event, and who may play in one."""

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.errors import Refusal


def require_account(user: User) -> None:
    """Raises Refusal for guests."""
    if user.is_guest:
        raise Refusal(_("Such events are for people with an account: sign up, your games come along."), "guest")
