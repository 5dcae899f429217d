"""Reads of consent: which events ask a person, and why a match or an entry is not rated."""

from collections.abc import Sequence

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.models import OVER, EntryMember, Match, MatchState, Tournament


def asked(user: User) -> QuerySet[EntryMember]:
    """The events in which others have entered this person, who has not answered yet, the latest first."""
    found = EntryMember.objects.filter(user=user, accepted_at=None, refused_at=None)
    found = found.exclude(tournament__state__in=OVER)
    return found.select_related("tournament__club", "entry").order_by("-pk")


def asked_in(user: User | AnonymousUser, tournament: Tournament) -> EntryMember | None:
    """This person's membership in a tournament, if others entered them and they have not answered yet."""
    return asked(user).filter(tournament=tournament).first() if isinstance(user, User) else None


def event_words(tournament: Tournament) -> str:
    """The reason why no match of a tournament is rated; empty if its matches are rated."""
    if tournament.counts:
        return ""
    if not tournament.club.is_approved:
        return _("Not rated: the site’s staff have not approved this club yet.")
    return _("Not rated: the site’s staff had not approved this club when it began.")


def match_words(match: Match) -> str:
    """The reason why a finished match is not rated, if consent is missing; else empty."""
    tournament = match.round.stage.tournament
    if match.state != MatchState.OVER:
        return ""
    if said := event_words(tournament):
        return said
    members: Sequence[EntryMember] = [member for side in match.sides.all() for member in side.entry.members.all()]
    silent = [
        str(member.user)
        for member in members
        if member.accepted_at is None or (match.finished_at and member.accepted_at > match.finished_at)
    ]
    if not silent:
        return ""
    return _("Not rated: when it ended, %(names)s had not confirmed to take part.") % {"names": ", ".join(silent)}
