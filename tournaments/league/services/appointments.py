"""Agree on the time of a match: players propose, accept, decline and withdraw; a deadline or the director settles
it."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.errors import Invalid, Refusal, require_plannable
from tournaments.event.services import schedule
from tournaments.event.services.cancelled import refuse_cancelled
from tournaments.event.services.notices import tell, tell_match
from tournaments.formats import league
from tournaments.formats.refusal import Refused
from tournaments.league.services import windows
from tournaments.matches.services import own_words
from tournaments.matches.services.writing import facts_of_match, record_match
from tournaments.models import (
    Appointment,
    AppointmentState,
    Match,
    MatchSide,
    MatchState,
    Proposal,
    ProposalState,
    Ruling,
)
from tournaments.pairing import Kind
from tournaments.results.services import recording


@transaction.atomic
def propose_time(*, match: Match, at: datetime, now: datetime, by: User) -> Appointment:
    """Propose a time as a player, up to three in a turn; for a match that has a time, another one. A repeat changes
    nothing. Locks the appointment. Raises Invalid for an impossible time, Refusal for what is not allowed now."""
    require_plannable("at", at)
    at = at.replace(second=0, microsecond=0)
    row, order = _locked(match), _side_of(match, by)
    if row.proposals.filter(turn=row.turn, order=order, at=at, state=ProposalState.OPEN).exists():
        return row
    _moved(row, league.Propose(order, _moment(at)), now)
    number = row.proposals.filter(turn=row.turn, order=order).count() + 1
    made = Proposal.objects.create(
        appointment=row, turn=row.turn, order=order, number=number, at=at, by=by, made_at=now
    )
    _record(row, "match.propose_time", by, now, after={"at": at.isoformat(), "number": number})
    _tell(row, f"proposed:{made.pk}", "time_proposed", now, by)
    return row


@transaction.atomic
def accept_time(*, match: Match, proposal: str, now: datetime, by: User) -> Appointment:
    """Accept a time (the public id of its proposal) that the other side has proposed: it then holds. A repeat changes
    nothing. Locks the appointment. Raises Refusal if the proposal is no longer open, or this is not allowed now."""
    row, order = _locked(match), _side_of(match, by)
    found = _proposal(row, proposal)
    if found.state == ProposalState.ACCEPTED and found.order != order and found.turn == row.turn - 1:
        return row
    after = _moved(row, league.Accept(order, _moment(_open(row, found).at)), now)
    _end(found, ProposalState.ACCEPTED, now)
    return _settled(row, after, "match.accept_time", now, by)


@transaction.atomic
def decline_time(*, match: Match, proposal: str, now: datetime, by: User) -> Appointment:
    """Decline a time that the other side has proposed. A repeat changes nothing. Locks the appointment."""
    return _put_aside(match, proposal, league.Decline, ProposalState.DECLINED, now, by)


@transaction.atomic
def withdraw_time(*, match: Match, proposal: str, now: datetime, by: User) -> Appointment:
    """Withdraw one's own proposal, which still counts among the three. A repeat changes nothing. Locks the
    appointment."""
    return _put_aside(match, proposal, league.Withdraw, ProposalState.WITHDRAWN, now, by)


@transaction.atomic
def settle_window(*, match: Match, now: datetime) -> Appointment:
    """Give a match without a time its default time, or leave it to the director, once the deadline has come. Before
    that, and if it is settled, nothing changes. Locks the appointment."""
    row = _locked(match, refuse=False)
    if row.match.state != MatchState.PAIRED:
        return row
    before = _held(row)
    after = league.apply(before, league.Settle(), _moment(now))
    if after == before:
        return row
    if after.state is league.State.AGREED:
        return _settled(row, after, "match.default_time", now, None)
    row.state = AppointmentState.QUEUED
    row.save(update_fields=["state"])
    _record(row, "match.queue_time", None, now)
    _tell(row, "queued", "time_queued", now)
    return row


@transaction.atomic
def set_time(*, match: Match, at: datetime, now: datetime, by: User | None, reason: str = "") -> Appointment:
    """Set the time of a match as the director, in its window or outside it. Setting the time that already holds changes
    nothing. Locks the appointment. Raises Invalid for a time in the past, Refusal for a match that has begun."""
    require_plannable("at", at)
    at = at.replace(second=0, microsecond=0)
    row = _locked(match)
    if row.state == AppointmentState.AGREED and row.at == at and not row.is_default:
        return row
    after = _moved(row, league.Direct(_moment(at)), now)
    return _settled(row, after, "match.set_time", now, by, reason=reason.strip())


@transaction.atomic
def forfeit_match(*, match: Match, winner: int | None, reason: str, now: datetime, by: User | None) -> Match:
    """Decide a match of a league that is not played: `winner` is 0 or 1, None if both lose. Locks appointment, round
    and match. Raises Invalid without a reason, Refusal for a match that has begun or is over, or for a director who
    plays in it."""
    own_words.refuse_own(match, by)
    if not reason.strip():
        raise Invalid("reason", _("Give a reason: it is public."))
    row = _locked(match)
    before = facts_of_match(row.match)
    kind = Kind.DOUBLE_FORFEIT if winner is None else Kind.FORFEIT
    match = recording.record_result(
        match=row.match, kind=kind, winner=winner, now=now, by=by, version=row.match.version
    )
    ruling = Ruling.objects.create(
        match=match, kind=kind, reason=reason.strip()[:500], before=before, after=facts_of_match(match), by=by, at=now
    )
    tell_match(f"ruling:{ruling.pk}", "result_ruled", match, now, by, reason=ruling.reason)
    return match


def _locked(match: Match, refuse: bool = True) -> Appointment:
    """The appointment of a match, locked. Raises Refusal if it has none, or its match has begun or is over."""
    rows = Appointment.objects.select_for_update(of=("self",)).select_related("match__round__stage__tournament")
    row = rows.filter(match=match).first()
    if row is None:
        raise Refusal(_("This match has no window: its round has a start."), "no_window")
    refuse_cancelled(row.match.round.stage.tournament)
    row.match.refresh_from_db(fields=["state"])
    if refuse and row.match.state != MatchState.PAIRED:
        raise Refusal(_("This match has begun or is over."), "begun")
    return row


def _side_of(match: Match, by: User) -> int:
    order = MatchSide.objects.filter(match=match, seat__entry__members__user=by).values_list("order", flat=True).first()
    if order is None:
        raise Refusal(_("Only the two players can agree on a time."), "not_yours")
    return order


def _proposal(row: Appointment, public_id: str) -> Proposal:
    found = row.proposals.filter(public_id=public_id).first()
    if found is None:
        raise Refusal(_("There is no such proposal for this match."), "not_proposed")
    return found


def _open(row: Appointment, found: Proposal) -> Proposal:
    if found.state != ProposalState.OPEN or found.turn != row.turn:
        raise Refusal(_("This proposal is no longer open: look again."), "not_proposed")
    return found


def _put_aside(match: Match, proposal: str, act: Any, state: str, now: datetime, by: User) -> Appointment:
    row, order = _locked(match), _side_of(match, by)
    found = _proposal(row, proposal)
    if found.state == state and (found.order == order) == (state == ProposalState.WITHDRAWN):
        return row
    _moved(row, act(order, _moment(_open(row, found).at)), now)
    _end(found, state, now)
    _record(row, f"match.{state}_time", by, now, before={"at": found.at.isoformat()})
    _tell(row, f"{state}:{found.pk}", f"time_{state}", now, by)
    return row


def _end(found: Proposal, state: str, now: datetime) -> None:
    found.state, found.ended_at = state, now
    found.save(update_fields=["state", "ended_at"])


def _settled(
    row: Appointment, after: league.Appointment, action: str, now: datetime, by: User | None, reason: str = ""
) -> Appointment:
    """Store the time that holds from now on; due work for the earlier time no longer counts."""
    assert after.at is not None
    before = {"state": row.state, "at": row.at.isoformat() if row.at else None}
    row.proposals.filter(turn=row.turn, state=ProposalState.OPEN).update(state=ProposalState.PAST, ended_at=now)
    row.state, row.at, row.is_default = AppointmentState.AGREED, _time(after.at), after.is_default
    row.turn += 1
    row.save(update_fields=["state", "at", "is_default", "turn"])
    windows.plan_meeting(row, schedule.REMINDERS, now)
    _record(row, action, by, now, before=before, after={"at": row.at.isoformat()}, reason=reason)
    _tell(row, f"settled:{row.turn}", "time_settled", now, by)
    return row


def _moved(row: Appointment, action: league.Action, now: datetime) -> league.Appointment:
    """Apply an action by the core, whether or not the sweep has settled the window yet."""
    try:
        held = league.apply(_held(row), league.Settle(), _moment(now))
        return league.apply(held, action, _moment(now))
    except Refused as refused:
        raise _refusal(row, refused.code) from refused


def _held(row: Appointment) -> league.Appointment:
    """The rows in the core's form: sides 0 and 1, moments in seconds."""
    window = league.Window(
        open_from=_moment(row.open_from),
        due_by=_moment(row.due_by),
        settle_by=_moment(row.settle_by),
        default_at=_moment(row.default_at) if row.default_at else None,
    )
    made = list(row.proposals.filter(turn=row.turn))
    return league.Appointment(
        fixture=league.Fixture(row.match.round.number, 0, 1, window),
        notice=row.notice_hours * 3600,
        state=league.State(row.state),
        at=_moment(row.at) if row.at else None,
        is_default=row.is_default,
        proposals=tuple(league.Propose(one.order, _moment(one.at)) for one in made if one.state == ProposalState.OPEN),
        spent=tuple(league.Propose(one.order, _moment(one.at)) for one in made if one.state != ProposalState.OPEN),
    )


def _refusal(row: Appointment, code: str) -> Refusal:
    """A refusal of the core in words; for a bad time it names the field."""
    zone = row.match.round.stage.tournament.zone

    def shown(moment: datetime) -> str:
        return f"{date_format(moment.astimezone(zone), 'j M Y, H:i')} {zone.key}"

    if code in ("past", "outside_window", "proposed_already"):
        words = {
            "past": _("A time in the future."),
            "outside_window": _("A time from %(a)s to %(b)s.") % {"a": shown(row.open_from), "b": shown(row.due_by)},
            "proposed_already": _("This time is already proposed: accept it, or propose another one."),
        }
        return Invalid("at", words[code])
    latest = row.at - timedelta(hours=row.notice_hours) if row.at else row.settle_by
    words = {
        "no_proposals_left": _("Each side proposes up to %(n)d times.") % {"n": league.PROPOSALS},
        "with_the_director": _("No time was agreed in time: the director sets it."),
        "too_late": _("A match can be moved until %(when)s; ask the director.") % {"when": shown(latest)},
        "not_proposed": _("You can accept or decline only a time that the other side has proposed."),
        "not_yours": _("Only the two players can agree on a time."),
    }
    return Refusal(words[code], code)


def _moment(at: datetime) -> int:
    return int(at.timestamp())


def _time(moment: int) -> datetime:
    return datetime.fromtimestamp(moment, UTC)


def _tell(row: Appointment, key: str, kind: str, now: datetime, by: User | None = None) -> None:
    row.match.appointment = row
    tell(f"match:{row.match.public_id}:{key}", kind, row.match.round, now, row.match, by)


def _record(row: Appointment, action: str, by: User | None, now: datetime, **facts: Any) -> None:
    record_match(row.match, action, by, now, **facts)
