"""Reports of the sides of a match: what each says, by its slip or signed in. Those that agree confirm the result, those
that differ are all kept for the officials."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from tournaments.matches.services.match_scores import Score
from tournaments.models import Match, MatchState, SlipReport
from tournaments.results.selectors import slips
from tournaments.results.services import places as of_places


def report_of(
    match: Match,
    order: int,
    now: datetime,
    *,
    points: Sequence[int] | None = None,
    places: Sequence[int] | None = None,
    deals: int = 0,
    games: Sequence[int] | None = None,
    score: Score | None = None,
    key: str = "",
) -> SlipReport:
    """What the side `order` says, not yet kept: points of all sides, or at a table of three and more their places; or
    the `score` of its score sheet. Raises Invalid for figures that are not those of all sides."""
    if score is not None:
        points, places, deals, games = score.game_points, None, score.deals, score.games
    else:
        points, places, _absent = of_places.of_all_sides(match, points, places, None)
    is_by_places = points is None and places is not None
    return SlipReport(
        match=match, order=order, figures=list((places if is_by_places else points) or ((0, 0) if games else ())),
        games=list(games or ()), is_by_places=is_by_places, deals=deals, key=key, at=now,
    )  # fmt: skip


def figures_of(said: SlipReport) -> dict[str, Any]:
    """What a report says, as `record_result` takes it."""
    figures = said.figures if any(said.figures) or not said.games else None  # games alone say enough
    return {
        "points": None if said.is_by_places else figures or None,
        "places": figures if said.is_by_places else None,
        "deals": said.deals,
        "games": said.games or None,
    }


def keep(said: SlipReport) -> None:
    """Keep a report in place of the earlier one of its side."""
    SlipReport.objects.filter(match=said.match, order=said.order).delete()
    said.save(force_insert=True)


def agree(match: Match) -> bool:
    """Have two sides reported the same result, and no side another one? The waiting result is one side's report, the
    kept report is another's."""
    reports = list(match.slip_reports.all())
    sides = {one.order for one in reports} | {slips.slip_state(match).reporter}
    return match.state == MatchState.REPORTED and len(sides - {None}) > 1 and not slips.differ(match, reports)
