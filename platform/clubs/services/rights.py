"""The checks that services of clubs make first: who may do it, and whether the club is open."""

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.second_factor import services as second_factor
from clubs import selectors
from clubs.models import Club


class ClubClosed(Exception):
    """The club is closed and takes nobody in; the text says so."""


def require_director(club: Club, by: User) -> None:
    """Raise PermissionDenied for a person who is no official of the club."""
    if not selectors.may_direct(by, club):
        raise PermissionDenied(second_factor.refusal(by, _("Only the club’s directors and organisers can do this.")))


def require_organiser(club: Club, by: User) -> None:
    """Raise PermissionDenied for a person who is no organiser of the club."""
    if not selectors.may_organise(by, club):
        raise PermissionDenied(second_factor.refusal(by, _("Only the club’s organisers can do this.")))


def require_open(club: Club) -> None:
    """Raise ClubClosed if the club is closed."""
    if club.closed_at:
        raise ClubClosed(_("%(club)s is closed, and takes no members.") % {"club": club.name})
