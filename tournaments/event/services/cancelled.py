"""Refuse changes in a cancelled tournament, which stays visible to everybody."""

from django.utils.translation import gettext as _

from tournaments.errors import Refusal
from tournaments.models import Tournament, TournamentState


def refuse_cancelled(tournament: Tournament) -> None:
    """Raise Refusal for a tournament that was cancelled."""
    if tournament.state == TournamentState.CANCELLED:
        raise Refusal(_("This tournament was cancelled: nothing in it changes any more."), "cancelled")
