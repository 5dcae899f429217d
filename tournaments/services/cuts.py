"""From one stage to the next: who goes on is shown first, confirmed, and can be taken back until it is published."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from duework import services as duework
from tournaments.formats import REST
from tournaments.formats.cuts import BadCut
from tournaments.models import Entry, RoundState, Stage, StageState, TournamentState
from tournaments.selectors import cuts
from tournaments.services import clockwork, stages
from tournaments.services.errors import Conflict, Invalid, Refusal


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
    if stage.tournament.state != TournamentState.RUNNING or not cuts.is_cut_due(stage):
        raise Refusal(_("The stage before is not over yet."), "source_open")
    if decided and not reason.strip():
        raise Invalid("reason", _("Say how those who are equal were put in order."))
    found = preview_cut(stage=stage, decided=decided)
    if found.play_offs:
        names = "; ".join(", ".join(entry.name for entry in one.entries) for one in found.play_offs)
        raise Refusal(_("Equal at the cut, a play-off decides: %(names)s.") % {"names": names}, "play_off")
    if found.digest != digest:
        raise Conflict(_("The standings have changed meanwhile: look again."))
    stages.draw_up(stage, [stages.Qualified(line.entry, line.carried) for line in found.lines])
    after = {
        "stage": stage.number,
        "seeds": [line.entry.public_id for line in found.lines],
        "carried": [line.carried for line in found.lines],
        "decided": [[entry.public_id for entry in order] for order in decided],
    }
    _record(stage, "stage.cut", by, now, after=after, reason=reason.strip())
    stages.set_going(stage, now)
    return stage


@transaction.atomic
def undo_cut(*, stage: Stage, now: datetime, by: User | None = None, reason: str = "") -> Stage:
    """Take the field of a stage back, with a draft of its first round if there is one; it waits again.

    Locks stage and tournament. Raises Refusal once its first round is published, or where nobody chose its field.
    """
    stage = _locked(stage)
    if stage.state != StageState.RUNNING or stage.source_id is None:
        raise Refusal(_("There is nothing to take back."), "not_cut")
    if stage.rounds.exclude(state=RoundState.DRAFT).exists():
        raise Refusal(_("The first round of this stage is published: it stands."), "published")
    return take_back(stage, now, by, reason)


def take_back(stage: Stage, now: datetime, by: User | None, reason: str) -> Stage:
    """A stage in which nobody has played yet waits again, without its field and its rounds. Locks stage and
    tournament."""
    stage = _locked(stage)
    before = {"stage": stage.number, "seeds": [one.entry.public_id for one in stage.field.select_related("entry")]}
    duework.cancel(key=clockwork.pairing_key(stage, 1))
    stage.rounds.all().delete()
    stage.field.all().delete()
    stage.state, stage.version = StageState.WAITING, stage.version + 1
    stage.save(update_fields=["state", "version"])
    _record(stage, "stage.undo_cut", by, now, before=before, reason=reason.strip())
    return stage


def preview_cut(*, stage: Stage, decided: Sequence[Sequence[Entry]] = ()) -> cuts.CutPreview:
    """Who would go on. Writes nothing. Raises Invalid for a feed that cannot be."""
    try:
        return cuts.preview_cut(stage, decided)
    except BadCut as bad:
        raise Invalid(bad.field, str(bad)) from bad


@transaction.atomic
def skip_stage(*, stage: Stage, now: datetime, by: User | None = None, reason: str = "") -> Stage:
    """Do without a stage that waits, such as a cup for a rest of one; after the last stage the tournament is over.

    Locks stage and tournament. Raises Refusal for a stage that does not wait, or while its source is not over.
    """
    stage = _locked(stage)
    if not cuts.is_cut_due(stage):
        raise Refusal(_("Only a stage that is next can be left out."), "not_waiting")
    stages.leave_out(stage, now, by, reason)
    return stage


def go_on(stage: Stage, now: datetime) -> None:
    """After a stage of an automatic tournament the next ones begin by themselves, or are left out where less than two
    would play; a play-off waits for the director. Those that take the rest come last."""
    if stage.state != StageState.FINISHED or not clockwork.is_automatic(stage):
        return
    for follower in sorted(cuts.waiting_stages(stage), key=lambda one: one.feed["take"] == REST):
        found = preview_cut(stage=follower)
        if len(found.lines) < stages.LEAST and not found.play_offs:
            stages.leave_out(follower, now, None, _("Too few for it."))
        elif not found.play_offs:
            cut_stage(stage=follower, digest=found.digest, now=now)


def _locked(stage: Stage) -> Stage:
    found = Stage.objects.select_for_update(of=("self", "tournament")).select_related("tournament", "source")
    return found.get(pk=stage.pk)


def _record(stage: Stage, action: str, by: User | None, now: datetime, **facts: Any) -> None:
    audit.record(actor=by, action=action, target=f"tournament:{stage.tournament.public_id}", now=now, **facts)
