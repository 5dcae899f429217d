"""Stages of teams: matches on several boards, ranked first by match points or first by board points."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments.formats.kinds.round_robin import ROUND_ROBIN
from tournaments.formats.kinds.swiss import IN_ORDER, SWISS, TIE_BREAKS
from tournaments.formats.terms import Choice, Points, Term, TieBreaks, Whole
from tournaments.pairing import PointsTable, default_keys, points_table
from tournaments.pairing.tiebreaks.families import gettext_noop

_ = gettext_noop
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
    "boards": Whole(4, _("Boards of a match"), least=2, most=MOST_BOARDS, part="teams"),
    "reserves": Whole(2, _("Reserves of a team"), most=MOST_BOARDS, part="teams"),
    "board_order": Choice(
        FIXED,
        _("Who plays where"),
        choices=[
            (FIXED, _("in the order of the list, reserves from the end")),
            (FREE, _("as the captain says")),
        ],
        part="teams",
    ),
    "primary": Choice(
        "MP",
        _("What counts first"),
        choices=[("MP", _("match points, then board points")), ("GP", _("board points, then match points"))],
        part="teams",
    ),
    "points": Points("2-1-0", _("Points for a match"), has_margin=False),
    "board_points": Points("1-h-0", _("Points for a board"), has_margin=False, part="teams"),
}
TEAM_SWISS = replace(
    SWISS,
    key="team_swiss",
    is_team=True,
    settings={
        **SWISS.settings,
        **SETTINGS,
        "tiebreaks": TieBreaks(list(default_keys("team_swiss")), TIE_BREAKS, help=IN_ORDER, is_team=True),
    },
)
TEAM_ROUND_ROBIN = replace(
    ROUND_ROBIN,
    key="team_round_robin",
    is_team=True,
    settings={
        **ROUND_ROBIN.settings,
        **SETTINGS,
        "tiebreaks": TieBreaks(
            list(default_keys("team_round_robin")), TIE_BREAKS, help=IN_ORDER, is_round_robin=True, is_team=True
        ),
    },
)
