"""Pages of the API by keyset."""

from rest_framework import pagination


class KeysetPagination(pagination.CursorPagination):
    """Pages by keyset: `cursor` and `limit` (50, at most 200), with `next` and `previous`."""

    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 200
    ordering = "-pk"
