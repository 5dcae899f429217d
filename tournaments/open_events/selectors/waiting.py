"""Read sit-and-gos that wait for players."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet

from accounts.models import User
from tournaments.models import SitAndGo, SitAndGoPlace

GONE = timedelta(seconds=60)  # whose page has not asked for so long has stood up


def sit_and_gos() -> QuerySet[SitAndGo]:
    """All sit-and-gos."""
    return SitAndGo.objects.select_related("tournament")


def that_wait(now: datetime, most: int = 50) -> Sequence[SitAndGo]:
    """Those with a player who waits now, and those of the site, with the number of seats taken (`taken`), the fullest
    first."""
    here = SitAndGoPlace.objects.filter(seen_at__gt=now - GONE).values("sit_and_go")
    found = SitAndGo.objects.filter(Q(pk__in=here) | Q(stays_until__gt=now), tournament=None, closed_at=None)
    found = found.annotate(taken=Count("places"))
    return list(found.order_by("-taken", "opened_at", "pk")[:most])


def seated(found: SitAndGo) -> list[User]:
    """The people who wait, in the order in which they came."""
    places = found.places.select_related("user").order_by("took_at", "pk")
    return [place.user for place in places]


def place_of(user: User) -> SitAndGoPlace | None:
    """The seat of a person who waits."""
    return SitAndGoPlace.objects.filter(user=user).select_related("sit_and_go").first()
