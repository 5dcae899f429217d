"""Put a notice into words: in the active language, with times in a zone."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from doors.zones import known_zones
from notices import kinds
from notices.models import Notice


@dataclass(frozen=True, slots=True)
class Worded:
    """A notice in words: title, sentence, and the name of its kind."""

    notice: Notice
    title: str
    says: str
    kind: str


def worded(notice: Notice, zone: ZoneInfo | None) -> Worded:
    """Put a notice into words. If an update has removed its text, it only says that there was a notice."""
    kind, text = kinds.kind(notice.kind), kinds.text(notice.text)
    name = str(kind.name) if kind else _("Notice")
    if text is None:
        return Worded(notice, name, "", name)
    parts = filled(notice.parts, zone)
    try:
        return Worded(notice, str(text.title) % parts, str(text.says) % parts, name)
    except (KeyError, ValueError, TypeError):  # parts of an older version of the text
        return Worded(notice, name, "", name)


def filled(parts: dict[str, Any], zone: ZoneInfo | None) -> dict[str, Any]:
    """The parts in words: times in the reader's zone, else in that of the notice, with the zone's name."""
    there = parts.get("zone", "UTC")
    zone = zone or ZoneInfo(there if there in known_zones() else "UTC")
    return {name: _time(value, zone) if name.endswith("_at") else value for name, value in parts.items()}


def _time(value: str, zone: ZoneInfo) -> str:
    moment = datetime.fromisoformat(value).astimezone(zone)
    return f"{date_format(moment, 'l j F, H:i')} ({zone.key})"
