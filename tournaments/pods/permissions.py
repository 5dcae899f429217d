"""Who may enter and confirm the result of a table of three and more."""

from django.core.exceptions import PermissionDenied

from tournaments.event.permissions import Somebody, ask_officials, may_direct, plays_in
from tournaments.matches import services as matches
from tournaments.models import Pod


def may_report(user: Somebody, pod: Pod) -> bool:
    """May this person enter the result of this table? Officials may, and its players where players may report."""
    tournament = pod.round.stage.tournament
    return may_direct(user, tournament) or (
        bool(tournament.settings.get("players_report", True)) and plays_in(user, pod)
    )


def enters_finally(user: Somebody, pod: Pod) -> bool:
    """Is this person's entry final at once? It is for an official who does not play here, and where nobody confirms."""
    is_umpire = may_direct(user, pod.round.stage.tournament) and not plays_in(user, pod)
    return is_umpire or matches.confirmation(pod) == matches.NONE


def may_confirm(user: Somebody, pod: Pod) -> bool:
    """May this person confirm a reported result? Officials may, and players of the table unless only the desk
    confirms."""
    is_for_desk = matches.confirmation(pod) == matches.DESK
    return may_direct(user, pod.round.stage.tournament) if is_for_desk else may_report(user, pod)


def require_report(user: Somebody, pod: Pod) -> None:
    """Raises PermissionDenied, which names whom to ask."""
    if not may_report(user, pod):
        raise PermissionDenied(ask_officials(pod.round.stage.tournament.club))


def require_confirm(user: Somebody, pod: Pod) -> None:
    """Raises PermissionDenied, which names whom to ask."""
    if not may_confirm(user, pod):
        raise PermissionDenied(ask_officials(pod.round.stage.tournament.club))
