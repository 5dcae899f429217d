"""Results by slip: one side enters, another confirms, without an account; the common service for results does the
rest."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from audit import services as audit
from tournaments.errors import Conflict, Refusal
from tournaments.event.selectors import finding
from tournaments.event.services import schedule
from tournaments.matches.services.match_scores import Score
from tournaments.matches.services.own_words import DESK, NONE, confirmation
from tournaments.matches.services.writing import refuse_draft
from tournaments.models import Match, MatchState, Round, SlipReport
from tournaments.results.selectors import slips
from tournaments.results.services import recording, reports

UNDO_SECONDS = int(schedule.UNDO_FOR.total_seconds())


@transaction.atomic
def report(
    *,
    match: Match,
    order: int,
    now: datetime,
    points: Sequence[int] | None = None,
    places: Sequence[int] | None = None,
    deals: int = 0,
    games: Sequence[int] | None = None,
    score: Score | None = None,
    version: int | None = None,
    key: str = "",
) -> Match:
    """Enter the result of a match by the slip of one side (`order` from 0): the points of all sides, or at a table of
    three and more their places, and the games won if the best of several is played; or the `score` of its score sheet.

    It stands at once where nobody confirms; the same figures from another side confirm it; different figures are all
    kept and shown to the officials. A report with the `key` of the one that the side has made changes nothing: it was
    sent twice. Locks the match. Raises Refusal when the result stands or the round is not open, Invalid for impossible
    figures, Conflict for another `version`, unless these figures are the ones that wait for this side.
    """
    match = _locked(match)
    if key and match.slip_reports.filter(order=order, key=key).exists():
        return match
    state, who = slips.slip_state(match), confirmation(match, by_slip=True)
    _require(match, state, None)
    match = recording.record_result(
        match=match, now=now, by=None, order=order, key=key, points=points, places=places, deals=deals, games=games,
        score=score, version=match.version if version is None else version,
    )  # fmt: skip
    is_agreed = reports.agree(match) or (match.state == MatchState.OVER and who != NONE)
    is_second = state.reporter not in (None, order)
    action = "slip.agree" if is_agreed else "slip.differs" if is_second else "slip.report"
    said = reports.figures_of(SlipReport.objects.get(match=match, order=order))
    noted = {name: figure for name, figure in said.items() if figure is not None}
    _record(match, action, order, now, **noted)
    return match


@transaction.atomic
def agree(*, match: Match, order: int, now: datetime, version: int | None = None) -> Match:
    """Confirm the reported result by the slip of another side. Locks the match. Raises Refusal when there is nothing to
    confirm, the report is the side's own, or only the desk confirms; Conflict for another `version`."""
    match = _locked(match)
    state = slips.slip_state(match)
    _require(match, state, version)
    if match.state != MatchState.REPORTED:
        raise Refusal(_("There is no result to confirm."), "nothing_reported")
    if state.reporter == order:
        raise recording.own_report()
    if confirmation(match, by_slip=True) == DESK:
        raise Refusal(_("An official confirms the results here."), "desk")
    match = recording.confirm_result(match=match, now=now, by=None)
    reports.forget(match, order)  # its own earlier report
    _record(match, "slip.agree", order, now)
    return match


@transaction.atomic
def take_back(*, match: Match, order: int, now: datetime, version: int) -> Match:
    """Undo the side's report of the last ten seconds. Locks the match. Raises Refusal later and once the result was
    confirmed, Conflict when the match has changed since."""
    match = _locked(match)
    state = slips.slip_state(match)
    _require(match, state, version, is_over_fine=match.entered_by_id is None)
    recording.refuse_confirmed(match)
    mine = next((one for one in state.reports if one.order == order), None)
    if mine is None or now - mine.at > schedule.UNDO_FOR:
        raise Refusal(_("A result can be undone for ten seconds; enter the right one instead."), "too_late")
    mine.delete()
    if state.reporter == order:
        match = recording.take_back(match=match, now=now, by=None)
    _record(match, "slip.undo", order, now)
    return match


def _locked(match: Match) -> Match:
    """The match read again, locked after its round as everywhere."""
    refuse_draft(Round.objects.select_for_update().get(pk=match.round_id))
    Match.objects.select_for_update().get(pk=match.pk)
    return finding.matches().get(pk=match.pk)


def _require(match: Match, state: slips.SlipState, version: int | None, is_over_fine: bool = False) -> None:
    """Raise Conflict if the match has changed since `version`, Refusal if its slips are closed."""
    if version is not None and match.version != version:
        raise Conflict(_("Somebody else has entered a result for this match meanwhile."))
    if not state.is_open and not (is_over_fine and state.stage == "over"):
        said = {
            "early": _("This round has not begun."),
            "live": _("This match is played at a live table: its result comes by itself."),
            "over": _("This result stands. Ask an official if it is wrong."),
        }
        raise Refusal(said.get(state.stage, _("This round is closed.")), state.stage)


def _record(match: Match, action: str, order: int, now: datetime, **facts: Any) -> None:
    side = next(side for side in match.sides.all() if side.order == order)
    after = {"side": order, "entry": side.entry.public_id, **facts}
    audit.record(actor=None, action=action, target=f"match:{match.public_id}", now=now, after=after)
