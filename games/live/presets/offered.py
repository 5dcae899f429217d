"""The rule sets that clubs offer."""

from collections.abc import Collection

from django.db.models import QuerySet

from accounts.models import User
from clubs.models import Club
from games.models import HouseRules, rules_name


def of_club(club: Club) -> QuerySet[HouseRules]:
    """The rule sets that a club offers, by name."""
    return HouseRules.objects.filter(club=club, replaced_at=None, withdrawn_at=None).order_by("name")


def newest(club: Club, rules: str) -> str:
    """What a club offers in place of these rules: the newest version of its rule set; the same rules where there is
    none."""
    found = HouseRules.objects.filter(club=club, rules=rules).order_by("-pk").first()
    while found is not None and found.replaced_at is not None:
        found = HouseRules.objects.filter(previous=found).first()
    return rules if found is None else found.rules


def of_clubs(clubs: Collection[int]) -> QuerySet[HouseRules]:
    """The rule sets that these clubs offer, by club and name."""
    found = HouseRules.objects.filter(club__in=clubs, replaced_at=None, withdrawn_at=None, club__closed_at=None)
    return found.select_related("club").order_by("club__name", "name")


def for_player(user: User) -> QuerySet[HouseRules]:
    """The rule sets that the clubs of a member offer."""
    mine = user.memberships.filter(is_visitor=False).values_list("club_id", flat=True)
    return of_clubs(list(mine))


def names(keys: Collection[str]) -> dict[str, str]:
    """What everybody calls these rules: a preset by its name, the rules of a club by its name for them and by its own,
    as they were called last."""
    found = HouseRules.objects.filter(rules__in=keys).select_related("club").order_by("pk")
    called = {one.rules: f"{one.name} ({one.club.name})" for one in found if "~" in one.rules}
    return {key: called.get(key) or rules_name(key) for key in keys}
