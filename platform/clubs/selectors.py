"""Reads of clubs: members, invitations, permissions."""

from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q, QuerySet

from accounts.models import User
from clubs.models import INVITED_FOR, Club, Invitation, Membership, Role

DIRECTORS = (Role.DIRECTOR, Role.ORGANISER)


def clubs() -> QuerySet[Club]:
    """All clubs by name, with the number of members."""
    people = Count("memberships", filter=Q(memberships__user__house_level=""))
    return Club.objects.annotate(member_count=people).order_by("name")


def who_approves() -> str:
    """The names of the site's staff, who approve clubs."""
    staff = User.objects.filter(is_staff=True, is_active=True).order_by("name")
    return ", ".join(str(one) for one in staff)


def members(club: Club, search: str = "") -> QuerySet[Membership]:
    """The members of a club by name, with their users; those whose name holds `search`. House players, which earlier
    versions put on the list, are left out."""
    found = club.memberships.filter(user__house_level="").select_related("user").order_by("user__name", "pk")
    return found.filter(user__name__icontains=search) if search else found


def open_invitations(club: Club, now: datetime) -> QuerySet[Invitation]:
    """The open invitations, the latest first; for the club's directors."""
    return club.invitations.filter(accepted_at=None, invited_at__gt=now - INVITED_FOR).order_by("-invited_at", "-pk")


def players(club: Club) -> QuerySet[User]:
    """The people of a club, without players of the house."""
    return User.objects.filter(memberships__club=club, house_level="")


def officials(club: Club) -> QuerySet[User]:
    """The directors and organisers of this club, who may rule."""
    return User.objects.filter(memberships__club=club, memberships__role__in=DIRECTORS)


def role_of(user: User | AnonymousUser, club: Club) -> str | None:
    """The role of a person in a club, None for a stranger."""
    if not isinstance(user, User):
        return None
    return Membership.objects.filter(club=club, user=user).values_list("role", flat=True).first()


def may_direct(user: User | AnonymousUser, club: Club) -> bool:
    """May this person rule, check in, and enter results for this club?"""
    return role_of(user, club) in DIRECTORS


def may_organise(user: User | AnonymousUser, club: Club) -> bool:
    """May this person create tournaments and give roles for this club?"""
    return role_of(user, club) == Role.ORGANISER


def directed_by(user: User | AnonymousUser) -> QuerySet[Club]:
    """The clubs for which this person may rule."""
    if not isinstance(user, User):
        return Club.objects.none()
    return Club.objects.filter(memberships__user=user, memberships__role__in=DIRECTORS).order_by("name")


def organised_by(user: User | AnonymousUser) -> QuerySet[Club]:
    """The clubs for which this person may create tournaments."""
    if not isinstance(user, User):
        return Club.objects.none()
    return Club.objects.filter(memberships__user=user, memberships__role=Role.ORGANISER).order_by("name")
