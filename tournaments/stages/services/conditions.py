"""Changing the conditions of a tournament, which may let its stages go on by themselves."""

from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from tournaments.entries.services import waiting
from tournaments.event.services import creating
from tournaments.models import Stage, Tournament
from tournaments.stages.services import progression


@transaction.atomic
def change_conditions(*, tournament: Tournament, by: User | None, now: datetime, **changes: Any) -> Tournament:
    """Change the conditions as `creating.write_conditions` does, with its locks and refusals; then let each stage that
    comes by itself go on, and whoever waits for a place come in where there are more."""
    tournament = creating.write_conditions(tournament=tournament, by=by, now=now, **changes)
    waiting.move_up(tournament, now, by)
    for one in Stage.objects.filter(tournament=tournament).select_related("tournament"):
        progression.wake(one, now)
        progression.go_on(one, now)
    return tournament
