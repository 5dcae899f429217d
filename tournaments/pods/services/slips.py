"""Results of tables of three and more by slip: one seat enters, another agrees, without an account."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from audit import services as audit
from tournaments.errors import Conflict, Refusal
from tournaments.event.selectors.pods import pods
from tournaments.event.services import schedule
from tournaments.matches.services import DESK, NONE, OTHER, confirmation, refuse_draft
from tournaments.models import MatchState, Pod, PodReport, Round
from tournaments.pods.selectors import slips
from tournaments.pods.services import recording, validation
from tournaments.pods.services.figures import PodScore

UNDO_SECONDS = int(schedule.UNDO_FOR.total_seconds())


@transaction.atomic
def report(
    *,
    pod: Pod,
    order: int,
    now: datetime,
    scores: Sequence[int] | None = None,
    places: Sequence[int] | None = None,
    deals: int = 0,
    score: PodScore | None = None,
    version: int | None = None,
    key: str = "",
) -> Pod:
    """One seat (`order` from 0) enters the result of its table by its slip: the scores of all seats, or their places;
    or the `score` of its score sheet.

    It stands at once where nobody confirms; the same figures from another seat confirm it; different figures are both
    kept and shown to the officials. A report with the `key` of the one that the seat has made changes nothing: it was
    sent twice. Locks the table. Raises Refusal when the result stands or the round is not open, Invalid for impossible
    figures, Conflict for another `version`, unless these figures are the ones that wait for another seat.
    """
    pod = _locked(pod)
    if key and pod.reports.filter(order=order, key=key).exists():
        return pod
    figures = list((score.scores if score is not None else scores if scores is not None else places) or ())
    is_by_places = score is None and scores is None
    said = PodReport(pod=pod, order=order, figures=figures, is_by_places=is_by_places, deals=deals, key=key, at=now)
    state = slips.slip_state(pod)
    is_second = state.reporter not in (None, order)
    _require(pod, state, None if is_second and not slips.differ(pod, [said]) else version)
    who = confirmation(pod, by_slip=True)
    if score is not None:
        scores = score.scores
    else:
        validation.checked(pod, scores=scores, places=places, deals=deals)
    if is_second:
        Pod.objects.filter(pk=pod.pk).update(version=pod.version + 1)
    else:
        recording.record_result(
            pod=pod, now=now, by=None, is_final=who == NONE, scores=scores, places=places, deals=deals, score=score,
            version=pod.version,
        )  # fmt: skip
    pod.reports.filter(order=order).delete()
    said.save(force_insert=True)
    pod = pods().get(pk=pod.pk)
    is_agreed = pod.state == MatchState.REPORTED and _agree(pod)
    if is_agreed and who == OTHER:
        pod = recording.confirm_result(pod=pod, now=now, by=None)
    action = "slip.agree" if is_agreed else "slip.differs" if is_second else "slip.report"
    _record(pod, action, order, now, **{"places" if is_by_places else "scores": figures, "deals": deals})
    return pod


@transaction.atomic
def agree(*, pod: Pod, order: int, now: datetime, version: int | None = None) -> Pod:
    """Another seat confirms the reported result by its slip. Locks the table. Raises Refusal when there is nothing to
    confirm, the report is the seat's own, or only the desk confirms; Conflict for another `version`."""
    pod = _locked(pod)
    state = slips.slip_state(pod)
    _require(pod, state, version)
    if pod.state != MatchState.REPORTED:
        raise Refusal(_("There is no result to confirm."), "nothing_reported")
    if state.reporter == order:
        raise Refusal(_("You have entered this result: another player at the table confirms it."), "own_report")
    if confirmation(pod, by_slip=True) == DESK:
        raise Refusal(_("An official confirms the results here."), "desk")
    pod = recording.confirm_result(pod=pod, now=now, by=None)
    pod.reports.filter(order=order).delete()  # its own earlier report
    _record(pod, "slip.agree", order, now)
    return pod


@transaction.atomic
def take_back(*, pod: Pod, order: int, now: datetime, version: int) -> Pod:
    """Undo the seat's report of the last ten seconds. Locks the table. Raises Refusal later, Conflict when the table
    has changed since."""
    pod = _locked(pod)
    state = slips.slip_state(pod)
    _require(pod, state, version, is_over_fine=True)
    mine = next((one for one in state.reports if one.order == order), None)
    if mine is None or now - mine.at > schedule.UNDO_FOR:
        raise Refusal(_("A result can be undone for ten seconds; enter the right one instead."), "too_late")
    mine.delete()
    if state.reporter == order:
        pod = recording.take_back(pod=pod, now=now, by=None)
    _record(pod, "slip.undo", order, now)
    return pod


def _agree(pod: Pod) -> bool:
    """Have two seats reported the same, and no seat anything else?"""
    reports = list(pod.reports.all())
    seats = {one.order for one in reports} | {slips.reporter(pod, reports)}
    return len(seats - {None}) > 1 and not slips.differ(pod, reports)


def _locked(pod: Pod) -> Pod:
    """The table as it is now, locked after its round as everywhere."""
    refuse_draft(Round.objects.select_for_update().get(pk=pod.round_id))
    Pod.objects.select_for_update(of=("self",)).get(pk=pod.pk)
    return pods().get(pk=pod.pk)


def _require(pod: Pod, state: slips.PodSlipState, version: int | None, is_over_fine: bool = False) -> None:
    """Raises Conflict when the table has changed since `version`, Refusal when its slips take nothing now."""
    if version is not None and pod.version != version:
        raise Conflict(_("Somebody else has entered a result for this table in the meantime."))
    if not state.is_open and not (is_over_fine and state.stage == "over"):
        said = {
            "early": _("This round has not begun."),
            "live": _("This is being played at a live table: its result comes by itself."),
            "over": _("This result stands. Ask an official if it is wrong."),
        }
        raise Refusal(said.get(state.stage, _("This round is closed.")), state.stage)


def _record(pod: Pod, action: str, order: int, now: datetime, **facts: Any) -> None:
    seat = next(seat for seat in pod.pod_seats.all() if seat.order == order)
    after = {"seat": order, "entry": seat.entry.public_id, **facts}
    audit.record(actor=None, action=action, target=f"pod:{pod.public_id}", now=now, after=after)
