"""Results of tables of three and more: from a live table by itself, in person by hand with confirmation and undo."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import models as game_models
from games import selectors as games
from tournaments.errors import Refusal
from tournaments.event.services import schedule
from tournaments.event.services.notices import tell_pod
from tournaments.matches.selectors import POD, table_of
from tournaments.matches.services import NONE, after_result, confirmation, lock, refuse_alone
from tournaments.models import MatchState, Pod, Round, RoundState
from tournaments.pairing import Kind
from tournaments.pods.selectors import slips
from tournaments.pods.services import rating, validation
from tournaments.pods.services.figures import (
    PodScore,
    empty,
    facts_of,
    record_pod,
    seat_of,
    write_score,
)
from tournaments.pods.services.result_lines import typed, typed_pod
from tournaments.results.services import hand_over
from tournaments.results.services.seen import is_sent_again, require_seen


@transaction.atomic
def record_result(
    *,
    pod: Pod,
    now: datetime,
    by: User | None,
    kind: str = Kind.PLAYED,
    scores: Sequence[int] | None = None,
    places: Sequence[int] | None = None,
    absent: Sequence[int] = (),
    deals: int = 0,
    score: PodScore | None = None,
    is_final: bool = True,
    version: int | None = None,
) -> Pod:
    """Enter the result of a table by hand: the final scores (`scores`) of all seats in their order, or only their
    places; or a forfeit, of which the `absent` seats (from 0) are the cause. A `score` that was added up deal by deal
    on a score sheet stands in their place and is not doubted.

    With `is_final` off another seat must confirm it, and a result that stands is not touched: only an official can
    enter it again while the round runs. An official who plays at the table counts as a player here. Locks the round and
    the table. Raises Invalid for impossible figures, Conflict for another `version` (without one: where a result
    stands that somebody else has entered), Refusal outside a running round.
    """
    pod = lock(pod)
    by_scores = {"scores": scores, "deals": deals} if scores is not None else {"places": places or ()}
    said = typed({"absent": absent} if absent or kind == Kind.DOUBLE_FORFEIT else by_scores, pod.pod_seats.count())
    if score is None and is_sent_again(pod, version, by, stands=typed_pod(pod), said=said):
        return pod
    _require_seen(pod, version, by)
    if pod.state == MatchState.PLAYING:
        raise Refusal(_("This is being played at a live table: its result comes by itself."), "live")
    is_own = seat_of(pod, by) is not None
    if pod.state == MatchState.OVER and (is_own or not is_final):
        raise Refusal(_("This result stands. Ask an official if it is wrong."), "stands")
    if is_own and confirmation(pod) != NONE:
        is_final = False
    if pod.result_kind == Kind.ANNULLED:
        raise Refusal(_("This table was annulled by ruling: no result is entered for it."), "void")
    score = score or validation.checked(pod, kind=kind, scores=scores, places=places, absent=absent, deals=deals)
    before = facts_of(pod)
    write_score(pod, score, now, MatchState.OVER if is_final else MatchState.REPORTED, by)
    if not is_final:
        tell_pod(f"pod:{pod.public_id}:to_confirm:{pod.version}", "result_to_confirm", pod, now, by)
    record_pod(pod, "pod.result", by, now, before=before, after=facts_of(pod))
    after_result(pod.round, now + schedule.UNDO_FOR)
    return pod


@transaction.atomic
def confirm_result(*, pod: Pod, now: datetime, by: User | None, version: int | None = None) -> Pod:
    """Another seat (None: by its slip), or an official, says that the reported result is right. Where an official
    plays, as of a match. Locks the round and the table. Raises Conflict for another `version`."""
    pod = lock(pod)
    if pod.state != MatchState.REPORTED:
        raise Refusal(_("There is no result to confirm."), "nothing_reported")
    if version is not None:
        _require_seen(pod, version, by)
    reporter = slips.reporter(pod, pod.reports.all())
    if confirmation(pod) != NONE and reporter is not None and seat_of(pod, by) == reporter:
        raise Refusal(_("You have reported this result: another player at the table confirms it."), "own_report")
    pod.is_unwitnessed = refuse_alone(pod, pod.entered_by, by)
    pod.state, pod.version = MatchState.OVER, pod.version + 1
    pod.save(update_fields=["state", "version", "is_unwitnessed"])
    how = {"confirmed_by": "slip" if by is None else "account", "is_unwitnessed": pod.is_unwitnessed}
    record_pod(pod, "pod.confirm", by, now, after=facts_of(pod) | how)
    if pod.is_unwitnessed:
        tell_pod(f"pod:{pod.public_id}:unwitnessed:{pod.version}", "result_unwitnessed", pod, now, by)
    after_result(pod.round, now)
    return pod


def _require_seen(pod: Pod, version: int | None, by: User | None) -> None:
    place = _("Table %(n)d") % {"n": pod.table_no}
    require_seen(pod, version, by, place=place, stands=typed_pod(pod))


@transaction.atomic
def undo_result(*, pod: Pod, now: datetime, by: User) -> Pod:
    """Take back a result entered by hand less than ten seconds ago, by whoever entered it. Locks round and table."""
    pod = lock(pod)
    if pod.entered_by_id != by.pk or pod.entered_at is None:
        raise Refusal(_("Only the person who entered a result can undo it."), "not_yours")
    if not can_undo(pod, now):
        raise Refusal(_("A result can be undone for ten seconds; enter the right one instead."), "too_late")
    return take_back(pod=pod, now=now, by=by)


def take_back(*, pod: Pod, now: datetime, by: User | None) -> Pod:
    """Remove the result of a table again, and cancel the closing of its round. Called with both locked."""
    before = facts_of(pod)
    schedule.cancel_close(pod.round)
    Round.objects.filter(pk=pod.round_id).update(version=pod.round.version + 1)
    empty(pod)
    record_pod(pod, "pod.undo", by, now, before=before)
    table = table_of(pod)
    if table is None:
        return pod
    Pod.objects.filter(pk=pod.pk).update(state=MatchState.PLAYING)
    return table_over(table=table, now=now) or pod


def can_undo(pod: Pod, now: datetime) -> bool:
    """Was the result entered by hand, and less than ten seconds ago, while its round still runs?"""
    is_fresh = pod.entered_at is not None and now - pod.entered_at <= schedule.UNDO_FOR
    return is_fresh and pod.round.state == RoundState.RUNNING and pod.result_kind != Kind.ANNULLED


@transaction.atomic
def table_over(*, table: game_models.Table, now: datetime) -> Pod | None:
    """The live table of three and more has ended: record it. Running it twice changes nothing. Locks the round and the
    table."""
    result = games.result(table)
    if result is None or not table.ref.startswith(POD):
        return None
    pod = Pod.objects.filter(public_id=table.ref.removeprefix(POD)).first()
    if pod is None:
        return None
    pod = lock(pod, refuse=False)
    if pod.state != MatchState.PLAYING or pod.table != table.public_id:
        return pod
    write_score(pod, from_table(pod, table, result), result.finished_at, MatchState.OVER, None)
    record_pod(pod, "pod.result", None, now, after=facts_of(pod))
    rating.hand_down(Pod.objects.filter(pk=pod.pk), now)
    after_result(pod.round, result.finished_at)
    return pod


def from_table(pod: Pod, table: game_models.Table, result: games.TableResult) -> PodScore:
    """A sitting's end as a result of all seats of the table: who was absent when it began had no seat at it. Of an
    abandoned sitting only its finished deals count, and the player who gave it up is last."""
    sides = hand_over.sides_of(table, result)
    absent = frozenset(pod.pod_seats.filter(is_absent=True).values_list("order", flat=True))
    seats = [order for order in range(pod.pod_seats.count()) if order not in absent]
    at = {order: seat for seat, order in enumerate(seats)}

    def spread(figures: Sequence[int], otherwise: int) -> tuple[int, ...]:
        return tuple(figures[at[order]] if order in at else otherwise for order in range(len(at) + len(absent)))

    return PodScore(
        kind=Kind.ABANDONED if result.abandoned else Kind.PLAYED,
        places=spread([side.place for side in sides], len(at) + 1),
        scores=spread(result.points if result.abandoned else result.totals, 0),
        settlements=spread(result.net, 0),
        absent=absent,
        deals=result.deals,
        deals_won=spread(result.deals_won, 0),
    )
