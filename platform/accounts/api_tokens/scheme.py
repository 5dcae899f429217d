"""Describe personal tokens and the sessions of guests in the API's schema."""

from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # its hook for subclasses has no types
    """A bearer token; each operation names its scope (`doors.api.schema`)."""

    target_class = "accounts.api_tokens.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """The scheme in the form of OpenAPI."""
        return {"type": "http", "scheme": "bearer", "description": "A personal token: My page, API tokens."}


class GuestScheme(SessionScheme):  # type: ignore[no-untyped-call]  # its hook for subclasses has no types
    """The session of a browser in which somebody is signed in, or plays as a guest."""

    target_class = "accounts.guests.GuestSession"
    name = "guest"
