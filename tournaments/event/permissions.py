"""Permissions of a tournament, by the club's roles."""

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.second_factor import services as second_factor
from clubs import selectors as clubs
from clubs.models import Club, Role
from tournaments.models import Entry, Match, Tournament

Somebody = User | AnonymousUser


def may_direct(user: Somebody, tournament: Tournament) -> bool:
    """May this person pair, publish, check in and enter results here?"""
    return second_factor.acts_as_administrator(user) or _role(user, tournament.club) in clubs.DIRECTORS


def may_organise(user: Somebody, tournament: Tournament) -> bool:
    """May this person change the conditions of this tournament?"""
    return second_factor.acts_as_administrator(user) or _role(user, tournament.club) == Role.ORGANISER


def may_organise_for(user: Somebody, club: Club) -> bool:
    """May this person create tournaments and seasons of this club?"""
    return second_factor.acts_as_administrator(user) or _role(user, club) == Role.ORGANISER


def require_organiser_of(user: Somebody, club: Club) -> None:
    """Raise PermissionDenied, which names whom to ask."""
    if not may_organise_for(user, club):
        raise PermissionDenied(second_factor.refusal(user, ask_officials(club)))


def rights(user: Somebody, tournament: Tournament) -> dict[str, bool]:
    """`may_direct` and `may_organise` for a page, by one query."""
    role = Role.ORGANISER if second_factor.acts_as_administrator(user) else _role(user, tournament.club)
    return {"may_direct": role in clubs.DIRECTORS, "may_organise": role == Role.ORGANISER}


def plays_in(user: Somebody, match: Match) -> bool:
    """Is this person on a side of this match?"""
    members = (member for entry in match.entries for member in entry.members.all())
    return any(member.user_id == user.pk for member in members)


def require_director(user: Somebody, tournament: Tournament) -> None:
    """Raise PermissionDenied, which names whom to ask."""
    if not may_direct(user, tournament):
        raise PermissionDenied(second_factor.refusal(user, ask_officials(tournament.club)))


def require_judge(user: Somebody, match: Match) -> None:
    """Raise PermissionDenied for a stranger, and for an official who plays there."""
    require_director(user, match.round.stage.tournament)
    if plays_in(user, match):
        raise PermissionDenied(_("You cannot rule at your own table: ask another official."))


def require_organiser(user: Somebody, tournament: Tournament) -> None:
    """Raise PermissionDenied, which names whom to ask."""
    if not may_organise(user, tournament):
        raise PermissionDenied(second_factor.refusal(user, ask_officials(tournament.club)))


def may_lead(user: Somebody, entry: Entry) -> bool:
    """May this person name the line-up of a team: its captain, or an official?"""
    is_captain = user.is_authenticated and entry.members.filter(user=user, is_captain=True).exists()
    return is_captain or may_direct(user, entry.tournament)


def plays_for(user: Somebody, entry: Entry) -> bool:
    """Is this person a member of the entry?"""
    return user.is_authenticated and entry.members.filter(user=user).exists()


def require_own(user: Somebody, entry: Entry) -> None:
    """Raise PermissionDenied, which names whom to ask, for everybody except the entry's members and officials."""
    if not plays_for(user, entry) and not may_direct(user, entry.tournament):
        raise PermissionDenied(second_factor.refusal(user, ask_officials(entry.tournament.club)))


def require_captain(user: Somebody, entry: Entry) -> None:
    """Raise PermissionDenied, which names whom to ask."""
    if not may_lead(user, entry):
        raise PermissionDenied(second_factor.refusal(user, ask_officials(entry.tournament.club)))


def _role(user: Somebody, club: Club) -> str | None:
    """The role in a club, cached on the user object, so that it is queried once for each request."""
    known: dict[int, str | None] = user.__dict__.setdefault("_club_roles", {})
    if club.pk not in known:
        known[club.pk] = clubs.role_of(user, club)
    return known[club.pk]


def ask_officials(club: Club) -> str:
    names = ", ".join(str(user) for user in clubs.shown_officials(club, [Role.ORGANISER]))
    return _("This is for the officials of %(club)s. Ask %(names)s.") % {"club": club.name, "names": names}
