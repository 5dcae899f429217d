"""Stages and the tournament itself: beginning, going on from one to the next, ending."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from ratings import services as ratings
from tournaments.formats import FORMATS
from tournaments.models import (
    Entry,
    EntryStatus,
    Round,
    RoundState,
    Stage,
    StageEntry,
    StageState,
    Tournament,
    TournamentState,
)
from tournaments.pairing import round_robin
from tournaments.pairing.bracket import BadBracket
from tournaments.selectors import facts
from tournaments.services import clockwork, entries, ladder_log, ladders
from tournaments.services.errors import Invalid, Refusal

LEAST = 2  # entries in a stage and in each of its groups


@dataclass(frozen=True, slots=True)
class Qualified:
    """Somebody who plays in a stage, and the points that it brings there."""

    entry: Entry
    carried: int = 0


@transaction.atomic
def begin(
    *, tournament: Tournament, now: datetime, by: User | None = None, automatic: bool | None = None
) -> Tournament:
    """Close the entries and let round 1 come: with `automatic` it is paired at once and each round follows by itself.

    Locks the tournament row. Raises Refusal when it has begun, or with fewer than two entries checked in.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.state != TournamentState.OPEN:
        raise Refusal(_("This tournament has already begun."), "begun")
    if tournament.entries.filter(status=EntryStatus.CHECKED_IN).count() < LEAST:
        raise Refusal(_("A tournament needs at least two entries that are checked in."), "too_few")
    if automatic is not None:
        tournament.settings = {**tournament.settings, "automatic": automatic}
    tournament.state = TournamentState.RUNNING
    tournament.starts_at = tournament.starts_at or now
    tournament.save(update_fields=["state", "settings", "starts_at"])
    _record(tournament, "tournament.begin", by, now)
    stage = tournament.stages.select_related("tournament").get(number=1)
    if FORMATS[stage.format].is_fixed:
        draw_up(stage, _first_field(stage))
    if stage.has_challenges:
        entries.number_entries(tournament, 1)
        ladder_log.begin_ladder(stage, now, by)
    set_going(stage, now)
    return tournament


def set_going(stage: Stage, now: datetime) -> None:
    """A stage whose field stands begins; in an automatic tournament its first round is paired at once."""
    stage.state = StageState.RUNNING
    stage.save(update_fields=["state"])
    clockwork.plan_pairing(stage, 1, now)


@transaction.atomic
def finish_stage(*, stage: Stage, now: datetime, by: User | None = None, reason: str = "") -> Stage:
    """A stage is over; after the last one the tournament is. Ending it again changes nothing. Locks the tournament."""
    tournament = Tournament.objects.select_for_update().get(pk=stage.tournament_id)
    ended = Stage.objects.filter(pk=stage.pk, state=StageState.RUNNING).update(state=StageState.FINISHED)
    stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
    if ended:
        _record(tournament, "stage.finish", by, now, after={"stage": stage.number}, reason=reason)
        _finish_if_last(tournament, now, by, reason)
    return stage


def leave_out(stage: Stage, now: datetime, by: User | None, reason: str) -> None:
    """A stage that waits is not played. Called with stage and tournament locked."""
    stage.state = StageState.FINISHED
    stage.save(update_fields=["state"])
    _record(stage.tournament, "stage.leave_out", by, now, after={"stage": stage.number}, reason=reason)
    _finish_if_last(stage.tournament, now, by, reason)


def _finish_if_last(tournament: Tournament, now: datetime, by: User | None, reason: str) -> None:
    if not tournament.stages.exclude(state=StageState.FINISHED).exists():
        finish(tournament=tournament, now=now, by=by, reason=reason)


@transaction.atomic
def finish(*, tournament: Tournament, now: datetime, by: User | None = None, reason: str = "") -> Tournament:
    """End a running tournament: the standings after its last closed round are final.

    Locks the tournament row. Raises Refusal while a round is open.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.state != TournamentState.RUNNING:
        raise Refusal(_("Only a running tournament can be finished."), "not_running")
    for stage in tournament.stages.select_related("tournament"):
        ladders.call_off_unanswered(stage, now)
    unfinished = Round.objects.filter(stage__tournament=tournament).exclude(
        state__in=(RoundState.CLOSED, RoundState.SEALED)
    )
    if unfinished.exists():
        raise Refusal(_("A round is still open."), "round_open")
    tournament.stages.filter(state=StageState.RUNNING).update(state=StageState.FINISHED)
    tournament.state, tournament.finished_at = TournamentState.FINISHED, now
    tournament.save(update_fields=["state", "finished_at"])
    _record(tournament, "tournament.finish", by, now, reason=reason)
    ratings.promise_list(
        variant=tournament.variant,
        occasion=f"tournament:{tournament.public_id}",
        label=tournament.name,
        as_of=now + timedelta(microseconds=1),
    )
    return tournament


def reopen_stage(stage: Stage, now: datetime, by: User | None, reason: str) -> None:
    """A stage that was over is played on, and its tournament with it. Called with both locked."""
    tournament = stage.tournament
    stage.state = StageState.RUNNING
    stage.save(update_fields=["state"])
    _record(tournament, "stage.reopen", by, now, after={"stage": stage.number}, reason=reason.strip())
    if tournament.state == TournamentState.FINISHED:
        tournament.state, tournament.finished_at = TournamentState.RUNNING, None
        tournament.save(update_fields=["state", "finished_at"])
        _record(tournament, "tournament.reopen", by, now, reason=reason.strip())
    wake_anew(stage, now)


def wake_anew(stage: Stage, now: datetime) -> None:
    """Let the promises of a stage be made anew, where one that was kept came to nothing. Called with it locked."""
    stage.version += 1
    stage.save(update_fields=["version"])
    clockwork.wake(stage, now)


def dispute(stage: Stage, comes: Sequence[Entry], goes: Sequence[Entry], is_right: bool = False) -> None:
    """Note who should be in the field of a stage that has begun, and who should not (nobody: in another order); or that
    it is right."""
    said = {"in": [entry.public_id for entry in comes], "out": [entry.public_id for entry in goes]}
    stage.disputed = {} if is_right else said
    stage.save(update_fields=["disputed"])


def draw_up(stage: Stage, field: Sequence[Qualified]) -> None:
    """Write the field of a stage once for all: seeds as they stand, groups by snake or by lot. Called with the stage
    locked. Raises Refusal where there are too few for it, Invalid for a setting that such a field does not allow."""
    if len(field) < LEAST:
        raise Refusal(_("A stage needs at least two entries."), "too_few")
    groups = _groups(stage, len(field))
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=one.entry, seed=seed, group=groups.get(seed, 0), carried=one.carried)
        for seed, one in enumerate(field, 1)
    )
    try:
        facts.rounds_of(stage)
    except BadBracket as bad:
        raise Invalid(bad.field, str(bad)) from bad


def _first_field(stage: Stage) -> list[Qualified]:
    """The field of a first stage that nobody enters later: who is checked in, in start order."""
    entries.number_entries(stage.tournament, 1)
    present = stage.tournament.entries.filter(status=EntryStatus.CHECKED_IN).order_by("tpn")
    return [Qualified(entry) for entry in present]


def _groups(stage: Stage, count: int) -> dict[int, int]:
    """The group of each seed; none where the stage has no groups."""
    number = int(stage.settings.get("groups", 1))
    if number < 2:
        return {}
    if count < LEAST * number:
        said = {"n": count, "groups": number}
        raise Refusal(_("%(n)d entries do not fill %(groups)d groups of at least two.") % said, "too_few")
    is_lot = stage.settings.get("draw") == "lot"
    found = round_robin.by_lot(count, number, stage.seed) if is_lot else round_robin.snake(count, number)
    return {seed: group for group, seeds in enumerate(found, 1) for seed in seeds}


def _record(tournament: Tournament, action: str, by: User | None, now: datetime, **changes: Any) -> None:
    audit.record(actor=by, action=action, target=f"tournament:{tournament.public_id}", now=now, **changes)
