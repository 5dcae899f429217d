"""Announce something to the players, and take it back."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from notices.services import forgetting
from quotas import services as quotas
from quotas.acts import ANNOUNCE
from tournaments.errors import Invalid
from tournaments.event.selectors.finding import people
from tournaments.event.services.acts import record_tournament
from tournaments.event.services.notices import tell_entries
from tournaments.models import GONE, Announcement, Entry, Tournament

MOST_WORDS = 500


@transaction.atomic
def announce(
    *,
    tournament: Tournament,
    words: str,
    now: datetime,
    by: User,
    round_number: int | None = None,
    table_no: int | None = None,
) -> Announcement:
    """Announce something to all players of a tournament, to those of a round, or to those at one table of a round.
    Players on the waiting list get what goes to all. Locks the tournament. Raises Invalid for an empty or too long
    text, or a round or table that does not exist; LimitReached."""
    said = " ".join(words.split())
    if not said or len(said) > MOST_WORDS or not said.isprintable():
        raise Invalid("words", _("Write 1 to %(n)d letters.") % {"n": MOST_WORDS})
    tournament = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament.pk)
    quotas.take(ANNOUNCE, now=now, account=by.pk, club=tournament.club_id)
    entries = list(_entries(tournament, round_number, table_no))
    made = Announcement.objects.create(
        tournament=tournament, round_number=round_number, table_no=table_no, words=said, by=by, at=now
    )
    made.told = tell_entries(_key(made), "announcement", entries, now, by, words=said)
    made.save(update_fields=["told"])
    after = {"announcement": made.public_id, "round": round_number, "table": table_no, "told": made.told}
    record_tournament(tournament, "announcement.make", by, now, after=after)
    return made


@transaction.atomic
def take_back(*, announcement: Announcement, now: datetime, by: User) -> Announcement:
    """Take an announcement off the pages, delete its notices from the inboxes, and stop its mail that still waits. A
    repeat changes nothing. Locks it."""
    found = Announcement.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=announcement.pk)
    if found.taken_back_at is not None:
        return found
    found.taken_back_at = now
    found.save(update_fields=["taken_back_at"])
    forgetting.take_back(key=_key(found))
    after = {"announcement": found.public_id}
    record_tournament(found.tournament, "announcement.take_back", by, now, after=after)
    return found


def _key(one: Announcement) -> str:
    return f"announcement:{one.public_id}"


def _entries(tournament: Tournament, round_number: int | None, table_no: int | None) -> Iterable[Entry]:
    found = tournament.entries.exclude(status__in=GONE).select_related("tournament").prefetch_related(people())
    if round_number is None:
        if table_no is not None:
            raise Invalid("round_number", _("Say of which round the table is."))
        return found
    found = found.filter(seats__round__number=round_number, seats__round__published_at__isnull=False)
    if table_no is not None:
        found = found.filter(seats__side__match__table_no=table_no, seats__round__number=round_number)
    if not found:
        field = "round_number" if table_no is None else "table_no"
        raise Invalid(field, _("Nobody plays there."))
    return found.distinct()
