"""Services for the score sheet of a table of three and more in person: as of a match, with a result for all seats."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import engine
from tournaments.errors import Refusal
from tournaments.event.selectors.pods import pods
from tournaments.matches.services import lock, refuse_draft
from tournaments.models import Pod
from tournaments.pairing import Kind, places_by
from tournaments.pods.selectors import sheets, slips
from tournaments.pods.services import recording
from tournaments.pods.services import slips as slips_services
from tournaments.pods.services.figures import PodScore, record_pod
from tournaments.results.selectors.score_sheets import ScoreSheet
from tournaments.results.services import score_sheets


@transaction.atomic
def enter_deal(
    *, pod: Pod, entry: engine.DealEntry, key: str, version: int, now: datetime, by: User | None = None
) -> ScoreSheet:
    """Add a deal to the sheet of a table; locks the round and the table. Arguments and refusals are those of
    `results.services.score_sheets.enter_deal`."""
    return score_sheets.write_deal(_log(_locked(pod)), entry, key=key, version=version, now=now, by=by)


@transaction.atomic
def take_deal_back(*, pod: Pod, key: str, version: int, now: datetime, by: User | None = None) -> ScoreSheet:
    """Take the last deal off the sheet; its line stays in the log. Locks and refusals as `enter_deal`."""
    return score_sheets.write_back(_log(_locked(pod)), key=key, version=version, now=now, by=by)


@transaction.atomic
def send_sheet(
    *,
    pod: Pod,
    version: int,
    now: datetime,
    order: int | None = None,
    by: User | None = None,
    is_final: bool = False,
) -> Pod:
    """Record the result of all seats from a sheet that is over. Reported by one seat (`order`, by its slip) or by
    somebody signed in, it waits for another seat as any result does, unless it `is_final`."""
    pod = _locked(pod)
    score = score_of(pod, score_sheets.finished(_log(pod), version))
    if order is not None:
        return slips_services.report(pod=pod, order=order, now=now, score=score, deals=score.deals)
    return recording.record_result(pod=pod, now=now, by=by, is_final=is_final, score=score, version=pod.version)


def score_of(pod: Pod, sheet: ScoreSheet) -> PodScore:
    """The score of a finished sheet of a table, in the form of a live table's; places by final score, of
    those who were there."""
    final = sheet.book.final
    seats = list(pod.pod_seats.order_by("order"))
    at = {seat.order: number for number, seat in enumerate(one for one in seats if not one.is_absent)}
    places = places_by(final.totals)

    def spread(figures: tuple[int, ...], otherwise: int) -> tuple[int, ...]:
        return tuple(figures[at[seat.order]] if seat.order in at else otherwise for seat in seats)

    return PodScore(
        kind=Kind.PLAYED,
        places=spread(tuple(places), len(at) + 1),
        scores=spread(final.totals, 0),
        settlements=spread(final.net, 0),
        absent=frozenset(seat.order for seat in seats if seat.is_absent),
        deals=final.deals,
        deals_won=spread(final.deals_won, 0),
    )


def _locked(pod: Pod) -> Pod:
    pod = lock(pod, refuse=False)
    refuse_draft(pod.round)
    pod = pods().get(pk=pod.pk)
    if not sheets.takes_deals(pod):
        raise Refusal(_("This table is not written down deal by deal."), "no_sheet")
    return pod


def _log(pod: Pod) -> score_sheets.Log:
    return score_sheets.Log(
        lines=pod.sheet_lines,
        read=lambda more: sheets.score_sheet(pod, more),
        is_open=slips.slip_state(pod).is_open,
        record=lambda action, by, now, **facts: record_pod(pod, action, by, now, **facts),
    )
