"""The scopes of personal tokens: each operation of the API needs one scope, and only this module says which."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import SAFE_METHODS

Handler = TypeVar("Handler", bound=Callable[..., Any])


class Scope(TextChoices):
    """The scopes of a token. Its owner's own rights apply as well."""

    READ = "read", _("Read what you may see")
    RESULTS = "results", _("Enter and confirm results")
    ORGANISE = "organise", _("Organise and take part: entries, rounds, clubs, challenges, match times")


def needs(scope: Scope | None, *, to_read: Scope = Scope.READ) -> Callable[[Handler], Handler]:
    """Mark a method of a view with the scope that a token needs to write, and with the scope that it needs `to_read`,
    which is more than `read` if the answer contains something to write with (a code, a link). None: no token may call
    it, only a login session. Without a mark, a writing method needs `organise`, a reading one `read`."""

    def mark(handler: Handler) -> Handler:
        handler.token_scopes = scope, scope and to_read  # type: ignore[attr-defined]  # a mark on a function
        return handler

    return mark


def needed(view: Any, method: str) -> Scope | None:
    """The scope that this request needs, by the mark of the view's method."""
    handler = getattr(view, getattr(view, "action", None) or method.lower(), None)
    to_write, to_read = getattr(handler, "token_scopes", (Scope.ORGANISE, Scope.READ))
    found: Scope | None = to_read if method in SAFE_METHODS else to_write
    return found
