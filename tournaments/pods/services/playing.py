"""A round at tables of three and more begins: open its live tables, and note players who have left or do not come."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from duework import services as duework
from games import models as game_models
from tournaments.errors import Invalid, Refusal
from tournaments.event.selectors.pods import CHAIRS, is_live
from tournaments.event.services import schedule
from tournaments.event.services.notices import tell, tell_missing
from tournaments.matches.selectors import reference
from tournaments.matches.services import after_result, lock, nobody_came
from tournaments.models import GONE, EntryStatus, MatchState, Pod, PodSeat, Round, RoundState
from tournaments.pods.services import recording, validation
from tournaments.pods.services.figures import facts_of, record_pod, write_score
from tournaments.tables import services as tables


def start(rnd: Round, now: datetime) -> tuple[list[Pod], list[Pod]]:
    """Begin the tables of a round: those that are played, and those of them at live tables, which are open now. Who has
    left the tournament has no seat; where the others cannot play without them, they share the best places by forfeit.
    Called with the round locked."""
    found = list(rnd.pods.prefetch_related(CHAIRS))
    for pod in found:
        pod.round = rnd
    to_play = [pod for pod in found if not _walk_over(pod, now)]
    at_tables = [pod for pod in to_play if is_live(pod)]
    for pod in at_tables:
        _open(pod, now)
    return to_play, at_tables


def look(rnd: Round, now: datetime, walk: duework.Walk) -> None:
    """Record live tables of a round that have ended, in case the message was lost; `walk` is that over the round."""
    known = rnd.pods.filter(state=MatchState.PLAYING).values_list("table", flat=True)
    for table in game_models.Table.objects.filter(public_id__in=list(known), status=game_models.Status.OVER):
        with walk.row(f"table {table.public_id}"):
            recording.table_over(table=table, now=now)


@transaction.atomic
def flag_missing(*, pod: Pod, order: int, now: datetime, by: User | None) -> Pod:
    """Flag a seat (from 0) as missing to the table and the director; this is not a forfeit. Locks the table.
    Saying it again changes nothing; raises Refusal for a table that is over, Invalid for a seat that there is not."""
    pod = lock(pod, refuse=False)
    _check_seat(pod, order)
    if pod.state == MatchState.OVER or pod.round.state != RoundState.RUNNING:
        raise Refusal(_("This table is not waiting for anybody."), "not_waiting")
    _flag(pod, [order], now, by)
    return pod


@transaction.atomic
def clear_missing(*, pod: Pod, order: int, now: datetime, by: User | None) -> Pod:
    """Say that a seat has come after all. Locks the table. Raises Invalid for an unknown seat."""
    pod = lock(pod, refuse=False)
    _check_seat(pod, order)
    if pod.pod_seats.filter(order=order, missing_since__isnull=False).update(missing_since=None):
        record_pod(pod, "pod.present", by, now, after={"order": order})
    return pod


def no_shows(rnd: Round, now: datetime, is_forfeit: bool, walk: duework.Walk) -> None:
    """The grace after the start of a round is over: who is not there is flagged; with `is_forfeit` a table in person
    that cannot play without them ends by forfeit. Called with the round locked."""
    found = list(rnd.pods.filter(state__in=(MatchState.PAIRED, MatchState.PLAYING)).prefetch_related(CHAIRS))
    silent = _silent_seats(found)
    for pod in found:
        pod.round = rnd
        with walk.row(f"table {pod.public_id}"):
            _no_show(pod, silent, now, is_forfeit)


def _no_show(pod: Pod, silent: set[tuple[str, int]], now: datetime, is_forfeit: bool) -> None:
    absent = [seat.order for seat in pod.pod_seats.all() if _is_missing(pod, seat, silent)]
    _flag(pod, absent, now, None)
    is_theirs = is_live(pod) and len(absent) == sum(not seat.is_absent for seat in pod.pod_seats.all())
    if is_forfeit and absent and pod.state == MatchState.PAIRED and not is_theirs:
        _leave_out(pod, absent, now, "pod.no_show_forfeit")
        after_result(pod.round, now + schedule.UNDO_FOR)


def _walk_over(pod: Pod, now: datetime) -> bool:
    """As a round starts, take the seats of entries that have left the tournament. Returns whether nobody plays at the
    table any more."""
    gone = [seat.order for seat in pod.pod_seats.all() if seat.entry.status in GONE]
    return bool(gone) and _leave_out(pod, gone, now, "pod.walk_over")


def _leave_out(pod: Pod, absent: Sequence[int], now: datetime, action: str) -> bool:
    """Let a table be played without these seats, where the rules allow so few; else end it by forfeit. Returns whether
    it ended."""
    seats = list(pod.pod_seats.all())
    before = facts_of(pod)
    is_over = not validation.can_play(pod, len(seats) - len(absent))
    if is_over:
        write_score(pod, validation.not_played(len(seats), absent), now, MatchState.OVER, None)
    else:
        pod.pod_seats.filter(order__in=list(absent)).update(is_absent=True)
        for seat in seats:
            seat.is_absent = seat.order in absent
    record_pod(pod, action, None, now, before=before, after=facts_of(pod), reason="")
    return is_over


def _open(pod: Pod, now: datetime) -> None:
    """Open the live table for the present seats, in their order."""
    here = [seat for seat in pod.pod_seats.all() if not seat.is_absent]
    users = [seat.entry.members.all()[0].user for seat in here]
    tournament = pod.round.stage.tournament
    said = {"name": tournament.name, "n": pod.round.number, "table": pod.table_no}
    label = _("%(name)s, round %(n)d, table %(table)d") % said
    pod.table = tables.opened(tournament, pod.round.number, users, reference(pod), label, now)
    pod.state = MatchState.PLAYING
    pod.save(update_fields=["table", "state"])


def _silent_seats(pods: Iterable[Pod]) -> set[tuple[str, int]]:
    """The people (by table and key) at live tables who have not played yet, house players left out."""
    named = [pod.table for pod in pods if pod.table]
    seats = game_models.Seat.objects.filter(table__public_id__in=named, house_level="")
    played = game_models.Play.objects.filter(table__public_id__in=named, kind=game_models.Kind.PLAYER)
    moved = set(played.values_list("table__public_id", "by").distinct())
    return set(seats.values_list("table__public_id", "user")) - moved


def _is_missing(pod: Pod, seat: PodSeat, silent: set[tuple[str, int]]) -> bool:
    """Is the seat missing? It is if flagged; else at a live table if it has not played, in person if it is not checked
    in."""
    if seat.is_absent:
        return False
    if seat.missing_since is not None:
        return True
    if pod.table:
        return any((pod.table, member.user_id) in silent for member in seat.entry.members.all())
    return seat.entry.status != EntryStatus.CHECKED_IN


def _flag(pod: Pod, orders: Iterable[int], now: datetime, by: User | None) -> None:
    fresh = pod.pod_seats.filter(order__in=list(orders), missing_since=None)
    missing = list(fresh.values_list("order", flat=True))
    if not missing:
        return
    fresh.update(missing_since=now)
    record_pod(pod, "pod.no_show", by, now, after={"orders": missing})
    for order in missing:
        tell(f"pod:{pod.public_id}:no_show:{order}", "no_show", pod.round, now)
    if is_live(pod) and not pod.pod_seats.filter(missing_since=None, is_absent=False).exists():
        nobody_came(pod, pod.table, now)
    tell_missing(pod, now, by)


def _check_seat(pod: Pod, order: int) -> None:
    seats = pod.pod_seats.count()
    if not 0 <= order < seats:
        raise Invalid("seat", _("A seat from 1 to %(n)d.") % {"n": seats})
