"""Turn a published round back into a draft, as long as nobody has begun to play in it."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from duework import services as duework
from games.live.store import logbook
from games.services import tables as table_services
from tournaments.duplicate import selectors as duplicate
from tournaments.errors import Conflict, Refusal
from tournaments.event.selectors import finding
from tournaments.event.services import notices
from tournaments.matches.services.writing import EMPTY, NO_RESULT
from tournaments.models import (
    Appointment,
    AppointmentState,
    Match,
    MatchSide,
    MatchState,
    Round,
    RoundState,
    TournamentState,
)
from tournaments.rounds.services import editing
from tournaments.tables import selectors as tables

PUBLIC = (RoundState.PUBLISHED, RoundState.RUNNING)


@transaction.atomic
def unpublish_round(
    *, rnd: Round, version: int | None = None, now: datetime, by: User | None = None, reason: str = ""
) -> Round:
    """Turn a published round that nobody has begun back into a draft. Its live tables are closed, its slips are void
    until it is published again, its due work is forgotten, forfeits of entries that had left when it started are
    undone, and what its players were told of it is taken back.

    Locks the round. Compare-and-swap on `version`, if given: raises Conflict. Raises Refusal, which says why, once
    somebody has begun.
    """
    rnd = Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=rnd.pk)
    if version is not None and rnd.version != version:
        raise Conflict(_("Round %(n)d has changed meanwhile: look again.") % {"n": rnd.number})
    if (refusal := why_not(rnd)) is not None:
        raise refusal
    before = {"state": rnd.state, "tables": tables.tables_of_rounds([rnd])}
    table_services.close_tables(tables=before["tables"])
    if logbook.has_begun(before["tables"]):  # a move that was on its way as we locked the tables
        raise _begun(_("Somebody has moved at a live table"))
    _clear(rnd)
    notices.take_back(rnd)
    rnd.state, rnd.version = RoundState.DRAFT, rnd.version + 1
    rnd.published_at = rnd.started_at = rnd.called_at = None
    rnd.save(update_fields=["state", "version", "published_at", "started_at", "called_at"])
    editing.record_round(rnd, "round.unpublish", by, now, before=before, reason=reason.strip())
    notices.tell(f"round:{rnd.public_id}:taken_back:{rnd.version}", "taken_back", rnd, now, by=by)
    return rnd


def why_not(rnd: Round) -> Refusal | None:
    """The reason why a round cannot be taken back; None if it can."""
    if rnd.stage.has_challenges:
        return Refusal(_("On a ladder no round is published: take the challenge back."), "ladder")
    if rnd.stage.tournament.state != TournamentState.RUNNING:
        return Refusal(_("This tournament is not running."), "not_running")
    if rnd.state == RoundState.DRAFT:
        return Refusal(_("Round %(n)d is not published.") % {"n": rnd.number}, "not_published")
    if rnd.state not in PUBLIC:
        return Refusal(_("Round %(n)d is closed.") % {"n": rnd.number}, "closed")
    if Round.objects.filter(stage__tournament=rnd.stage.tournament, number__gt=rnd.number).exists():
        return Refusal(_("A later round is paired already."), "later_round")
    why = _begun_by(rnd)
    return None if why is None else _begun(why)


def _begun_by(rnd: Round) -> str | None:
    """A sentence that says how a published round has already begun; None if it has not."""
    matches = rnd.matches.all()
    forfeits = matches.filter(state=MatchState.OVER, sides__missing_since__isnull=False)
    if forfeits.exists() or matches.filter(finding.has_result()).exists():
        return _("A result is in")
    if matches.filter(deck_scores__isnull=False).exists():
        return _("The score of a deck is in")
    if matches.filter(slip_reports__isnull=False).exists():
        return _("A slip has been handed in")
    if matches.filter(sheet_lines__isnull=False).exists():
        return _("A score sheet is begun")
    if matches.filter(cases__isnull=False).exists():
        return _("A table has called a director")
    agreed = Q(proposals__isnull=False) | ~Q(state=AppointmentState.OPEN)
    if Appointment.objects.filter(agreed, match__round=rnd).exists():
        return _("Players have proposed times")
    found = tables.tables_of_rounds([rnd])
    if found and duplicate.is_duplicate(rnd.stage):
        return _("Its decks are dealt at live tables")
    return _("Somebody has moved at a live table") if logbook.has_begun(found) else None


def _begun(why: str) -> Refusal:
    return Refusal(_("%(why)s: the round cannot be taken back. A result is corrected instead.") % {"why": why}, "begun")


def _clear(rnd: Round) -> None:
    """Undo what publishing and starting a round have written to its rows."""
    Match.objects.of_boards().filter(round=rnd).delete()
    Appointment.objects.filter(match__round=rnd).delete()
    for match in rnd.matches.all():
        duework.forget(keys=f"match:{match.pk}:")
    Match.objects.filter(round=rnd).update(**NO_RESULT, table="")
    MatchSide.objects.filter(match__round=rnd).update(**EMPTY, missing_since=None)
    duework.forget(keys=f"round:{rnd.pk}:")
