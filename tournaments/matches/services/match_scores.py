"""Scores of matches: what is allowed, and what they are as points."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from tournaments.errors import Invalid
from tournaments.formats import team_terms
from tournaments.models import (
    Match,
)
from tournaments.pairing import FORFEITS, Kind, Outcome, PointsTable, TablePoints, points_of, scale_of
from tournaments.standings.selectors.rows.sides import Revised, SideCount

MOST_POINTS = 9_999
MOST_DEALS = 999
BY_HAND = (Kind.PLAYED, *FORFEITS, Kind.ABANDONED)
BY_RULING = (*BY_HAND, Kind.ADJUSTED, Kind.ANNULLED)
MAY_BE_UNKNOWN = ("game_points", "deals_won", "games", "ruling")


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The score of a match; tuples are by side. A table of points for two sides asks for the `winner` (None for a tie
    or a loss of both), one for more sides for the `places` (1 for the best, equal ones share it) and who was `absent`.
    `game_points` are None where only places were noted; `margins` what the sheet settles; `games` won, None where
    nobody noted them; `ruling` are the points that officials decided on, in the unit of the table of points."""

    kind: Kind
    winner: int | None = None
    places: tuple[int, ...] = ()
    game_points: tuple[int, ...] | None = (0, 0)
    margins: tuple[int, ...] = (0, 0)
    deals: int = 0
    deals_won: tuple[int, ...] | None = None
    games: tuple[int, ...] | None = None
    is_shutout: bool = False
    absent: frozenset[int] = frozenset()
    ruling: tuple[int, ...] | None = None

    @property
    def outcome(self) -> Outcome:
        """The outcome of the match, from which a table of points gives its points."""
        return Outcome(
            winner=self.winner,
            places=self.places,
            margins=self.margins,
            deals=self.deals,
            is_shutout=self.is_shutout,
            absent=self.absent,
            ruling=self.ruling,
        )


def to_json(score: Score) -> dict[str, Any]:
    """A score as a report of a side keeps it."""
    return {**asdict(score), "absent": sorted(score.absent)}


def from_json(kept: Mapping[str, Any]) -> Score:
    """A score that a report keeps. Raises KeyError, TypeError or ValueError for anything else."""
    told = {name: None if kept[name] is None else _numbers(kept[name]) for name in MAY_BE_UNKNOWN}
    winner = None if kept["winner"] is None else _numbers([kept["winner"]])[0]
    kind = Kind(kept["kind"])
    if kind not in BY_HAND or (kind in FORFEITS and any(told["game_points"] or ())):
        raise ValueError("nobody can enter this kind of result, or not with points")
    return Score(
        kind=kind, winner=winner, places=_numbers(kept["places"]), margins=_numbers(kept["margins"]),
        deals=_numbers([kept["deals"]])[0], is_shutout=bool(kept["is_shutout"]),
        absent=frozenset(_numbers(kept["absent"])), **told,
    )  # fmt: skip


def _numbers(kept: Sequence[object]) -> tuple[int, ...]:
    if not isinstance(kept, list | tuple) or not all(type(one) is int for one in kept):
        raise TypeError
    return tuple(kept)


def scale_for(match: Match) -> PointsTable | TablePoints:
    """The points table of a match, or for a board the board table."""
    settings = match.round.stage.settings
    return team_terms(settings).board_table if match.parent_id else scale_of(settings)


def needs_deals(match: Match) -> bool:
    """Do the points of a match, or of a board, follow from the number of its deals?"""
    return getattr(scale_for(match), "beta", None) is not None


def leads(pair: Sequence[int]) -> int | None:
    """Which of two has more; None where both have as many."""
    return None if pair[0] == pair[1] else int(pair[1] > pair[0])


def opposite(margin: int) -> tuple[int, int]:
    """The margins of two sides, from that of the first."""
    return margin, -margin


def not_played(seats: int, absent: Collection[int]) -> Score:
    """The score of a match of so many sides that was not played because some were `absent`: who is there alone wins,
    several share the best places."""
    here = [order for order in range(seats) if order not in absent]
    return Score(
        kind=Kind.FORFEIT if here else Kind.DOUBLE_FORFEIT,
        winner=here[0] if len(here) == 1 else None,
        places=tuple(1 if order in here else len(here) + 1 for order in range(seats)),
        game_points=None,
        margins=(0,) * seats,
        absent=frozenset(absent),
    )


def check_score(
    kind: str,
    points: tuple[int, int],
    winner: int | None,
    deals: int,
    table: PointsTable,
    may_tie: bool = False,
    ahead: int | None = None,
) -> Score:
    """The score of a match from figures entered by hand. The winner of a played match has more points; one that
    `may_tie` can have equal points. The side that is `ahead` in what counts before points wins with any points. Raises
    Invalid, which names the field."""
    if kind not in BY_HAND:
        raise Invalid("kind", _("A result is played, abandoned, a forfeit or a double forfeit."))
    first, second = _figures(points, deals)
    if ahead is not None and kind == Kind.PLAYED:
        if winner not in (None, ahead):
            raise Invalid("winner", _("The winner has won more games than the other side."))
        return _with_deals(_played(Kind.PLAYED, first, second, ahead, deals), table)
    if may_tie and kind == Kind.PLAYED and first == second and winner is None:
        return _with_deals(Score(kind=Kind.PLAYED, winner=None, game_points=(first, second), deals=deals), table)
    return _with_deals(_score(Kind(kind), first, second, winner, deals), table)


def check_ruling(
    kind: str,
    points: tuple[int, int],
    winner: int | None,
    deals: int,
    table: PointsTable,
    ruling: tuple[int, int] | None = None,
    may_tie: bool = False,
    ahead: int | None = None,
) -> Score:
    """The score of a match from figures that officials decide on. They can also adjust a match, or annul it (then the
    side that did not offend wins). A `ruling` gives match points that do not follow from the figures; no winner need be
    named beside it. For `may_tie` and `ahead` see `check_score`. Raises Invalid, which names the field."""
    if kind not in BY_RULING:
        raise Invalid("kind", _("A ruling is played, adjusted, abandoned, annulled, a forfeit or a double forfeit."))
    if ruling is None and kind in (Kind.PLAYED, Kind.ADJUSTED):
        may_tie = may_tie and kind == Kind.PLAYED
        return replace(check_score(Kind.PLAYED, points, winner, deals, table, may_tie, ahead), kind=Kind(kind))
    first, second = _figures(points, deals)
    if ruling is None:
        return _with_deals(_score(Kind(kind), first, second, winner, deals), table)
    if kind not in (Kind.ADJUSTED, Kind.ABANDONED, Kind.ANNULLED):
        raise Invalid("ruling", _("Points are given by ruling where a match is adjusted, abandoned or annulled."))
    if not all(0 <= one <= table.most for one in ruling):
        raise Invalid("ruling", _("Match points from 0 to %(most)s.") % {"most": f"{table.most / table.unit:g}"})
    is_void = kind == Kind.ANNULLED
    return Score(
        kind=Kind(kind),
        winner=None if ruling[0] == ruling[1] else int(ruling[1] > ruling[0]),
        game_points=(0, 0) if is_void else (first, second),
        margins=opposite(0 if is_void else first - second),
        deals=0 if is_void else deals,
        ruling=ruling,
    )


FIGURES = ("points", "game_points", "games_won", "margin", "place", "is_absent")


def revised(match: Match, score: Score, board: tuple[int, tuple[int, ...]] | None = None) -> Revised:
    """A match as it would stand with this score, and a `board` of it with these points of both sides. Places and who
    was absent, or games and a shutout, are kept where the table of points asks for a result in this form."""
    scale = scale_for(match)
    points, is_by_place = points_of(score.kind, score.outcome, scale), isinstance(scale, TablePoints)
    game_points = score.game_points or (None if is_by_place else 0,) * len(points)
    sides = tuple(
        SideCount(
            points=won,
            game_points=game_points[order],
            games_won=score.games[order] if score.games and not is_by_place else None,
            margin=score.margins[order],
            place=score.places[order] if is_by_place else None,
            is_absent=is_by_place and order in score.absent,
        )
        for order, won in enumerate(points)
    )
    is_shutout = score.is_shutout and not is_by_place
    return Revised(match=match.pk, kind=score.kind, sides=sides, is_shutout=is_shutout, board=board)


def _figures(points: tuple[int, int], deals: int) -> tuple[int, int]:
    first, second = points
    if max(abs(first), abs(second)) > MOST_POINTS:
        said = {"least": -MOST_POINTS, "most": MOST_POINTS}
        raise Invalid("points", _("Points are whole numbers from %(least)d to %(most)d.") % said)
    if not 0 <= deals <= MOST_DEALS:
        raise Invalid("deals", _("A match has at most %(most)d deals.") % {"most": MOST_DEALS})
    return first, second


def _score(kind: Kind, first: int, second: int, winner: int | None, deals: int) -> Score:
    if kind is Kind.DOUBLE_FORFEIT:
        if winner is not None:
            raise Invalid("winner", _("Nobody wins a double forfeit: enter a forfeit, or no winner."))
        return Score(kind=kind, winner=None)
    if kind in (Kind.FORFEIT, Kind.ABANDONED, Kind.ANNULLED):
        if winner not in (0, 1):
            raise Invalid("winner", _("Say who wins."))
        return (
            _played(kind, first, second, winner, deals) if kind is Kind.ABANDONED else Score(kind=kind, winner=winner)
        )
    if first == second == 0 and winner in (0, 1):
        return Score(kind=kind, winner=winner, deals=deals)  # the winner is known, the points are not
    if first == second:
        raise Invalid("points", _("A game has a winner: the points cannot be equal."))
    if winner is not None and winner != int(second > first):
        raise Invalid("winner", _("The winner has more points than the other side."))
    return _played(kind, first, second, int(second > first), deals)


def _played(kind: Kind, first: int, second: int, winner: int, deals: int) -> Score:
    return Score(
        kind=kind,
        winner=winner,
        game_points=(first, second),
        margins=opposite(first - second),
        deals=deals,
        is_shutout=min(first, second) == 0 and max(first, second) > 0 and kind is Kind.PLAYED,
    )


def _with_deals(score: Score, table: PointsTable) -> Score:
    """Check that a played match has its number of deals if its points follow from it. Raises Invalid."""
    if score.kind is Kind.PLAYED and not score.deals and table.beta:
        raise Invalid("deals", _("Victory points need the number of deals: from 1 to %(most)d.") % {"most": MOST_DEALS})
    return score
