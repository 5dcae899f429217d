"""Stages and the tournament itself: begin, qualify entries of one stage for the next, end."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from duework import services as duework
from ratings.services import schedule as list_schedule
from tournaments.entries.services import entering
from tournaments.errors import Conflict, Invalid, NeedsReason, Refusal
from tournaments.event.selectors import finding
from tournaments.event.services import schedule
from tournaments.event.services.acts import record_tournament
from tournaments.formats import FORMATS, REST
from tournaments.formats.qualifying.cuts import BadCut
from tournaments.ladders.services import challenges, log
from tournaments.matches.selectors import end_waits
from tournaments.matches.services.writing import refuse_cases
from tournaments.models import (
    Entry,
    EntryStatus,
    RoundState,
    Stage,
    StageEntry,
    StageState,
    Tournament,
    TournamentState,
)
from tournaments.pairing import round_robin
from tournaments.pairing.bracket import BadBracket
from tournaments.stages import selectors
from tournaments.standings.selectors.rows import facts as standings_facts

LEAST = 2  # entries in a stage and in each of its groups


@dataclass(frozen=True, slots=True)
class Qualified:
    """An entry in the field of a stage, and the points that it carries over."""

    entry: Entry
    carried: int = 0


@transaction.atomic
def begin(
    *, tournament: Tournament, now: datetime, by: User | None = None, automatic: bool | None = None
) -> Tournament:
    """Close the entries and begin: with `automatic`, round 1 is paired at once and each later round automatically.

    It is rated if its club is approved now. Locks the tournament row. Raises Refusal when it has begun, or with fewer
    than two entries checked in.
    """
    tournament = Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=tournament.pk)
    if tournament.state != TournamentState.OPEN:
        raise Refusal(_("This tournament has already begun."), "begun")
    if tournament.entries.filter(status=EntryStatus.CHECKED_IN).count() < LEAST:
        raise Refusal(_("A tournament needs at least two entries that are checked in."), "too_few")
    if automatic is not None:
        tournament.settings = {**tournament.settings, "automatic": automatic}
    tournament.state = TournamentState.RUNNING
    tournament.starts_at = tournament.starts_at or now
    tournament.is_rated = tournament.club.is_approved
    tournament.save(update_fields=["state", "settings", "starts_at", "is_rated"])
    record_tournament(tournament, "tournament.begin", by, now)
    stage = tournament.stages.select_related("tournament").get(number=1)
    if FORMATS[stage.format].is_fixed:
        draw_up(stage, _first_field(stage))
    if stage.has_challenges:
        entering.number_entries(tournament, 1)
        log.begin_ladder(stage, now, by)
    set_going(stage, now)
    return tournament


def set_going(stage: Stage, now: datetime) -> None:
    """Begin a stage whose field is settled; in an automatic tournament its first round is paired at once."""
    stage.state = StageState.RUNNING
    stage.save(update_fields=["state"])
    schedule.plan_pairing(stage, 1, now)


@transaction.atomic
def finish_stage(
    *, stage: Stage, now: datetime, by: User | None = None, reason: str = "", is_asked: bool = False
) -> Stage:
    """End a stage, and after the last one the tournament, if it ends automatically or its end `is_asked` for, and
    nothing keeps it open. Ending it again changes nothing. Locks the tournament."""
    tournament = Tournament.objects.select_for_update().get(pk=stage.tournament_id)
    ended = Stage.objects.filter(pk=stage.pk, state=StageState.RUNNING).update(state=StageState.FINISHED)
    stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
    if ended:
        record_tournament(tournament, "stage.finish", by, now, after={"stage": stage.number}, reason=reason)
        _finish_if_last(tournament, now, by, reason, is_asked)
    return stage


def end_stage(stage: Stage, now: datetime, reason: str = "", by: User | None = None) -> None:
    """End a stage; in an automatic tournament the stages that it feeds begin."""
    go_on(finish_stage(stage=stage, now=now, by=by, reason=reason), now)


def end_played(stage: Stage, now: datetime, reason: str = "", by: User | None = None) -> None:
    """End a stage whose last round is closed, so that entries can qualify for the stages that it feeds. A last stage
    stays open until somebody confirms the standings, adds a round or a knockout, unless the event ends by itself."""
    if schedule.ends_by_itself(stage.tournament) or stage.followers.exists():
        end_stage(stage, now, reason, by)


def leave_out(stage: Stage, now: datetime, by: User | None, reason: str) -> None:
    """Leave out a waiting stage. Called with stage and tournament locked."""
    stage.state = StageState.FINISHED
    stage.save(update_fields=["state"])
    record_tournament(stage.tournament, "stage.leave_out", by, now, after={"stage": stage.number}, reason=reason)
    _finish_if_last(stage.tournament, now, by, reason)


def _finish_if_last(
    tournament: Tournament, now: datetime, by: User | None, reason: str, is_asked: bool = False
) -> None:
    """End a tournament after its last stage, if it ends automatically or that `is_asked` for, and nothing keeps it
    open."""
    is_played = not tournament.stages.exclude(state=StageState.FINISHED).exists()
    if is_played and (is_asked or schedule.ends_by_itself(tournament)) and not end_waits(tournament):
        finish(tournament=tournament, now=now, by=by, reason=reason)


def finish_after_desk(tournament: Tournament, now: datetime) -> None:
    """After the last open case or appeal is decided, end a tournament that ends automatically and whose stages are all
    over. Locks the tournament row."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.state == TournamentState.RUNNING:
        _finish_if_last(tournament, now, None, "")


@transaction.atomic
def finish(*, tournament: Tournament, now: datetime, by: User | None = None, reason: str = "") -> Tournament:
    """End a running tournament: the standings after its last closed round are final.

    Locks the tournament row. Raises Refusal while a round or a case is open, NeedsReason while an appeal waits: its
    decision may change the standings.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.state != TournamentState.RUNNING:
        raise Refusal(_("Only a running tournament can be finished."), "not_running")
    for stage in tournament.stages.select_related("tournament"):
        challenges.call_off_unanswered(stage, now)
    waits = end_waits(tournament)
    if waits.rounds:
        raise Refusal(_("A round is still open."), "round_open")
    refuse_cases(waits)
    if waits.appeals and not reason.strip():
        words = _("An appeal is not decided yet: %(words)s. Decide it on the director’s desk first.")
        raise NeedsReason(
            _("Or enter why the tournament ends before that."), [words % {"words": one.appeal} for one in waits.appeals]
        )
    tournament.stages.filter(state=StageState.RUNNING).update(state=StageState.FINISHED)
    tournament.state, tournament.finished_at = TournamentState.FINISHED, now
    tournament.save(update_fields=["state", "finished_at"])
    record_tournament(tournament, "tournament.finish", by, now, reason=reason)
    as_of = now + timedelta(microseconds=1)
    list_schedule.plan_list(
        variant=tournament.variant, occasion=finding.list_occasion(tournament), label=tournament.name, as_of=as_of
    )
    return tournament


def reopen_tournament(tournament: Tournament, now: datetime, by: User | None, reason: str) -> None:
    """Reopen a finished tournament, and take back the rating list that was published at its end. Called with it
    locked."""
    tournament.state, tournament.finished_at = TournamentState.RUNNING, None
    tournament.save(update_fields=["state", "finished_at"])
    record_tournament(tournament, "tournament.reopen", by, now, reason=reason.strip())
    list_schedule.take_back_list(variant=tournament.variant, occasion=finding.list_occasion(tournament))


def reopen_stage(stage: Stage, now: datetime, by: User | None, reason: str) -> None:
    """Reopen a finished stage, and its tournament with it. Called with both locked."""
    tournament = stage.tournament
    stage.state = StageState.RUNNING
    stage.save(update_fields=["state"])
    record_tournament(tournament, "stage.reopen", by, now, after={"stage": stage.number}, reason=reason.strip())
    if tournament.state == TournamentState.FINISHED:
        reopen_tournament(tournament, now, by, reason)
    wake_anew(stage, now)


def wake(stage: Stage, now: datetime) -> None:
    """Schedule the next step of a tournament that has become automatic; if no step is due, nothing is scheduled."""
    is_running = stage.tournament.state == TournamentState.RUNNING and stage.state == StageState.RUNNING
    if not is_running or not schedule.is_automatic(stage):
        return
    step = standings_facts.next_step(stage)
    if step.step == "pair":
        schedule.plan_pairing(stage, step.number, now)
    elif step.step == "publish":
        schedule.plan_publishing(stage.rounds.order_by("number")[step.number - 1], now)


def wake_anew(stage: Stage, now: datetime) -> None:
    """Schedule the due work of a stage again, after the earlier work was done without effect. Called with it locked."""
    stage.version += 1
    stage.save(update_fields=["version"])
    wake(stage, now)


def dispute(stage: Stage, comes: Sequence[Entry], goes: Sequence[Entry], is_right: bool = False) -> None:
    """Note which entries should be in the field of a stage that has begun, and which should not (none: only the order
    is wrong); or that the field is right."""
    said = {"in": [entry.public_id for entry in comes], "out": [entry.public_id for entry in goes]}
    stage.disputed = {} if is_right else said
    stage.save(update_fields=["disputed"])


def draw_up(stage: Stage, field: Sequence[Qualified]) -> None:
    """Write the final field of a stage: seeds in the given order, groups by snake or by lot. Called with the stage
    locked. Raises Refusal where there are too few for it, Invalid for a setting that such a field does not allow."""
    if len(field) < LEAST:
        raise Refusal(_("A stage needs at least two entries."), "too_few")
    groups = _groups(stage, len(field))
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=one.entry, seed=seed, group=groups.get(seed, 0), carried=one.carried)
        for seed, one in enumerate(field, 1)
    )
    try:
        standings_facts.rounds_of(stage)
    except BadBracket as bad:
        raise Invalid(bad.field, str(bad)) from bad


def _first_field(stage: Stage) -> list[Qualified]:
    """The field of a first stage that accepts no later entries: the checked-in entries, in start order."""
    entering.number_entries(stage.tournament, 1)
    present = stage.tournament.entries.filter(status=EntryStatus.CHECKED_IN).order_by("tpn")
    return [Qualified(entry) for entry in present]


def _groups(stage: Stage, count: int) -> dict[int, int]:
    """The group of each seed; none if the stage has no groups."""
    number = int(stage.settings.get("groups", 1))
    if number < 2:
        return {}
    if count < LEAST * number:
        said = {"n": count, "groups": number}
        raise Refusal(_("%(n)d entries do not fill %(groups)d groups of at least two.") % said, "too_few")
    is_lot = stage.settings.get("draw") == "lot"
    found = round_robin.by_lot(count, number, stage.seed) if is_lot else round_robin.snake(count, number)
    return {seed: group for group, seeds in enumerate(found, 1) for seed in seeds}


@transaction.atomic
def cut_stage(
    *,
    stage: Stage,
    digest: str,
    now: datetime,
    by: User | None = None,
    decided: Sequence[Sequence[Entry]] = (),
    reason: str = "",
) -> Stage:
    """Draw up a stage from the final standings of the stage that feeds it, and let it begin.

    `digest` is that of the preview (`preview_cut`) which the caller has seen; `decided` are the orders of
    play-offs that are over, which need a reason (how they were decided). Locks stage and tournament. Raises Conflict
    when the standings have changed since or the stage has begun, Refusal while its source is not over or a play-off is
    open, Invalid for a feed that cannot be.
    """
    stage = _locked(stage)
    if stage.state != StageState.WAITING:
        raise Conflict(_("This stage has begun already."))
    if stage.tournament.state != TournamentState.RUNNING or not selectors.is_cut_due(stage):
        raise Refusal(_("The stage before is not over yet."), "source_open")
    if decided and not reason.strip():
        raise Invalid("reason", _("Enter how the equal entries were put in order."))
    found = preview_cut(stage=stage, decided=decided)
    if found.play_offs:
        names = "; ".join(", ".join(entry.name for entry in one.entries) for one in found.play_offs)
        raise Refusal(_("Equal at the cut, a play-off decides: %(names)s.") % {"names": names}, "play_off")
    if found.digest != digest:
        raise Conflict(_("The standings have changed meanwhile: look again."))
    draw_up(stage, [Qualified(line.entry, line.carried) for line in found.lines])
    after = {
        "stage": stage.number,
        "seeds": [line.entry.public_id for line in found.lines],
        "carried": [line.carried for line in found.lines],
        "decided": [[entry.public_id for entry in order] for order in decided],
    }
    _record_cut(stage, "stage.cut", by, now, after=after, reason=reason.strip())
    set_going(stage, now)
    return stage


@transaction.atomic
def undo_cut(*, stage: Stage, now: datetime, by: User | None = None, reason: str = "") -> Stage:
    """Remove the field of a stage, and a draft of its first round; the stage waits again.

    Locks stage and tournament. Raises Refusal once its first round is published, or where nobody chose its field.
    """
    stage = _locked(stage)
    if stage.state != StageState.RUNNING or stage.source_id is None:
        raise Refusal(_("There is nothing to take back."), "not_cut")
    if stage.rounds.exclude(state=RoundState.DRAFT).exists():
        raise Refusal(_("The first round of this stage is published: it stands."), "published")
    return take_back(stage, now, by, reason)


def take_back(stage: Stage, now: datetime, by: User | None, reason: str) -> Stage:
    """Reset a stage in which nobody has played yet: it waits again, without its field and its rounds. Locks stage and
    tournament."""
    stage = _locked(stage)
    before = {"stage": stage.number, "seeds": [one.entry.public_id for one in stage.field.select_related("entry")]}
    duework.cancel(key=schedule.pairing_key(stage, 1))
    stage.rounds.all().delete()
    stage.field.all().delete()
    stage.state, stage.version = StageState.WAITING, stage.version + 1
    stage.save(update_fields=["state", "version"])
    _record_cut(stage, "stage.undo_cut", by, now, before=before, reason=reason.strip())
    return stage


def preview_cut(*, stage: Stage, decided: Sequence[Sequence[Entry]] = ()) -> selectors.CutPreview:
    """Preview which entries would qualify. Writes nothing. Raises Invalid for an impossible feed."""
    try:
        return selectors.preview_cut(stage, decided)
    except BadCut as bad:
        raise Invalid(bad.field, str(bad)) from bad


@transaction.atomic
def skip_stage(*, stage: Stage, now: datetime, by: User | None = None, reason: str = "") -> Stage:
    """Skip a waiting stage, such as a cup for a rest of one; after the last stage the tournament is over.

    Locks stage and tournament. Raises Refusal for a stage that does not wait, or while its source is not over.
    """
    stage = _locked(stage)
    if not selectors.is_cut_due(stage):
        raise Refusal(_("Only a stage that is next can be left out."), "not_waiting")
    leave_out(stage, now, by, reason)
    return stage


def go_on(stage: Stage, now: datetime) -> None:
    """After a stage of an automatic tournament, begin the stages that it feeds, or leave out those with fewer than two
    entries; a play-off waits for the director. Those that take the rest come last."""
    if stage.state != StageState.FINISHED or not schedule.is_automatic(stage):
        return
    for follower in sorted(selectors.waiting_stages(stage), key=lambda one: one.feed["take"] == REST):
        found = preview_cut(stage=follower)
        if len(found.lines) < LEAST and not found.play_offs:
            leave_out(follower, now, None, _("Too few for it."))
        elif not found.play_offs:
            cut_stage(stage=follower, digest=found.digest, now=now)


def _locked(stage: Stage) -> Stage:
    found = Stage.objects.select_for_update(of=("self", "tournament")).select_related("tournament", "source")
    return found.get(pk=stage.pk)


def _record_cut(stage: Stage, action: str, by: User | None, now: datetime, **facts: Any) -> None:
    audit.record(actor=by, action=action, target=f"tournament:{stage.tournament.public_id}", now=now, **facts)
