"""The rule sets that clubs offer."""

from collections.abc import Collection

from django.db.models import QuerySet

from accounts.models import User
from clubs.models import Club
from games.models import HouseRules


def of_club(club: Club) -> QuerySet[HouseRules]:
    """The rule sets that a club offers, by name."""
    return HouseRules.objects.filter(club=club, replaced_at=None, withdrawn_at=None).order_by("name")


def of_clubs(clubs: Collection[int]) -> QuerySet[HouseRules]:
    """The rule sets that these clubs offer, by club and name."""
    found = HouseRules.objects.filter(club__in=clubs, replaced_at=None, withdrawn_at=None, club__closed_at=None)
    return found.select_related("club").order_by("club__name", "name")


def for_player(user: User) -> QuerySet[HouseRules]:
    """The rule sets that the clubs of a member offer."""
    mine = user.memberships.filter(is_visitor=False).values_list("club_id", flat=True)
    return of_clubs(list(mine))
