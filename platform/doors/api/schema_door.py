"""The address of the API's schema."""

from threading import Lock

from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.response import Response


class SchemaDoor(SpectacularAPIView):
    """The schema of the API. It is made for one reader at a time: drf-spectacular loads its extensions at first use,
    and of two readers at once the second would find them half loaded."""

    one_at_a_time = Lock()

    def _get_schema_response(self, request: Request) -> Response:
        with self.one_at_a_time:
            made: Response = super()._get_schema_response(request)  # type: ignore[no-untyped-call]  # theirs has none
            return made
