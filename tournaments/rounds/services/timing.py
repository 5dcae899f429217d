"""Due work of a round besides pairing, starting and closing: reminders, no-shows, the call of time, sealing."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from duework import services as duework
from duework.models import DueWork
from games.live.store import logbook
from games.models import Seat
from tournaments.errors import Invalid, Refusal, require_plannable
from tournaments.event.selectors import combining, finding
from tournaments.event.selectors.finding import SIDES, is_live
from tournaments.event.services import creating, schedule
from tournaments.event.services.cancelled import refuse_cancelled
from tournaments.event.services.notices import tell, tell_empty_board, tell_missing
from tournaments.matches.services import own_words, writing
from tournaments.models import EntryStatus, Match, MatchSide, MatchState, Round, RoundState
from tournaments.results.services import recording
from tournaments.rounds.services import editing

FLAG, FORFEIT = "flag", "forfeit"  # the tournament's rule for no-shows: flagged only, or lost by forfeit
NOT_BEGUN = (RoundState.DRAFT, RoundState.PUBLISHED)
MOST_MINUTES = 24 * 60


@transaction.atomic
def set_times(
    *,
    rnd: Round,
    now: datetime,
    starts_at: datetime | None,
    minutes: int | None = None,
    by: User | None = None,
    reason: str = "",
) -> Round:
    """Set or move the start of a round that has not begun, and how many minutes it lasts until time is called. The due
    work of a published round moves with it: start, reminders. Locks the round. Raises Invalid, Refusal."""
    if minutes is not None and not 1 <= minutes <= MOST_MINUTES:
        raise Invalid("minutes", _("A round lasts from 1 to %(most)d minutes.") % {"most": MOST_MINUTES})
    require_plannable("starts_at", starts_at)
    if starts_at is not None and starts_at < now:
        raise Invalid("starts_at", _("This time is over."))
    rnd = _locked(rnd)
    refuse_cancelled(rnd.stage.tournament)
    creating.refuse(combining.refusal_for(rnd.stage.tournament, minutes=minutes))
    if rnd.state not in NOT_BEGUN:
        raise Refusal(_("Round %(n)d has begun.") % {"n": rnd.number}, "begun")
    if rnd.state == RoundState.PUBLISHED and rnd.stage.has_windows:
        raise Refusal(_("Its match window is published: set the time of single matches."), "window_published")
    before = {"starts_at": _text(rnd.starts_at), "minutes": rnd.minutes}
    rnd.starts_at, rnd.minutes = starts_at, minutes
    rnd.save(update_fields=["starts_at", "minutes"])
    after = {"starts_at": _text(starts_at), "minutes": minutes}
    if before == after:
        return rnd
    editing.record_round(rnd, "round.times", by, now, before=before, after=after, reason=reason.strip())
    if rnd.state == RoundState.PUBLISHED:
        schedule.plan_start(rnd, starts_at or now)
        schedule.plan_reminders(rnd, now)
        tell(f"round:{rnd.public_id}:moved:{_text(starts_at)}", "moved", rnd, now, by=by)
    return rnd


@transaction.atomic
def flag_missing(*, match: Match, order: int, now: datetime, by: User | None) -> Match:
    """Flag a side (from 0) as missing to all sides and the director; this is not a forfeit. Locks the match. Saying it
    again changes nothing; raises Refusal for a match that is over, Invalid for a side that there is not."""
    match = _with_side(match, order)
    if match.state == MatchState.OVER or match.round.state != RoundState.RUNNING:
        raise Refusal(_("This match is not waiting for anybody."), "not_waiting")
    _flag(match, [order], now, by)
    return match


@transaction.atomic
def clear_missing(*, match: Match, order: int, now: datetime, by: User | None) -> Match:
    """Note that a side has come after all. Locks the match. Raises Invalid for a side that there is not."""
    match = _with_side(match, order)
    if match.sides.filter(order=order, missing_since__isnull=False).update(missing_since=None):
        writing.record_match(match, "match.present", by, now, after={"order": order})
    return match


def _with_side(match: Match, order: int) -> Match:
    match = Match.objects.select_for_update(of=("self",)).select_related("round__stage__tournament").get(pk=match.pk)
    sides = match.sides.count()
    if not 0 <= order < sides:
        raise Invalid("side", _("A seat from 1 to %(n)d.") % {"n": sides})
    return match


@transaction.atomic
def seal_round(*, rnd: Round, now: datetime) -> Round:
    """Seal a closed round whose correction window is over: its results are final. Sealing it again, or a round that is
    not closed, changes nothing. Locks the round."""
    rnd = _locked(rnd)
    if rnd.state != RoundState.CLOSED:
        return rnd
    rnd.state, rnd.sealed_at = RoundState.SEALED, now
    rnd.save(update_fields=["state", "sealed_at"])
    editing.record_round(rnd, "round.seal", None, now)
    return rnd


def do_seal(work: DueWork, now: datetime) -> None:
    """Handler: seal a round, unless it was reopened, which schedules its own sealing."""
    rnd = Round.objects.filter(pk=work.payload["round"], state=RoundState.CLOSED).first()
    if rnd is not None and work.key == schedule.seal_key(rnd):
        seal_round(rnd=rnd, now=now)


def do_remind(work: DueWork, now: datetime) -> None:
    """Handler: remind the players that a published round starts soon."""
    rnd = Round.objects.filter(pk=work.payload["round"], state=RoundState.PUBLISHED).first()
    if rnd is not None and rnd.starts_at is not None:
        before = work.payload["before"]
        tell(f"round:{rnd.public_id}:{before}:{_text(rnd.starts_at)}", "reminder", rnd, now)


def do_no_show(work: DueWork, now: datetime) -> None:
    """Handler for the end of the grace: flag missing sides; by the tournament's rule a match in person is then
    forfeited. A match or a board at a live table to which neither side comes is the director's."""
    rnd = Round.objects.select_for_update().filter(pk=work.payload["round"], state=RoundState.RUNNING).first()
    if rnd is None:
        return
    rule = rnd.stage.tournament.settings.get("no_show", FLAG)
    with duework.walk(work.key, now=now) as walk:
        _no_shows(rnd, work, now, rule == FORFEIT, walk)


def _no_shows(rnd: Round, work: DueWork, now: datetime, is_forfeit: bool, walk: duework.Walk) -> None:
    open_ones = rnd.matches.paired().filter(state__in=(MatchState.PAIRED, MatchState.PLAYING))
    if "match" in work.payload:  # here each match has its own time
        open_ones = open_ones.filter(pk=work.payload["match"])
    found = list(open_ones.select_related("round__stage__tournament").prefetch_related(SIDES))
    silent = _silent_seats(found)
    for match in found:
        with walk.row(f"match {match.public_id}"):
            _no_show(match, silent, now, is_forfeit)
    _empty_boards(found, now)


def _no_show(match: Match, silent: set[tuple[str, int]], now: datetime, is_forfeit: bool) -> None:
    absent = [side.order for side in match.sides.all() if _is_missing(match, side, silent)]
    _flag(match, absent, now, None)
    is_nobody = len(absent) == sum(not side.is_absent for side in match.sides.all())
    is_theirs = is_nobody and is_live(match)  # the director's, never a double forfeit
    if is_forfeit and absent and match.state == MatchState.PAIRED and not is_theirs:
        _forfeit(match, absent, now)


def do_call(work: DueWork, now: datetime) -> None:
    """Handler: call time in a running round; deals in play are finished, and no other begins."""
    rnd = Round.objects.select_for_update().filter(pk=work.payload["round"], state=RoundState.RUNNING).first()
    if rnd is not None and rnd.called_at is None:
        rnd.called_at = now
        rnd.save(update_fields=["called_at"])
        editing.record_round(_locked(rnd), "round.call", None, now)
        tell(f"round:{rnd.public_id}:call", "time_called", rnd, now)


HANDLERS = {
    schedule.SEAL: do_seal,
    schedule.REMIND: do_remind,
    schedule.NO_SHOW: do_no_show,
    schedule.CALL: do_call,
}


BOARD = ("parent__round__stage__tournament", "round__stage__tournament__club")


def _silent_seats(matches: Iterable[Match]) -> set[tuple[str, int]]:
    """The seats of live tables at which nobody has played yet, house players left out."""
    tables = [match.table for match in matches if match.table]
    seats = Seat.objects.filter(table__public_id__in=tables, house_level="")
    moved = {(one.public_id, one.seat) for one in logbook.movers(tables)}
    return {seat for seat in seats.values_list("table__public_id", "seat") if seat not in moved}


def _empty_boards(matches: Sequence[Match], now: datetime) -> None:
    """Report to the director the boards of team matches at whose live tables neither side has played."""
    boards = Match.objects.of_boards().filter(parent__in=matches, state=MatchState.PLAYING).exclude(table="")
    found = list(boards.select_related(*BOARD).prefetch_related(finding.BOARD_SIDES))
    played = {one.public_id for one in logbook.movers(board.table for board in found)}
    for board in found:
        if board.table not in played and writing.nobody_came(board.whole, board.table, now):
            tell_empty_board(board, now)


def _is_missing(match: Match, side: MatchSide, silent: set[tuple[str, int]]) -> bool:
    """Is the side missing? It is if flagged; else at a live table if it has not played, in person if it is not checked
    in."""
    if side.is_absent:
        return False
    if side.missing_since is not None:
        return True
    if match.table:
        seat = sum(one.order < side.order and not one.is_absent for one in match.sides.all())
        return (match.table, seat) in silent
    return side.entry.status != EntryStatus.CHECKED_IN


def _flag(match: Match, orders: Iterable[int], now: datetime, by: User | None) -> None:
    fresh = match.sides.filter(order__in=list(orders), missing_since=None)
    missing = list(fresh.values_list("order", flat=True))
    if not missing:
        return
    fresh.update(missing_since=now)
    writing.record_match(match, "match.no_show", by, now, after={"orders": missing})
    if is_live(match) and not match.sides.filter(missing_since=None, is_absent=False).exists():
        writing.nobody_came(match, match.table, now)
    tell_missing(match, now, by)


def _forfeit(match: Match, absent: list[int], now: datetime) -> None:
    """Apply the tournament's rule for no-shows: a side that does not come loses, even if both do not; three and more
    play without it."""
    match.refresh_from_db()
    if recording.leave_out(match, absent, now, "match.no_show_forfeit", "no_show"):
        own_words.mark_own_no_show(match, absent, now)
    writing.after_result(match.round, now + schedule.UNDO_FOR)


def _locked(rnd: Round) -> Round:
    return Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=rnd.pk)


def _text(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
