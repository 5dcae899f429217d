"""The formats of stages by key."""

from tournaments.formats.duplicate import DUPLICATE_SWISS
from tournaments.formats.elimination import DOUBLE, SINGLE
from tournaments.formats.facts import Format
from tournaments.formats.ladder_stage import LADDER
from tournaments.formats.league_stage import LEAGUE
from tournaments.formats.round_robin import ROUND_ROBIN
from tournaments.formats.swiss import SWISS
from tournaments.formats.teams import TEAM_ROUND_ROBIN, TEAM_SWISS

ALL = (SWISS, ROUND_ROBIN, SINGLE, DOUBLE, TEAM_SWISS, TEAM_ROUND_ROBIN, DUPLICATE_SWISS, LEAGUE, LADDER)
FORMATS: dict[str, Format] = {one.key: one for one in ALL}
