"""Read webhooks: whose they are, who listens to what, and the log."""

from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, Q, QuerySet

from accounts.models import User
from accounts.second_factor import services as second_factor
from clubs import selectors as clubs
from clubs.models import Club
from webhooks import standard
from webhooks.models import Attempt, Delivery, DeliveryState, Endpoint, OffReason


def may_manage(user: User | AnonymousUser, club: Club | None) -> bool:
    """May this person see and change the endpoints of this club (None: of the site)?"""
    return clubs.may_organise(user, club) if club is not None else second_factor.acts_as_staff(user)


def endpoints(club: Club | None) -> QuerySet[Endpoint]:
    """The endpoints of a club (None: of the site), the oldest first."""
    return Endpoint.objects.filter(club=club).select_related("club").order_by("pk")


def are_some_off(club: Club) -> bool:
    """Has an endpoint of this club been turned off because it failed?"""
    return Endpoint.objects.filter(club=club, off_reason__in=(OffReason.FAILING, OffReason.GONE)).exists()


def listeners(club: Club | None, kind: str) -> list[Endpoint]:
    """The endpoints that receive this kind of event: those of the club and of the site; for an event of the whole site,
    all."""
    found = Endpoint.objects.filter(off_reason=OffReason.NONE)
    if club is not None:
        found = found.filter(Q(club=club) | Q(club=None))
    return [one for one in found.order_by("pk") if kind in one.kinds]


def secrets_of(endpoint: Endpoint, now: datetime) -> list[str]:
    """The sealed secrets that sign now: the present one, and for a day the old one."""
    is_old_good = bool(endpoint.old_secret) and endpoint.old_until is not None and now < endpoint.old_until
    return [endpoint.secret, *([endpoint.old_secret] if is_old_good else [])]


def waiting(endpoint: Endpoint) -> QuerySet[Delivery]:
    """The messages that still have to be sent to an endpoint, the first due first."""
    found = Delivery.objects.filter(endpoint=endpoint, state=DeliveryState.WAITING)
    return found.select_related("message").order_by("due_at", "pk")


def given_up(since: datetime) -> QuerySet[Delivery]:
    """The messages that no endpoint took, of all clubs and the site, the latest first; tests are not counted."""
    found = Delivery.objects.filter(state=DeliveryState.FAILED, message__created_at__gt=since)
    found = found.exclude(message__kind=standard.TEST).select_related("message", "endpoint")
    return found.prefetch_related(Prefetch("attempts", Attempt.objects.order_by("-pk"))).order_by("-pk")


def log(endpoint: Endpoint) -> QuerySet[Delivery]:
    """The deliveries of an endpoint with their tries, the latest message first."""
    found = Delivery.objects.filter(endpoint=endpoint).select_related("message", "endpoint__club")
    return found.prefetch_related(Prefetch("attempts", Attempt.objects.order_by("-pk"))).order_by("-pk")
