"""Reopen a tournament that is over."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.errors import Conflict, Invalid, Refusal
from tournaments.event.services.acts import record_tournament
from tournaments.event.services.club_closing import refuse_closed
from tournaments.models import Stage, StageState, Tournament, TournamentState
from tournaments.stages.services import progression


@transaction.atomic
def reopen(*, tournament: Tournament, reason: str, now: datetime, by: User | None = None, seen: str = "") -> Tournament:
    """Reopen a finished tournament: its last stages run again, or wait for their field if they were left out. What
    counts for ratings stays; the list that is published at the end follows when it ends again. `seen` is the time of
    the end that the caller has looked at, as ISO 8601.

    Locks stages and tournament. Raises Invalid without a reason or for a closed club, Refusal for a tournament that is
    not over or was cancelled, Conflict when it has been opened or ended since.
    """
    if not reason.strip():
        raise Invalid("reason", _("Give a reason: it is public."))
    last = Stage.objects.select_for_update(of=("self", "tournament")).select_related("tournament__club", "source")
    stages = [one for one in last.filter(tournament=tournament).order_by("number") if not one.followers.exists()]
    tournament = stages[0].tournament
    if tournament.state == TournamentState.CANCELLED:
        raise Refusal(_("A cancelled tournament stays cancelled."), "cancelled")
    if tournament.state != TournamentState.FINISHED:
        raise Refusal(_("This tournament is not over."), "not_over")
    if seen and (tournament.finished_at is None or seen != tournament.finished_at.isoformat()):
        raise Conflict(_("This tournament has been opened or ended meanwhile: look again."))
    refuse_closed(tournament.club)
    progression.reopen_tournament(tournament, now, by, reason)
    for stage in stages:
        if stage.state == StageState.FINISHED:
            stage.tournament = tournament
            _run_again(stage, now, by, reason)
    return tournament


def _run_again(stage: Stage, now: datetime, by: User | None, reason: str) -> None:
    """Let a last stage of a reopened tournament run again, or wait if it was left out."""
    if was_left_out(stage):
        stage.state = StageState.WAITING
        stage.save(update_fields=["state"])
        after = {"stage": stage.number}
        record_tournament(stage.tournament, "stage.reopen", by, now, after=after, reason=reason.strip())
    else:
        progression.reopen_stage(stage, now, by, reason)


def was_left_out(stage: Stage) -> bool:
    """Is the stage over without ever having had a field?"""
    return stage.state == StageState.FINISHED and stage.source_id is not None and not stage.field.exists()
