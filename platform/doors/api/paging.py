"""Pages of the API by keyset."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from rest_framework import pagination
from rest_framework.exceptions import NotFound
from rest_framework.request import Request


class KeysetPagination(pagination.CursorPagination):
    """Pages by keyset: `cursor` and `limit` (50, at most 200), with `next` and `previous`."""

    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 200
    ordering = "-pk"

    def paginate_queryset(self, queryset: QuerySet[Any], request: Request, view: Any = None) -> list[Any] | None:
        """One page; 404 for a cursor that no page has given out."""
        try:
            return super().paginate_queryset(queryset, request, view=view)
        except (ValueError, OverflowError, ValidationError) as bad:
            raise NotFound(self.invalid_cursor_message) from bad

    def decode_cursor(self, request: Request) -> Any:
        """Where a page begins; 404 for one that holds what no column can."""
        cursor = super().decode_cursor(request)
        if cursor and "\0" in (cursor.position or ""):
            raise NotFound(self.invalid_cursor_message)
        return cursor
