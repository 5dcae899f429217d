"""Stages of teams: matches on several boards, with match points and board points, either of which comes first."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments.formats.kinds.round_robin import ROUND_ROBIN
from tournaments.formats.kinds.swiss import SWISS
from tournaments.formats.terms import Term, one_of, table_of, tiebreaks, whole
from tournaments.pairing import PointsTable, default_keys, points_table

MOST_BOARDS = 12
FIXED, FREE = "fixed", "free"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamTerms:
    """The terms of a stage for its teams: boards of a match, members beyond them, who plays where, and the points of a
    board. With a `fixed` order a team plays in the order of its list, and reserves move up from the end; with a `free`
    one it names anybody for any board."""

    boards: int
    reserves: int
    order: str
    primary: str
    board_table: PointsTable


def team_terms(settings: Mapping[str, Any]) -> TeamTerms:
    """The terms of a team stage from its settings."""
    return TeamTerms(
        boards=int(settings["boards"]),
        reserves=int(settings["reserves"]),
        order=str(settings["board_order"]),
        primary=str(settings["primary"]),
        board_table=points_table(settings["board_points"]),
    )


SETTINGS: Mapping[str, Term] = {
    "boards": whole(4, 2, MOST_BOARDS),
    "reserves": whole(2, 0, MOST_BOARDS),
    "board_order": one_of(FIXED, FREE),
    "primary": one_of("MP", "GP"),
    "points": table_of("2-1-0", has_margin=False),
    "board_points": table_of("1-h-0", has_margin=False),
}

TEAM_SWISS = replace(
    SWISS,
    key="team_swiss",
    is_team=True,
    settings={**SWISS.settings, **SETTINGS, "tiebreaks": tiebreaks(*default_keys("team_swiss"), is_team=True)},
)
TEAM_ROUND_ROBIN = replace(
    ROUND_ROBIN,
    key="team_round_robin",
    is_team=True,
    settings={
        **ROUND_ROBIN.settings,
        **SETTINGS,
        "tiebreaks": tiebreaks(*default_keys("team_round_robin"), is_round_robin=True, is_team=True),
    },
)
