"""The API's schema, the same on every database: each operation with the scope that a token needs and with every answer
that it may give."""

from typing import Any

from django.db.backends.base.operations import BaseDatabaseOperations
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from rest_framework.permissions import SAFE_METHODS

from doors.api.problems import MEDIA_TYPE, RefusalSerializer
from doors.api.scopes import needed

WIDTHS = {bound for bounds in BaseDatabaseOperations.integer_field_ranges.values() for bound in bounds if bound}

NO_TOKEN = "none"

REFUSALS = {  # by status: the name of the answer, and when it comes
    "400": (
        "BadRequest",
        "A parameter, the body or the address is not valid.",
    ),
    "401": ("Unauthorized", "The token or the login session is missing or not valid."),
    "403": (
        "Forbidden",
        "The caller may not do this, or the token lacks the scope; a session needs a CSRF token.",
    ),
    "404": ("NotFound", "What the address or the body names is not there, or the caller may not know of it."),
    "406": ("NotAcceptable", "None of the forms in the header `Accept` can be given."),
    "409": ("Conflict", "Not allowed now, or the state has changed since the caller has seen it; `type` says why."),
    "415": ("UnsupportedMediaType", "The body is in a form that this operation does not take."),
    "429": ("TooManyRequests", "Asked for too often."),
}
RETRY_AFTER = {"Retry-After": {"schema": {"type": "string"}, "description": "Seconds until it may be tried again."}}
UNCHANGED = {"description": "The caller's copy, which `If-None-Match` names, is the newest."}


class Schema(AutoSchema):
    """An operation names its scope in `x-token-scope` and in its description."""

    def get_extensions(self) -> dict[str, Any]:
        return {**super().get_extensions(), "x-token-scope": self._scope()}

    def get_description(self) -> str:  # type: ignore[override]  # drf-spectacular's signature; the stubs have DRF's
        """The description of the operation, with the scope that a token needs."""
        scope = self._scope()
        said = "Token: not accepted, only a login session." if scope == NO_TOKEN else f"Token: scope `{scope}`."
        return f"{super().get_description()}\n\n{said}".strip()

    def get_auth(self) -> list[dict[str, Any]]:
        """The ways to sign in that the operation accepts."""
        accepted: list[dict[str, Any]] = super().get_auth()
        return [way for way in accepted if "token" not in way] if self._scope() == NO_TOKEN else accepted

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        """The answers of the operation: its result, and each way in which it may refuse."""
        bodies = super()._get_response_bodies(direction)
        if self.method in SAFE_METHODS:
            bodies.setdefault("304", UNCHANGED)
        for status in self._refusals():
            bodies.setdefault(status, self._refusal(status))
        return dict(sorted(bodies.items()))

    def _refusals(self) -> list[str]:
        """The statuses of refusals that the operation may answer with."""
        writes = self.method not in SAFE_METHODS
        may = {"409": writes, "415": writes and self.method != "DELETE"}
        return [status for status in REFUSALS if may.get(status, True)]

    def _refusal(self, status: str) -> dict[str, Any]:
        """A reference to the refusal with this status; it is described once for all operations."""
        name, when = REFUSALS[status]
        schema = self.resolve_serializer(RefusalSerializer, "response").ref
        said = {"description": when, "content": {MEDIA_TYPE: {"schema": schema}}}
        if status == "429":
            said["headers"] = RETRY_AFTER
        answer = ResolvedComponent(name=name, type=ResolvedComponent.RESPONSE, schema=said, object=name)  # type: ignore[no-untyped-call]  # drf-spectacular has no types there
        self.registry.register_on_missing(answer)
        return answer.ref

    def _scope(self) -> str:
        return needed(self.view, self.method) or NO_TOKEN


def without_widths(result: dict[str, Any], **facts: Any) -> dict[str, Any]:
    """The schema without bounds of whole numbers that come from the database; bounds that we set stay."""
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
