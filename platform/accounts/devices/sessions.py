"""The sessions of browsers (`SESSION_ENGINE`). A session ends after so long without a visit, and so many days after the
sign-in, however much it is used."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

SIGNED_IN_AT = "signed_in_at"  # in a session: when somebody signed in there


class SessionStore(db.SessionStore):
    """A session as a row that also stores its end, so that pages, the API and sockets need no further query.
    `ended_after` says, for a login that has ended by itself, how many days were allowed since the sign-in, and since
    the last visit."""

    ended_after: tuple[int | None, int | None] = (None, None)

    def get_expiry_date(self, **facts: Any) -> datetime:
        """The time when the session ends."""
        ends, since = super().get_expiry_date(**facts), self.get(SIGNED_IN_AT)
        return ends if since is None else min(ends, _last(since))

    def load(self) -> dict[str, Any]:
        """The content of the session; empty once it has ended, and then `ended_after` says why."""
        key = self._session_key  # a session that is not there forgets it
        found: dict[str, Any] = super().load()
        if key and not self._session_key:
            self.ended_after = _why(key)
        return found


def _why(key: str) -> tuple[int | None, int | None]:
    row = Session.objects.filter(session_key=key).first()
    since = row.get_decoded().get(SIGNED_IN_AT) if row else None
    if since is None:
        return None, None
    if _last(since) <= timezone.now():
        return settings.SESSION_MOST_DAYS, None
    return None, settings.SESSION_COOKIE_AGE // (24 * 3600)


def _last(since: int) -> datetime:
    return datetime.fromtimestamp(since, UTC) + timedelta(days=settings.SESSION_MOST_DAYS)
