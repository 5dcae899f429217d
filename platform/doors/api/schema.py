"""The API's schema, the same on every database: how wide a column is tells nobody what the API takes."""

from typing import Any

from django.db.backends.base.operations import BaseDatabaseOperations

WIDTHS = {bound for bounds in BaseDatabaseOperations.integer_field_ranges.values() for bound in bounds if bound}


def without_widths(result: dict[str, Any], **facts: Any) -> dict[str, Any]:
    """The schema without the bounds that a database sets to its whole numbers; those that the house sets stay."""
    _strip(result)
    return result


def _strip(part: Any) -> None:
    if isinstance(part, list):
        for one in part:
            _strip(one)
    if not isinstance(part, dict):
        return
    if part.get("type") == "integer":
        for bound in ("minimum", "maximum"):
            if part.get(bound) in WIDTHS:
                del part[bound]
                part.pop("format", None)
    for one in part.values():
        _strip(one)
