"""Where online and in person are mixed: who is not in the hall, and which match is played at a live table."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from tournaments.models import Entry, Match, Mode, Round, RoundState
from tournaments.services.errors import Refusal


@transaction.atomic
def set_remote(*, entry: Entry, is_remote: bool, now: datetime, by: User | None = None) -> Entry:
    """The entry plays online, or in the hall: its matches from the next pairing on are played at live tables, or not.

    Locks its row. Raises Refusal where the tournament is not mixed.
    """
    entry = Entry.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=entry.pk)
    _require_mixed(entry.tournament.mode)
    if entry.is_remote != is_remote:
        entry.is_remote = is_remote
        entry.save(update_fields=["is_remote"])
        change = {"entry": entry.public_id, "is_remote": is_remote}
        target = f"tournament:{entry.tournament.public_id}"
        audit.record(actor=by, action="entry.venue", target=target, now=now, after=change)
    return entry


@transaction.atomic
def set_live(*, match: Match, is_live: bool, now: datetime, by: User | None = None) -> Match:
    """This match is played at a live table, or in person, whoever plays it. Locks the round.

    Raises Refusal where the tournament is not mixed, or once the round runs.
    """
    rnd = Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=match.round_id)
    _require_mixed(rnd.stage.tournament.mode)
    if rnd.state not in (RoundState.DRAFT, RoundState.PUBLISHED):
        raise Refusal(_("The round has begun: its tables are set up."), "running")
    match = Match.objects.get(pk=match.pk)
    if match.is_live != is_live:
        match.is_live = is_live
        match.save(update_fields=["is_live"])
        target = f"match:{match.public_id}"
        audit.record(actor=by, action="match.venue", target=target, now=now, after={"is_live": is_live})
    return match


def _require_mixed(mode: str) -> None:
    if mode != Mode.MIXED:
        raise Refusal(_("Only a tournament that mixes online and in person has both."), "not_mixed")
