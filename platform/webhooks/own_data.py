"""What messages of the last two weeks say about a person: show it to them, and delete it when they leave."""

from datetime import datetime
from typing import Any

from django.db.models import F, QuerySet

from accounts.models import User
from accounts.own_data.parts import Part
from webhooks.models import Message


def tell(user: User) -> dict[str, Any]:
    """The messages that name a person. What receivers did with them is not known here."""
    found = _messages(user).order_by("pk").values("kind", "created_at", "body", club_name=F("club__name"))
    return {"messages": list(found)}


def forget(user: User, alias: str, now: datetime) -> None:
    """Delete the messages that name a person, sent or not."""
    _messages(user).delete()


def _messages(user: User) -> QuerySet[Message]:
    return Message.objects.filter(body__contains=user.public_id)


PART = Part(name="webhooks", tell=tell, forget=forget)
