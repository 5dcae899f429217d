"""Reports of the sides of a match: what each says, by its slip or signed in. Those that agree confirm the result, those
that differ are all kept for the officials."""

from datetime import datetime
from typing import Any

from tournaments.matches.services.match_scores import Score, revised
from tournaments.models import Match, MatchState, SlipReport
from tournaments.results.selectors import slips


def report_of(match: Match, order: int, score: Score, now: datetime, key: str = "") -> SlipReport:
    """What the side `order` says, not yet kept: the result of the match as this score would make it."""
    figures, games, is_by_places = slips.said_by(revised(match, score).sides)
    return SlipReport(
        match=match, order=order, figures=figures, games=games, is_by_places=is_by_places, deals=score.deals, key=key,
        at=now,
    )  # fmt: skip


def waiting(match: Match, but: int | None) -> SlipReport | None:
    """The result that waits for confirmation as the report of its side, not yet kept; None if none waits, or it is that
    of the side `but`, or of no side."""
    order = slips.reporter(match, _kept(match)) if match.state == MatchState.REPORTED else None
    if order is None or order == but:
        return None
    figures, games, is_by_places = slips.said(match)
    return SlipReport(
        match=match, order=order, figures=figures, games=games, is_by_places=is_by_places, deals=match.deals,
        at=match.finished_at or match.round.paired_at,
    )  # fmt: skip


def figures_of(report: SlipReport) -> dict[str, Any]:
    """What a report says, as `record_result` takes it."""
    figures = report.figures if any(report.figures) or not report.games else None  # games alone say enough
    return {
        "points": None if report.is_by_places else figures or None,
        "places": figures if report.is_by_places else None,
        "deals": report.deals,
        "games": report.games or None,
    }


def is_kept(report: SlipReport) -> bool:
    """Has its side reported the same result already?"""
    return any(one.order == report.order and one.result == report.result for one in _kept(report.match))


def keep(report: SlipReport) -> None:
    """Keep a report in place of the earlier one of its side."""
    SlipReport.objects.filter(match=report.match, order=report.order).delete()
    report.save(force_insert=True)


def keep_first(report: SlipReport, before: SlipReport | None, *, is_by_slip: bool) -> None:
    """Keep what there is beside a result that was written down as the report of a side: by slip the report itself,
    since no name tells whose it is; and the one that waited `before`, if another side had made it."""
    SlipReport.objects.filter(match=report.match, order=report.order).delete()
    if is_by_slip:
        report.save(force_insert=True)
    if before is not None:
        keep(before)


def agree(match: Match) -> bool:
    """Have two sides reported the same result, and no side another one? The waiting result is one side's report, the
    kept report is another's."""
    kept = _kept(match)
    sides = {one.order for one in kept} | {slips.reporter(match, kept)}
    return match.state == MatchState.REPORTED and len(sides - {None}) > 1 and not slips.differ(match, kept)


def _kept(match: Match) -> list[SlipReport]:
    return list(SlipReport.objects.filter(match=match))
