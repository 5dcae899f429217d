"""Enter the members of a club who were ticked as tonight's players, all together."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from clubs import selectors as clubs
from tournaments.entries.services import entering
from tournaments.errors import Invalid
from tournaments.event.selectors import sitters
from tournaments.models import Entry, EntryMember, EntryStatus, Tournament

MOST = 500  # at a time


@dataclass(frozen=True, slots=True)
class Ticked:
    """The outcome: the new entries in the order of their names, and the number of ticked members who were entered
    already."""

    entries: tuple[Entry, ...]
    known: int

    @property
    def away(self) -> list[str]:
        """The new entrants who have no account, and so cannot play at a live table."""
        return [user.name for entry in self.entries for user in sitters.kept_away(entry)]

    @property
    def waiting(self) -> int:
        """The number of new entries that wait for a place."""
        return sum(entry.status == EntryStatus.WAITING for entry in self.entries)


@transaction.atomic
def enter_members(*, tournament: Tournament, people: Collection[str], now: datetime, by: User | None = None) -> Ticked:
    """Enter members of the tournament's club (by public id) who are not entered yet, in the order of their names; those
    over the capacity wait, the others are here if the tournament runs. All or nothing. Locks the tournament row. Raises
    Invalid for nobody, too many, and somebody who is no member, and what `entering.enter` raises."""
    wanted = set(people)
    if not wanted:
        raise Invalid("people", _("Tick somebody first."))
    if len(wanted) > MOST:
        raise Invalid("people", _("At most %(most)d go at a time.") % {"most": MOST})
    tournament = entering.open_to_enter(tournament, now, by)
    members = list(clubs.players(tournament.club).filter(public_id__in=wanted).order_by("name", "pk"))
    if len(members) != len(wanted):
        words = _("Somebody you ticked is no member of %(club)s, or not any more: look again.")
        raise Invalid("people", words % {"club": tournament.club.name})
    within = EntryMember.objects.filter(tournament=tournament, user__in=members)
    known = set(within.values_list("user", flat=True))
    fresh = [user for user in members if user.pk not in known]
    entries = [entering.enter(tournament=tournament, user=user, now=now, by=by) for user in fresh]
    return Ticked(tuple(entering.late_are_here(tournament, entries, now, by)), len(known))
