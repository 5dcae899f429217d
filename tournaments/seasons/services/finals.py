"""The final night of a season: a tournament whose players are seeded by the season's table."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.entries.services import entering
from tournaments.errors import Invalid, Refusal
from tournaments.event.selectors.entry_sizes import size_of
from tournaments.event.selectors.sitters import at_table
from tournaments.event.services import creating
from tournaments.models import Season, Tournament, TournamentState
from tournaments.seasons.selectors import reading, season_tables
from tournaments.seasons.selectors.season_tables import Row
from tournaments.seasons.services.making import locked, record_season

FORMATS = ("single_elim", "swiss")
LEAST = 2
NAME = 120


@transaction.atomic
def create_final(
    *,
    season: Season,
    template: str,
    by: User | None,
    now: datetime,
    top: int | None = None,
    rounds: int | None = None,
    name: str = "",
    starts_at: datetime | None = None,
) -> Tournament:
    """Make the final night of a season: a knockout or a Swiss with the rules, mode and place of its last evening. Enter
    the first `top` of the table (None: all who have not left the site), seeded in its order; equals at the cut are all
    in. Locks the season. Raises Invalid, which names the field, Refusal if there is already a final night that was not
    cancelled."""
    season = locked(season, by)
    if season.final is not None and season.final.state != TournamentState.CANCELLED:
        raise Refusal(_("The season has a final night already: cancel it first."), "exists")
    if template not in FORMATS:
        raise Invalid("template", _("A final night is a knockout or a Swiss."))
    if template == "swiss" and rounds is None:
        raise Invalid("rounds", _("A Swiss needs a number of rounds."))
    chosen = _chosen(season, top)
    options = {"rounds": rounds} if template == "swiss" else {}
    like = _model(season, template, options)
    final = creating.create_tournament(
        club=season.club,
        name=name or (_("%(season)s: final night") % {"season": season.name})[:NAME],
        variant=like.variant,
        like=like,
        mode=like.mode,
        timezone=like.timezone,
        place=like.place,
        starts_at=starts_at,
        template=template,
        options=options,
        by=by,
        now=now,
    )
    _enter(final, chosen, by, now)
    season.final = final
    season.save(update_fields=["final"])
    after = {"tournament": final.public_id, "template": template, "players": [row.user.public_id for row in chosen]}
    record_season(season, "season.final", by, now, after=after)
    return final


def _enter(final: Tournament, chosen: Sequence[Row], by: User | None, now: datetime) -> None:
    """Enter the players with their seeds. Raises Refusal if partners play together."""
    if size_of(final).is_team:
        raise Refusal(_("Partners play together by these rules, but a season ranks single players."), "teams")
    for seed, row in enumerate(chosen, 1):
        entry = entering.enter(tournament=final, user=row.user, now=now, by=by)
        entry.given_seed = seed
        entry.save(update_fields=["given_seed"])


def _model(season: Season, template: str, options: Mapping[str, Any]) -> Tournament:
    """The evening whose rules, mode and place the final night copies: the last at which two single players met and
    which this format can follow, else the last of all."""
    evenings = reading.models_of_final(season)
    fitting = (one for one in evenings if _fits(one, template, options))
    return next(fitting, evenings[0])


def _fits(evening: Tournament, template: str, options: Mapping[str, Any]) -> bool:
    try:
        creating.planned(template, options, evening.variant, evening.mode)
    except Invalid:
        return False
    return at_table(evening.variant) == 1


def _chosen(season: Season, top: int | None) -> list[Row]:
    """The players of the final night, in the order of the table. Raises Invalid, Refusal."""
    rows = [row for row in season_tables.table_of(season).rows if row.user.left_at is None]
    if len(rows) < LEAST:
        raise Refusal(_("A final night needs at least two players in the table."), "too_few")
    if top is None:
        return rows
    if not LEAST <= top <= len(rows):
        raise Invalid("top", _("From 2 to %(most)d players.") % {"most": len(rows)})
    return [row for row in rows if row.place <= rows[top - 1].place]
