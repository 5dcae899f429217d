"""Close a club in which nothing is under way, and refuse new tournaments in a closed one."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from clubs.models import Club
from clubs.services import closing
from tournaments.errors import Invalid, Refusal
from tournaments.models import OVER, Tournament

NAMED = 3


@transaction.atomic
def close_club(*, club: Club, by: User, now: datetime) -> Club:
    """Close a club whose tournaments are all over. Locks the club. Raises PermissionDenied, and Refusal which names
    those that are not over."""
    closed = closing.close_club(club=club, by=by, now=now)
    found = Tournament.objects.filter(club=club).exclude(state__in=OVER).order_by("starts_at", "pk")
    under_way = list(found.values_list("name", flat=True)[:NAMED])
    if under_way:
        words = _("First finish, cancel or delete what is open or running: %(names)s.")
        raise Refusal(words % {"names": ", ".join(under_way)}, "under_way")
    return closed


def refuse_closed(club: Club) -> None:
    """Raise Invalid for a club that was closed."""
    if Club.objects.filter(pk=club.pk, closed_at__isnull=False).exists():
        raise Invalid("club", _("This club is closed: its organisers can open it again."))
