"""The API's errors as problem+json."""

from math import ceil
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from rest_framework import exceptions, serializers
from rest_framework.response import Response
from rest_framework.views import exception_handler

from doors.limits import TooOften


class Refused(exceptions.APIException):
    """A valid request is not allowed now: 409 with the app's own words and code."""

    status_code = 409
    default_code = "conflict"


PREFIX = "/api/"
MEDIA_TYPE = "application/problem+json"


def refusal(status: int, word: str, detail: str) -> HttpResponse:
    """The answer to a request to the API that no view handles."""
    body = {"type": word, "status": status, "detail": detail}
    return JsonResponse(body, status=status, content_type=MEDIA_TYPE)


class RefusalSerializer(serializers.Serializer[Any]):
    """The reason why a request was refused (RFC 9457)."""

    type = serializers.CharField(help_text="A word for programs: `invalid`, `not_found`, `conflict` and others.")
    title = serializers.CharField(required=False)
    status = serializers.IntegerField(help_text="The status of the answer.")
    detail = serializers.CharField(help_text="A sentence for people, in their language.")
    errors = serializers.JSONField(  # type: ignore[assignment]  # a field takes the place of the property
        required=False, help_text="By field what is wrong there, where the request is not valid."
    )


def problem(error: Exception, context: dict[str, Any]) -> Response | None:
    """Every API error as problem+json: `type`, `title`, `status`, `detail`, and `errors` (field and what is wrong)."""
    if isinstance(error, TooOften):
        return _too_often(error)
    response = exception_handler(error, context)
    if response is None:
        return None
    body: dict[str, Any] = {"type": "about:blank", "status": response.status_code}
    if isinstance(error, exceptions.ValidationError):
        body |= {"type": "invalid", "title": "The request is not valid", "errors": response.data}
        body["detail"] = "; ".join(_lines(response.data))
    else:
        body["type"] = _type(error)
        body["detail"] = _words(error, response.data)
    response.data = body
    response.content_type = MEDIA_TYPE
    return response


def _too_often(error: TooOften) -> Response:
    body = {"type": "throttled", "status": 429, "detail": str(error)}
    return Response(body, 429, headers={"Retry-After": str(error.wait)}, content_type=MEDIA_TYPE)


def _words(error: Exception, data: Any) -> str:
    if isinstance(error, exceptions.Throttled):
        return _("Asked for too often: try again in %(n)d s.") % {"n": ceil(error.wait or 1)}  # type: ignore[attr-defined]  # set by its __init__
    return str(data.get("detail", error)) if isinstance(data, dict) else str(error)


def _type(error: Exception) -> str:
    if isinstance(error, Http404):
        return "not_found"
    if isinstance(error, PermissionDenied):
        return "permission_denied"
    own = getattr(error, "code", None)
    return str(own or (error.get_codes() if isinstance(error, exceptions.APIException) else "error"))


def _lines(data: Any, field: str = "") -> list[str]:
    if isinstance(data, dict):
        return [line for key, value in data.items() for line in _lines(value, f"{field}.{key}" if field else str(key))]
    if isinstance(data, list):
        return [line for value in data for line in _lines(value, field)]
    return [f"{field}: {data}" if field else str(data)]
