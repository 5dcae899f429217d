"""What every result of a round begins and ends with: round and match locked, and the promise to close the round."""

from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.models import Match, MatchState, Round, RoundState
from tournaments.services import clockwork
from tournaments.services.errors import Refusal


def after_result(rnd: Round, close_at: datetime) -> None:
    """When all results of a round are in, promise to close it."""
    if not rnd.matches.exclude(state=MatchState.OVER).exists():
        clockwork.plan_close(rnd, close_at)


def lock(match: Match, refuse: bool = True) -> Match:
    """The match with its round, both locked, the round first: results of a round come one after the other."""
    rnd = Round.objects.select_for_update().get(pk=match.round_id)
    if refuse and rnd.state != RoundState.RUNNING:
        raise Refusal(_("Results can be entered while the round is running."), "round_not_running")
    match = Match.objects.select_for_update().get(pk=match.pk)
    match.round = Round.objects.select_related("stage__tournament").get(pk=rnd.pk)
    return match
