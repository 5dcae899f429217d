"""Close a club that nobody carries on, and open it again."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from audit import services as audit
from clubs.models import Club
from clubs.services.rights import require_organiser


@transaction.atomic
def close_club(*, club: Club, by: User, now: datetime) -> Club:
    """Close a club: it is on no list, and takes no members and no tournaments; its pages and results stay. Whether one
    of its tournaments is under way is checked above, in `tournaments.event.services.club_closing`. Only organisers may;
    closing twice changes nothing. Locks the club. Raises PermissionDenied."""
    return _set(club, by, now, "club.close", now)


@transaction.atomic
def reopen_club(*, club: Club, by: User, now: datetime) -> Club:
    """Open a closed club again. Permissions and locks as in `close_club`."""
    return _set(club, by, None, "club.reopen", now)


def _set(club: Club, by: User, closed_at: datetime | None, action: str, now: datetime) -> Club:
    require_organiser(club, by)
    club = Club.objects.select_for_update().get(pk=club.pk)
    if (club.closed_at is None) != (closed_at is None):
        club.closed_at = closed_at
        club.save(update_fields=["closed_at"])
        audit.record(actor=by, action=action, target=f"club:{club.slug}", now=now)
    return club
