"""The API's schema: each operation with the scope that a token needs for it, and the same on every database."""

from typing import Any

from django.db.backends.base.operations import BaseDatabaseOperations
from drf_spectacular.openapi import AutoSchema

from doors.api.scopes import needed

WIDTHS = {bound for bounds in BaseDatabaseOperations.integer_field_ranges.values() for bound in bounds if bound}

NO_TOKEN = "none"


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

    def _scope(self) -> str:
        return needed(self.view, self.method) or NO_TOKEN


def without_widths(result: dict[str, Any], **facts: Any) -> dict[str, Any]:
    """The schema without the bounds of whole numbers that come from the database; bounds that we set stay."""
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
