"""Browsers that accept push."""

from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction

from accounts.models import User
from notices.models import PushDevice
from quotas import services as quotas
from quotas.acts import ADD_BROWSER

MOST = 10  # browsers of a person
SERVICES = (  # of the browsers that exist; the site posts to no other address, however a visitor may name it
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)


class NotAPushService(Exception):
    """The address is not that of a push service to which the site may post."""


@transaction.atomic
def add(*, user: User, endpoint: str, p256dh: str, auth: str, name: str, now: datetime) -> PushDevice:
    """Store a browser of this person; a known browser is theirs from now on. If there are too many, the oldest is
    deleted. Raises NotAPushService, LimitReached."""
    quotas.take(ADD_BROWSER, now=now, account=user.pk)
    if not is_service(endpoint):
        raise NotAPushService(endpoint)
    facts = {"user": user, "p256dh": p256dh, "auth": auth, "name": name[:80], "made_at": now}
    made, _new = PushDevice.objects.update_or_create(endpoint=endpoint, defaults=facts)
    old = PushDevice.objects.filter(user=user).order_by("-made_at", "-pk").values_list("pk", flat=True)[MOST:]
    PushDevice.objects.filter(pk__in=list(old)).delete()
    return made


def remove(*, user: User, public_id: str) -> None:
    """Delete one of this person's browsers."""
    PushDevice.objects.filter(user=user, public_id=public_id).delete()


def is_service(endpoint: str) -> bool:
    """Is this the address of a push service: by https at its usual port, or one that the site's settings name?"""
    parts = urlsplit(endpoint)
    if f"{parts.scheme}://{parts.netloc}" in settings.PUSH_SERVICES:
        return True
    host = parts.hostname or ""
    is_known = any(host == one or host.endswith(f".{one}") for one in SERVICES)
    return parts.scheme == "https" and is_known and parts.netloc == host
