"""Turn the values of each kind of column into plain ones and back; nothing is rounded or cut."""

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any
from uuid import UUID

from django.db.models import Field, ForeignKey

from keeping import form
from keeping.form import Plain

EXACT = 2.0**53  # beyond it PostgreSQL's JSON writes a float as a whole number


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of column: its name in the manifest, a function that makes its values plain, and one that turns them
    back."""

    name: str
    out: Callable[[Any], Plain]
    back: Callable[[Any], Any]


def same(value: Any) -> Any:
    """The same value, as it is already plain."""
    return value


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


WHOLE, TRUTH, REAL, TEXT = (Kind(name, same, same) for name in ("whole", "truth", "real", "text"))
JSON = Kind("json", same, same)  # its text, as the database keeps it
KINDS = {
    **dict.fromkeys(("AutoField", "BigAutoField", "SmallAutoField"), WHOLE),
    **dict.fromkeys(("IntegerField", "BigIntegerField", "SmallIntegerField"), WHOLE),
    **dict.fromkeys(("PositiveIntegerField", "PositiveBigIntegerField", "PositiveSmallIntegerField"), WHOLE),
    **dict.fromkeys(("CharField", "TextField", "SlugField", "FileField", "FilePathField"), TEXT),
    "GenericIPAddressField": TEXT,
    "BooleanField": TRUTH,
    "FloatField": REAL,
    "JSONField": JSON,
    "DateTimeField": Kind("moment", lambda value: str(value.astimezone(UTC).isoformat()), _moment),
    "DateField": Kind("day", lambda value: str(value.isoformat()), date.fromisoformat),
    "TimeField": Kind("time", lambda value: str(value.isoformat()), time.fromisoformat),
    "UUIDField": Kind("uuid", str, UUID),
    "BinaryField": Kind("bytes", lambda value: base64.b64encode(bytes(value)).decode(), base64.b64decode),
}


def kind(field: "Field[Any, Any]") -> Kind:
    """The kind of a field; for a foreign key, the kind of the field that it refers to. Raises DoesNotFit for an unknown
    kind of field."""
    while isinstance(field, ForeignKey):
        field = field.target_field
    try:
        return KINDS[field.get_internal_type()]
    except KeyError as unknown:
        raise form.DoesNotFit(f"{field} is of a kind that backups do not know.") from unknown


def canonical(text: str) -> Any:
    """The value of a JSON text, independent of the order of keys and the form of numbers, because PostgreSQL keeps
    neither."""
    return json.loads(text, parse_float=_number)


def _number(text: str) -> float | int:
    value = float(text)
    return int(value) if abs(value) >= EXACT and value.is_integer() else value + 0.0
