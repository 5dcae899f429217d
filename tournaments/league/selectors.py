"""The times of matches in a league: one match as its players see it, and all matches for the director."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch

from accounts.models import User
from tournaments.event.selectors.finding import SIDES
from tournaments.event.selectors.words import zone_of
from tournaments.formats import league
from tournaments.models import (
    Appointment,
    AppointmentState,
    Match,
    MatchState,
    Proposal,
    ProposalState,
    RoundState,
    Tournament,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AppointmentPage:
    """The time of a match as one reader sees it: `order` is the reader's side (None: a spectator), `theirs` are the
    proposals to answer, `mine` those to withdraw, `past` the closed ones; the reader can make `left` more, and move the
    match `until` that moment. Times are shown in the tournament's `zone` and the reader's `own_zone`."""

    row: Appointment
    order: int | None
    theirs: tuple[Proposal, ...]
    mine: tuple[Proposal, ...]
    past: tuple[Proposal, ...]
    left: int
    until: datetime | None
    may_propose: bool
    zone: ZoneInfo
    own_zone: ZoneInfo


def appointment_page(match: Match, user: User | AnonymousUser, now: datetime) -> AppointmentPage | None:
    """The time of a match as this reader sees it; None if the match has no window."""
    row = Appointment.objects.filter(match=match).prefetch_related("proposals__by").first()
    if row is None:
        return None
    order = _order(match, user)
    made = list(row.proposals.all())
    on_table = [one for one in made if one.turn == row.turn and one.state == ProposalState.OPEN]
    until = row.at - timedelta(hours=row.notice_hours) if row.at else None
    is_late = until is not None and now > until
    zone = match.round.stage.tournament.zone
    return AppointmentPage(
        row=row,
        order=order,
        theirs=tuple(one for one in on_table if one.order != order),
        mine=tuple(one for one in on_table if one.order == order),
        past=tuple(one for one in made if one not in on_table),
        left=league.PROPOSALS - sum(one.turn == row.turn and one.order == order for one in made),
        until=until,
        may_propose=order is not None
        and match.state == MatchState.PAIRED
        and row.state != AppointmentState.QUEUED
        and not is_late,
        zone=zone,
        own_zone=zone_of(user, zone),
    )


def unplayed(tournament: Tournament) -> list[Appointment]:
    """The matches of a league that have to be played: first those that wait for the director, then those overdue or
    without a time, then by their time."""
    found = Appointment.objects.filter(
        match__round__stage__tournament=tournament,
        match__state=MatchState.PAIRED,
        match__round__state__in=(RoundState.PUBLISHED, RoundState.RUNNING),
    )
    matches = Prefetch("match", Match.objects.select_related("round__stage").prefetch_related(SIDES))
    ranks = {"queued": 0, "open": 1, "agreed": 2}
    return sorted(
        found.prefetch_related(matches),
        key=lambda row: (ranks[row.state], row.at or row.settle_by, row.pk),
    )


def _order(match: Match, user: User | AnonymousUser) -> int | None:
    if not isinstance(user, User):
        return None
    return match.sides.filter(seat__entry__members__user=user).values_list("order", flat=True).first()
