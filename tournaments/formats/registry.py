"""The formats of stages by key."""

from tournaments.formats.facts import Format
from tournaments.formats.kinds.duplicate import DUPLICATE_SWISS
from tournaments.formats.kinds.elimination import DOUBLE, SINGLE
from tournaments.formats.kinds.ladders import LADDER
from tournaments.formats.kinds.league import LEAGUE
from tournaments.formats.kinds.pods import POD_ROUNDS, POD_SWISS
from tournaments.formats.kinds.round_robin import ROUND_ROBIN
from tournaments.formats.kinds.swiss import SWISS
from tournaments.formats.kinds.teams import TEAM_ROUND_ROBIN, TEAM_SWISS

TWO = (SWISS, ROUND_ROBIN, SINGLE, DOUBLE, TEAM_SWISS, TEAM_ROUND_ROBIN, DUPLICATE_SWISS, LEAGUE, LADDER)
ALL = (*TWO, POD_SWISS, POD_ROUNDS)
FORMATS: dict[str, Format] = {one.key: one for one in ALL}
