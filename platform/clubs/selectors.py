"""Reading about clubs: members, and who may do what."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, QuerySet

from accounts.models import User
from clubs.models import Club, Membership, Role

DIRECTORS = (Role.DIRECTOR, Role.ORGANISER)


def clubs() -> QuerySet[Club]:
    """All clubs by name, with the number of members."""
    return Club.objects.annotate(member_count=Count("memberships")).order_by("name")


def members(club: Club) -> QuerySet[Membership]:
    """The members of a club by name, with their users."""
    return club.memberships.select_related("user").order_by("user__name", "pk")


def players(club: Club) -> QuerySet[User]:
    """The people of a club."""
    return User.objects.filter(memberships__club=club)


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
