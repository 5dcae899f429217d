"""Audit entries about tournaments."""

from datetime import datetime
from typing import Unpack

from accounts.models import User
from audit import services as audit
from tournaments.event.services import announcing
from tournaments.models import Tournament


def record_tournament(
    tournament: Tournament, action: str, by: User | None, now: datetime, **facts: Unpack[audit.Facts]
) -> None:
    """Write an audit entry about a tournament, and announce the act if webhooks report it."""
    audit.record(actor=by, action=action, target=f"tournament:{tournament.public_id}", now=now, **facts)
    announcing.announce_tournament(tournament, action, now)
