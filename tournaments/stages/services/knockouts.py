"""Add a knockout for the best entries to a tournament of one stage that has already begun; and remove it."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.errors import Invalid, Refusal, in_words
from tournaments.event.selectors import combining
from tournaments.event.services.acts import record_tournament
from tournaments.event.services.creating import refuse
from tournaments.formats import FORMATS, BadSetting, Spec, stages_of
from tournaments.models import GONE, EntryStatus, Stage, StageState, Tournament, TournamentState
from tournaments.stages.services import progression
from tournaments.standings.selectors.rows import facts

AFTER = {"swiss": "swiss_cut", "round_robin": "groups_cut", "pod_swiss": "pod_final", "pod_rounds": "pod_final"}
LEAST = 2
MOST = 128


def why_none(tournament: Tournament) -> Refusal | None:
    """The reason why no knockout can be added; None if one can."""
    found = list(tournament.stages.order_by("number"))
    if tournament.state not in (TournamentState.OPEN, TournamentState.RUNNING):
        return Refusal(_("This tournament is over."), "finished")
    if len(found) > 1:
        return Refusal(_("This tournament has more than one stage already."), "stages")
    [stage] = found
    if stage.format not in AFTER:
        return Refusal(_("A knockout follows a Swiss, a round robin, or tables of three and more."), "format")
    return None


@transaction.atomic
def add_knockout(*, tournament: Tournament, players: int, now: datetime, by: User | None) -> Stage:
    """Add a stage for the best `players` of the standings, seeded by their places: a single elimination, or for tables
    of three and more a last table. It begins like the final of an event that was planned with one: when the stage
    before is over. Locks the tournament and its stage. Raises Refusal where it cannot be, Invalid for a number that
    cannot be."""
    tournament = Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=tournament.pk)
    known = list(tournament.stages.select_for_update().order_by("number"))
    if (refusal := why_none(tournament)) is not None:
        raise refusal
    [first] = known
    present = tournament.entries.exclude(status__in=(*GONE, EntryStatus.WAITING)).count()
    if not LEAST <= players <= MOST or players > max(present, LEAST):
        said = {"least": LEAST, "most": min(max(present, LEAST), MOST)}
        raise Invalid("players", _("From %(least)d to %(most)d players.") % said)
    spec = _spec(first, players)
    stages = [(first.format, first.settings), (spec.format, spec.settings)]
    refuse(combining.refusal(tournament.variant, stages=stages, place=tournament.mode))
    made = Stage.objects.create(
        tournament=tournament, number=2, format=spec.format, settings=dict(spec.settings), source=first,
        feed=dict(spec.feed),
    )  # fmt: skip
    after = {"stage": made.number, "format": made.format, "players": players}
    record_tournament(tournament, "stage.add", by, now, after=after)
    if first.state == StageState.RUNNING and facts.next_step(first).step == "finish":
        progression.end_played(first, now, by=by)
    return made


@transaction.atomic
def remove_knockout(*, stage: Stage, now: datetime, by: User | None) -> None:
    """Remove a last stage that waits, as long as the stage before it is played. Locks the tournament. Raises Refusal
    once it could begin: then it is left out, or taken back."""
    tournament = Tournament.objects.select_for_update(of=("self",)).get(pk=stage.tournament_id)
    stage = Stage.objects.select_for_update(of=("self",)).select_related("source", "tournament").get(pk=stage.pk)
    if not may_remove(stage):
        raise Refusal(_("Only a last stage that nobody has reached yet can be taken away."), "begun")
    before = {"stage": stage.number, "format": stage.format, "feed": stage.feed}
    record_tournament(tournament, "stage.remove", by, now, before=before)
    stage.delete()


def may_remove(stage: Stage) -> bool:
    """Does the stage wait, with the stage before it not over, and no stage after it?"""
    is_last = not stage.tournament.stages.filter(number__gt=stage.number).exists()
    if stage.source is None or stage.state != StageState.WAITING:
        return False
    return is_last and stage.source.state != StageState.FINISHED


def _spec(first: Stage, players: int) -> Spec:
    """The stage to be added: that of the template which has both stages, with the settings that it shares with the
    first one."""
    template = AFTER[first.format]
    final = FORMATS["pod_rounds" if template == "pod_final" else "single_elim"].settings
    shared = {key: value for key, value in first.settings.items() if key in final and key not in ("rounds", "draw")}
    groups = int(first.settings.get("groups", 1))
    if template == "groups_cut" and groups > 1:
        shared |= {"groups": groups, "per_group": players // groups, "runners_up": players % groups}
    elif template == "groups_cut":
        template, shared = "swiss_cut", {**shared, "advance": players}
    else:
        shared |= {"advance": players}
    try:
        return stages_of(template, shared)[1]
    except BadSetting as bad:
        raise Invalid("players", in_words(bad.allowed)) from bad
