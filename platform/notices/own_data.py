"""What notices know about a person: show it to them, and delete it when they leave."""

import json
from datetime import datetime
from typing import Any

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from accounts.models import User
from accounts.own_data.parts import Part
from notices.models import KeptMail, Notice, PushDevice, Reader


def tell(user: User) -> dict[str, Any]:
    """What the person was told and how they are reached, without the keys of their browsers."""
    chosen = ("language", "choices", "quiet_from", "quiet_until", "bounced", "bounced_words", "bounced_at")
    return {
        "notices": list(
            Notice.objects.filter(user=user).order_by("pk").values("kind", "text", "parts", "link", "at", "read_at")
        ),
        "choices": Reader.objects.filter(user=user).values(*chosen).first(),
        "browsers_for_push": list(PushDevice.objects.filter(user=user).values("name", "made_at")),
        "mails_kept_here": list(
            KeptMail.objects.filter(to__iexact=user.email).order_by("pk").values("subject", "text", "at")
            if user.email
            else []
        ),
    }


def forget(user: User, alias: str, now: datetime) -> None:
    """Delete the person's notices, choices, browsers, and stored mails to them. Notices to others call them by the
    alias."""
    Notice.objects.filter(user=user).delete()
    Reader.objects.filter(user=user).delete()
    PushDevice.objects.filter(user=user).delete()
    if user.email:
        KeptMail.objects.filter(to__iexact=user.email).delete()
    _rename(user.name, alias)


def _rename(name: str, alias: str) -> None:
    """Replace a name by the alias in the parts of notices. Databases write JSON as text in different ways, so both are
    searched."""
    found = Notice.objects.annotate(text_of_parts=Cast("parts", TextField()))
    named = Q(text_of_parts__contains=name) | Q(text_of_parts__contains=json.dumps(name)[1:-1])
    for notice in found.filter(named):
        notice.parts = {
            key: value.replace(name, alias) if isinstance(value, str) else value for key, value in notice.parts.items()
        }
        notice.save(update_fields=["parts"])


PART = Part(name="notices", tell=tell, forget=forget)
