"""Who may look at a case of the desk, and decide it."""

from tournaments.errors import Refusal
from tournaments.event import permissions
from tournaments.event.permissions import Somebody
from tournaments.matches.services import own_words
from tournaments.models import Case, Match


def waits_for_another(user: Somebody, match: Match) -> bool:
    """Does this person play here, while the club has another official who can decide?"""
    if not user.is_authenticated or not permissions.plays_in(user, match):
        return False
    try:
        own_words.judges_alone(match, user)
    except Refusal:
        return True
    return False


def require_other(user: Somebody, match: Match) -> None:
    """Raise PermissionDenied for a stranger, and for an official who plays there while the club has another one."""
    permissions.require_director(user, match.round.stage.tournament)
    if waits_for_another(user, match):
        permissions.require_judge(user, match)


def require_case(user: Somebody, case: Case) -> None:
    """Raise PermissionDenied as `require_other` does, and for the person whom a report of conduct is about."""
    require_other(user, case.match)
    if case.about == user:
        permissions.require_judge(user, case.match)
