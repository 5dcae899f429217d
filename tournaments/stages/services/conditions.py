"""Change the conditions of a tournament, after which stages may begin automatically; add one more round."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit.models import AuditEntry
from tournaments.entries.services import waiting
from tournaments.errors import Refusal
from tournaments.event.services import creating
from tournaments.event.services.acts import record_tournament
from tournaments.formats import FORMATS
from tournaments.models import RoundState, Stage, StageState, Tournament, TournamentState
from tournaments.stages.services import progression
from tournaments.standings.selectors import sure
from tournaments.standings.selectors.rows import facts as standings_facts

ADDED = ("stage.add_round", "stage.drop_round")


@transaction.atomic
def change_conditions(*, tournament: Tournament, by: User | None, now: datetime, **changes: Any) -> Tournament:
    """Change the conditions as `creating.write_conditions` does, with its locks and refusals; then automatic stages go
    on, and entries on the waiting list move up if there are more places."""
    tournament = creating.write_conditions(tournament=tournament, by=by, now=now, **changes)
    waiting.move_up(tournament, now, by)
    for one in Stage.objects.filter(tournament=tournament).select_related("tournament"):
        progression.wake(one, now)
        progression.go_on(one, now)
    return tournament


@transaction.atomic
def add_round(*, tournament: Tournament, now: datetime, by: User | None) -> Stage:
    """Add one more round after all planned rounds are closed and before anybody has confirmed the standings. Locks the
    stage and the tournament. Raises Refusal where none can follow."""
    stage = _last_stage(tournament)
    if (refusal := why_no_more(stage)) is not None:
        raise refusal
    creating.check_rounds(stage.settings["rounds"] + 1)
    return _plan_rounds(stage, 1, "stage.add_round", now, by)


@transaction.atomic
def drop_added_round(*, tournament: Tournament, now: datetime, by: User | None) -> Stage:
    """Remove the round that `add_round` added last, as long as it is not published; its draft is discarded. Locks the
    stage and the tournament. Raises Refusal where there is none."""
    stage = _last_stage(tournament)
    if not has_added_round(stage):
        raise Refusal(_("No round was added that can be taken back."), "nothing_added")
    stage.rounds.filter(state=RoundState.DRAFT).delete()
    return _plan_rounds(stage, -1, "stage.drop_round", now, by)


def _last_stage(tournament: Tournament) -> Stage:
    """The last stage of a tournament; locks both."""
    stages = Stage.objects.select_for_update(of=("self", "tournament")).select_related("tournament")
    return stages.filter(tournament=tournament).order_by("-number")[0]


def _plan_rounds(stage: Stage, more: int, action: str, now: datetime, by: User | None) -> Stage:
    """Plan so many `more` rounds (-1: one fewer), with an audit entry; automatic stages go on."""
    before = {"stage": stage.number, "rounds": stage.settings["rounds"]}
    after = {**before, "rounds": before["rounds"] + more}
    stage.settings = {**stage.settings, "rounds": after["rounds"]}
    stage.save(update_fields=["settings"])
    record_tournament(stage.tournament, action, by, now, before=before, after=after)
    progression.wake_anew(stage, now)
    return stage


def has_added_round(stage: Stage) -> bool:
    """Was the last round of this stage added after all planned ones, and is it not published yet?"""
    tournament = stage.tournament
    if tournament.state != TournamentState.RUNNING or stage.state != StageState.RUNNING:
        return False
    if stage.rounds.exclude(state=RoundState.DRAFT).count() >= stage.settings.get("rounds", 0):
        return False
    acts = AuditEntry.objects.filter(target=f"tournament:{tournament.public_id}", action__in=ADDED)
    last = acts.order_by("-pk").first()
    now = {"stage": stage.number, "rounds": stage.settings["rounds"]}
    return last is not None and last.action == ADDED[0] and last.after == now


def why_no_more(stage: Stage) -> Refusal | None:
    """The reason why no further round can follow in the last stage; None if one can."""
    if stage.tournament.state != TournamentState.RUNNING or stage.state != StageState.RUNNING:
        return Refusal(_("This tournament is not running."), "not_running")
    if FORMATS[stage.format].is_fixed or "rounds" not in stage.settings or stage.has_challenges:
        return Refusal(_("In this format the number of players says how many rounds there are."), "fixed")
    if standings_facts.next_step(stage).step != "finish":
        return Refusal(_("The rounds that were planned are not all closed."), "not_due")
    if not sure.can_follow(stage):
        return Refusal(_("All who are here have met: nobody is left to pair for another round."), "not_possible")
    return None
