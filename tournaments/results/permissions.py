"""Who may enter and confirm the result of a match."""

from django.core.exceptions import PermissionDenied

from tournaments.event.permissions import Somebody, ask_officials, may_direct, plays_in
from tournaments.event.selectors import finding
from tournaments.matches.services import own_words
from tournaments.models import Match


def may_report(user: Somebody, match: Match) -> bool:
    """May this person enter the result of this match? Officials may, and its sides where players may report; where the
    live table opens at an agreed time only officials."""
    stage = match.round.stage
    if may_direct(user, stage.tournament):
        return True
    is_at_table = stage.has_windows and finding.is_live(match)
    return bool(stage.tournament.settings.get("players_report", True)) and not is_at_table and plays_in(user, match)


def enters_finally(user: Somebody, match: Match) -> bool:
    """Is a result that this person enters final at once? It is if an official who does not play here enters it, or if
    results need no confirmation."""
    is_umpire = may_direct(user, match.round.stage.tournament) and not plays_in(user, match)
    return is_umpire or own_words.confirmation(match) == own_words.NONE


def may_confirm(user: Somebody, match: Match) -> bool:
    """May this person confirm a reported result? Officials may, and a side unless only the desk confirms."""
    if may_direct(user, match.round.stage.tournament):
        return True
    return may_report(user, match) and own_words.confirmation(match) != own_words.DESK


def require_confirm(user: Somebody, match: Match) -> None:
    """Raises PermissionDenied, which names whom to ask, unless this person may confirm the result."""
    if not may_confirm(user, match):
        raise PermissionDenied(ask_officials(match.round.stage.tournament.club))


def require_report(user: Somebody, match: Match) -> None:
    """Raises PermissionDenied, which names whom to ask, unless this person may enter the result."""
    if not may_report(user, match):
        raise PermissionDenied(ask_officials(match.round.stage.tournament.club))
