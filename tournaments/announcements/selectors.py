"""Read announcements."""

from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.models import User
from accounts.selectors import with_confirmed_address
from tournaments.models import GONE, Announcement, Tournament

SHOWN = 5


def announcements(tournament: Tournament) -> QuerySet[Announcement]:
    """The announcements of a tournament, except those that were taken back, the latest first."""
    return tournament.announcements.filter(taken_back_at=None).select_related("by")


def for_all(tournament: Tournament) -> list[Announcement]:
    """The latest announcements to everybody, for the page of the tournament."""
    return list(announcements(tournament).filter(round_number=None)[:SHOWN])


@dataclass(frozen=True, slots=True)
class Reach:
    """How many of those who are entered an announcement to all reaches, and how many it does not."""

    told: int
    missed: int


def reach(tournament: Tournament, by: User) -> Reach:
    """Whom an announcement of this person to all reaches: who can sign in finds it among the notices, and a name from a
    list gets a mail if its address is confirmed."""
    there = tournament.entries.exclude(status__in=GONE)
    people = User.objects.filter(entry_members__entry__in=there, house_level="").exclude(pk=by.pk).distinct()
    confirmed = with_confirmed_address(found := list(people))
    told = sum(one.speaks_for_themselves or one.pk in confirmed for one in found)
    return Reach(told, len(found) - told)
