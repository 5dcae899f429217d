"""Pages of the API by keyset."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from rest_framework import exceptions, pagination
from rest_framework.request import Request


class KeysetPagination(pagination.CursorPagination):
    """Pages by keyset: `cursor` and `limit` (50, at most 200), with `next` and `previous`."""

    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 200
    ordering: str | tuple[str, ...] = "-pk"

    def paginate_queryset(
        self, queryset: QuerySet[Any] | Sequence[Any], request: Request, view: Any = None
    ) -> list[Any] | None:
        """One page; 400 for a cursor that does not come from this list."""
        try:
            return super().paginate_queryset(queryset, request, view=view)
        except (ValueError, OverflowError, ValidationError, exceptions.NotFound) as bad:
            raise exceptions.ValidationError({"cursor": [self.invalid_cursor_message]}) from bad

    def _get_position_from_instance(self, instance: Any, ordering: Sequence[str]) -> str:
        """The position of a row by the first field of the ordering, which may belong to a related row
        (`user__name`)."""
        *path, field = ordering[0].lstrip("-").split("__")
        for step in path:
            instance = getattr(instance, step)
        return super()._get_position_from_instance(instance, (field,))

    def decode_cursor(self, request: Request) -> pagination.Cursor | None:
        """The position where a page begins. Raises NotFound for a value that no column can hold."""
        cursor = super().decode_cursor(request)
        if cursor and "\0" in str(cursor.position or ""):
            raise exceptions.NotFound(self.invalid_cursor_message)
        return cursor
