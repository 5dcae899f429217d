"""The formats of stages by key."""

from tournaments.formats.elimination import DOUBLE, SINGLE
from tournaments.formats.facts import Format
from tournaments.formats.round_robin import ROUND_ROBIN
from tournaments.formats.swiss import SWISS

FORMATS: dict[str, Format] = {one.key: one for one in (SWISS, ROUND_ROBIN, SINGLE, DOUBLE)}
