"""Who may look at a case of the desk, and decide it."""

from tournaments.desk.selectors import Played
from tournaments.errors import Refusal
from tournaments.event import permissions
from tournaments.event.permissions import Somebody
from tournaments.matches import services as matches
from tournaments.models import Case


def waits_for_another(user: Somebody, played: Played) -> bool:
    """Does this person play here, and has the club another official who decides?"""
    if not user.is_authenticated or not permissions.plays_in(user, played):
        return False
    try:
        matches.judges_alone(played, user)
    except Refusal:
        return True
    return False


def require_other(user: Somebody, played: Played) -> None:
    """Raises PermissionDenied for a stranger, and for an official who plays there while the club has another one."""
    permissions.require_director(user, played.round.stage.tournament)
    if waits_for_another(user, played):
        permissions.require_judge(user, played)


def require_case(user: Somebody, case: Case) -> None:
    """Raises PermissionDenied as `require_other`, and for whom a report of conduct is about."""
    require_other(user, case.played)
    if case.about == user:
        permissions.require_judge(user, case.played)
