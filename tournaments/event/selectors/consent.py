"""Reads of consent: which events ask a person or do not admit them, and why a match or an entry is not rated."""

from collections.abc import Sequence

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from clubs import selectors as clubs
from tournaments.event.settings import DEFAULTS
from tournaments.models import OVER, EntryMember, Match, MatchState, Tournament


def asked(user: User) -> QuerySet[EntryMember]:
    """The events in which others have entered this person, who has not answered yet, the latest first."""
    found = EntryMember.objects.filter(user=user, accepted_at=None, refused_at=None)
    found = found.exclude(tournament__state__in=OVER)
    return found.select_related("tournament__club", "entry").order_by("-pk")


def asked_in(user: User | AnonymousUser, tournament: Tournament) -> EntryMember | None:
    """This person's membership in a tournament, if others entered them and they have not answered yet."""
    return asked(user).filter(tournament=tournament).first() if isinstance(user, User) else None


def shut_out(user: User | AnonymousUser, tournament: Tournament) -> str:
    """Why this person, if they are no official, cannot enter themselves whatever the time; empty if they can."""
    admits = tournament.settings.get("admits", DEFAULTS["admits"])
    if admits == "invited":
        return _("The officials enter the players of this tournament: ask one of them.")
    if admits == "members" and clubs.role_of(user, tournament.club) is None:
        words = _("Only members of %(club)s enter this tournament: join the club first, or ask an official.")
        return words % {"club": tournament.club.name}
    return ""


def event_words(tournament: Tournament) -> str:
    """The reason why no match of a tournament is rated; empty if its matches are rated."""
    if tournament.counts:
        return ""
    if tournament.is_friendly:
        return _("Not rated: it is a friendly tournament.")
    if tournament.club.is_of_site:
        return _("Not rated: players opened it themselves.")
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
