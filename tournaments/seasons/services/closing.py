"""Close a season, which fixes its table and gives its trophies; and reopen it."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.errors import Conflict, Refusal
from tournaments.models import Season, Trophy, TrophyKind
from tournaments.seasons.selectors import season_tables
from tournaments.seasons.services.making import locked, open_season, record_season


@transaction.atomic
def close_season(*, season: Season, by: User | None, now: datetime, seen: str = "") -> Season:
    """Close a season: store the facts of its table, and write its trophies (the first three places and the best
    attendance; equals all get one). `seen` is the version of the table that was looked at. Locks the season. Raises
    Refusal for a season without an evening or one already closed, Conflict if the table has changed since."""
    season = open_season(season, by)
    table = season_tables.table_of(season)
    if not table.rows:
        raise Refusal(_("No evening has been played yet: there is nothing to close."), "empty")
    if seen and seen != table.version:
        raise Conflict(_("The table has changed since you looked: look again."))
    season.closed_at, season.kept = now, table.facts.kept()
    season.save(update_fields=["closed_at", "kept"])
    places = [Trophy(season=season, user=row.user, kind=TrophyKind.PLACE, place=row.place, figure=row.points_text)
              for row in table.podium]  # fmt: skip
    most = [Trophy(season=season, user=row.user, kind=TrophyKind.ATTENDANCE, figure=str(row.line.attended))
            for row in table.most_attended]  # fmt: skip
    Trophy.objects.bulk_create([*places, *most])
    given = [[one.kind, one.place, one.user.public_id] for one in (*places, *most)]
    record_season(season, "season.close", by, now, after={"trophies": given})
    return season


@transaction.atomic
def reopen_season(*, season: Season, by: User | None, now: datetime) -> Season:
    """Reopen a closed season: its table follows the present results again, and its trophies are taken back. Locks it.
    Raises Refusal for an open one."""
    season = locked(season, by)
    if not season.is_closed:
        raise Refusal(_("This season is open."), "open")
    season.trophies.all().delete()
    season.closed_at, season.kept = None, None
    season.save(update_fields=["closed_at", "kept"])
    record_season(season, "season.reopen", by, now)
    return season
