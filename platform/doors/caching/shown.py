"""Versions of lists, computed from the values that a page shows."""

from hashlib import sha256

from django.db.models import Model
from django.utils.timezone import get_current_timezone_name


def version(*values: object) -> str:
    """The version of a part that depends only on these values, in the reader's time zone. The values are plain: text,
    numbers, times, and lists of those."""
    return sha256(repr((get_current_timezone_name(), *values)).encode()).hexdigest()[:32]


def columns(row: Model) -> list[object]:
    """All values of a row's own table."""
    return [getattr(row, field.attname) for field in row._meta.concrete_fields if field.attname in row.__dict__]
