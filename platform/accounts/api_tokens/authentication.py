"""Authenticate API requests by personal token, and check its scopes."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied, Throttled
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from accounts.api_tokens import services
from accounts.models import ApiToken, User
from accounts.second_factor import services as second_factor
from doors.api.scopes import Scope, needed

KEYWORD = "Bearer"


class TokenRate(SimpleRateThrottle):
    """The rate limit of one token."""

    scope, rate = "api-token", "300/min"

    def __init__(self, token: ApiToken) -> None:
        super().__init__()
        self.counted_as = f"limit/{self.scope}/{token.pk}"

    def get_cache_key(self, request: Request, view: Any) -> str:
        """The rate is counted by token, not by address."""
        return self.counted_as


class TokenAuthentication(BaseAuthentication):
    """Authenticate `Authorization: Bearer undercut_…`. Every request with a token passes here, whatever its view, so
    scopes and rate are checked only here. A request without such a header is left to the login session."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """The owner and the token. Raises 401 for an invalid token, 403 for one without the scope that the operation
        needs, 429 for one that is used too often."""
        keyword, _space, text = get_authorization_header(request).partition(b" ")
        if keyword.lower() != KEYWORD.lower().encode():
            return None
        now = timezone.now()
        token = services.find(text.strip().decode("latin-1"), now)
        if token is None:
            raise AuthenticationFailed(
                _("This token is unknown, revoked or past its date. Make a new one: My page, API tokens."), "bad_token"
            )
        if second_factor.is_kept_out(token.user):
            said = _("This site asks everybody for a second step at sign-in. The owner of this token has none.")
            raise PermissionDenied(said, "second_step_missing")
        view = (request.parser_context or {}).get("view")
        _require(token, needed(view, request.method or ""))
        _count(request, token, now)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """The scheme named in a 401; None without a token, so that the answer is 403, as for any visitor."""
        return KEYWORD if get_authorization_header(request) else ""


def _require(token: ApiToken, scope: Scope | None) -> None:
    if scope is None:
        raise PermissionDenied(_("Tokens may not do this: it needs a login session."), "no_token_here")
    if scope not in token.scopes:
        needs = _("This needs a token with the scope “%(scope)s”; this one has: %(scopes)s.")
        raise PermissionDenied(needs % {"scope": scope.value, "scopes": ", ".join(token.scopes)}, "scope_missing")


def _count(request: Request, token: ApiToken, now: datetime) -> None:
    rate = TokenRate(token)
    if not rate.allow_request(request, None):  # type: ignore[arg-type]  # no view is asked for
        raise Throttled(rate.wait())
    services.note_use(token, now)
