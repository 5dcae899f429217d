"""How many people an entry has, and whether teams meet."""

from dataclasses import dataclass

from games import engine
from tournaments.formats import FORMATS, team_terms
from tournaments.formats.kinds.duplicate import TEAMS
from tournaments.models import Stage, Tournament


@dataclass(frozen=True, slots=True)
class Size:
    """How many people an entry has: `least`, and with its reserves `most`."""

    least: int
    most: int

    @property
    def is_team(self) -> bool:
        """Is an entry more than one person?"""
        return self.most > 1


def size_of(tournament: Tournament) -> Size:
    """How many people an entry of a tournament has: one; in team stages as many as a match has boards, and
    reserves; in duplicate by teams two; in
    the partnership games the members of a side (PRT-1)."""
    stage = next(iter(sorted(tournament.stages.all(), key=lambda stage: stage.number)))
    if FORMATS[stage.format].is_team:
        terms = team_terms(stage.settings)
        return Size(terms.boards, terms.boards + terms.reserves)
    if stage.settings.get("scoring") == TEAMS:
        return Size(2, 2)
    rules = engine.VARIANTS[tournament.variant]
    if rules.seating.name != "teams":
        return Size(1, 1)
    return Size(rules.team_size, rules.team_size)


def is_team(stage: Stage) -> bool:
    """Do teams meet here on several boards?"""
    return FORMATS[stage.format].is_team
