"""Reports of the sides of a match: what each says, by its slip or signed in. Those that agree confirm the result, those
that differ are all kept for the officials."""

from datetime import datetime
from typing import Any

from accounts.models import User
from tournaments.matches.services.match_scores import Score, from_json, revised, to_json
from tournaments.models import Match, MatchState, SlipReport
from tournaments.pairing import Kind
from tournaments.results.selectors import slips
from tournaments.results.services import validation


def report_of(match: Match, order: int, score: Score, now: datetime, by: User | None, key: str = "") -> SlipReport:
    """What the side `order` says, not yet kept: the result of the match as this score would make it. `by` is who says
    it signed in."""
    said = slips.said_by(score.kind, revised(match, score).sides)
    return SlipReport(
        match=match, order=order, figures=said.figures, games=said.games, is_by_places=said.is_by_places,
        deals=score.deals, score=to_json(score) | {"points": said.points}, key=key, at=now,
        by=by,
    )  # fmt: skip


def score_of(report: SlipReport) -> Score:
    """The score that a side has reported. Raises Invalid for figures of an older row that cannot be."""
    return validation.score_of(report.match, **figures_of(report)) if report.score is None else from_json(report.score)


def check(report: SlipReport) -> None:
    """Check a row that comes from a file. Raises KeyError, IndexError, TypeError or ValueError if its score is none, or
    says something else than its figures."""
    if report.score is not None:
        score = from_json(report.score)
        if not slips.said_by(score.kind, revised(report.match, score).sides).is_same(slips.said_in(report)):
            raise ValueError("the score of a report says something else than its figures")


def figures_of(report: SlipReport) -> dict[str, Any]:
    """What a report says, as `record_result` takes it, without its kind where it was played to the end."""
    figures = report.figures if any(report.figures) or not report.games else None  # games alone say enough
    kind = slips.said_in(report).kind
    return {
        "points": None if report.is_by_places else figures or None,
        "places": figures if report.is_by_places else None,
        "deals": report.deals,
        "games": report.games or None,
        **({} if kind in (None, Kind.PLAYED) else {"kind": kind}),
    }


def waits_for(match: Match, order: int | None) -> bool:
    """Does a result that another side has reported wait for the word of this one?"""
    return match.state == MatchState.REPORTED and slips.reporter(match, kept(match)) not in (None, order)


def is_kept(report: SlipReport) -> bool:
    """Has its side reported the same result already?"""
    said = slips.said_in(report)
    return any(one.order == report.order and slips.said_in(one).is_same(said) for one in kept(report.match))


def keep(report: SlipReport) -> None:
    """Keep a report in place of the earlier one of its side."""
    forget(report.match, report.order)
    report.save(force_insert=True)


def forget(match: Match, order: int) -> None:
    """Remove what a side has reported."""
    SlipReport.objects.filter(match=match, order=order).delete()


def agree(match: Match) -> bool:
    """Have two sides reported the same result, and no side another one? The waiting result is one side's report, the
    kept report is another's."""
    reports = kept(match)
    sides = {one.order for one in reports} | {slips.reporter(match, reports)}
    return match.state == MatchState.REPORTED and len(sides - {None}) > 1 and not slips.differ(match, reports)


def other_author(report: SlipReport) -> User | None:
    """Who has said signed in, for another side, what this report says; None for a slip, and where nobody has."""
    said, others = slips.said_in(report), (one for one in kept(report.match) if one.order != report.order)
    return next((one.by for one in others if one.by is not None and slips.said_in(one).is_same(said)), None)


def kept(match: Match) -> list[SlipReport]:
    """The reports of the sides of a match, the first first."""
    return list(SlipReport.objects.filter(match=match).select_related("by"))
