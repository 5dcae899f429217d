"""Read announcements."""

from django.db.models import QuerySet

from tournaments.models import Announcement, Tournament

SHOWN = 5


def announcements(tournament: Tournament) -> QuerySet[Announcement]:
    """The announcements of a tournament, except those that were taken back, the latest first."""
    return tournament.announcements.filter(taken_back_at=None).select_related("by")


def for_all(tournament: Tournament) -> list[Announcement]:
    """The latest announcements to everybody, for the page of the tournament."""
    return list(announcements(tournament).filter(round_number=None)[:SHOWN])
