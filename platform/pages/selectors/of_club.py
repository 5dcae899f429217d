"""The page of a club, and the figures of its members."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Max, Q
from django.db.models.functions import Coalesce

from accounts.models import User
from clubs import selectors as clubs
from clubs.models import Club, Membership, Noticeboard
from pages.selectors.going_on import LATEST
from pages.selectors.of_player import PAGE
from ratings.models import PlayerRating, Pool
from ratings.selectors import pools
from tournaments.event.selectors import finding
from tournaments.merging import selectors as merging
from tournaments.models import (
    Entry,
    EntryMember,
    MatchState,
    Tournament,
    TournamentState,
)


@dataclass(frozen=True, slots=True)
class ClubPage:
    """What a club's page shows: what it says about itself, its next date with those who come, what it plays now, what
    was played last, and new members."""

    board: Noticeboard
    next: Tournament | None
    coming: Sequence[Entry]
    live: Sequence[Tournament]
    later: Sequence[Tournament]
    over: Sequence[Tournament]
    newest: Sequence[Membership]


def club_page(club: Club, viewer: User | AnonymousUser) -> ClubPage:
    """Read what the page of a club shows besides its words."""
    known = list(finding.tournaments(club=club).exclude(state=TournamentState.CANCELLED)[:PAGE])
    opened = [one for one in known if one.state == TournamentState.OPEN]
    dates = sorted((one for one in opened if one.starts_at), key=lambda one: (one.starts_at, one.pk))
    dates += [one for one in opened if not one.starts_at]
    return ClubPage(
        board=clubs.board(club),
        next=dates[0] if dates else None,
        coming=finding.coming(dates[0]) if dates else [],
        live=[one for one in known if one.state == TournamentState.RUNNING],
        later=dates[1:],
        over=[one for one in known if one.state == TournamentState.FINISHED][:LATEST],
        newest=clubs.newest(club, viewer),
    )


@dataclass(frozen=True, slots=True)
class MemberFigures:
    """The figures beside members, all by the keys of persons: the list of the game that the club played last (None if
    none of it is rated), their standings on it, and when each last played an evening of the club."""

    pool: Pool | None
    standings: Mapping[int, PlayerRating]
    evenings: Mapping[int, datetime]


def member_figures(club: Club, people: Sequence[User]) -> MemberFigures:
    """Read the figures of these members, in four queries however many there are."""
    held = Tournament.objects.filter(club=club).exclude(state__in=(TournamentState.OPEN, TournamentState.CANCELLED))
    variant = held.order_by("-starts_at", "-pk").values_list("variant", flat=True).first()
    pool = pools.pool_of(variant=variant) if variant else None
    played = Q(entry__seats__side__match__state=MatchState.OVER)
    came = EntryMember.objects.filter(played, tournament__in=held, user__in=people)
    day = Max(Coalesce("tournament__starts_at", "tournament__finished_at", "tournament__created_at"))
    return MemberFigures(
        pool=pool,
        standings={row.player_id: row for row in pool.ratings.filter(player__in=people)} if pool else {},
        evenings=dict(came.values("user").annotate(at=day).values_list("user", "at")),
    )


def head_of_club(viewer: User | AnonymousUser, club: Club) -> dict[str, Any]:
    """What the head of every page of a club shows: the visitor's rights, and the number of members they may see."""
    may_direct, may_organise = clubs.may_direct(viewer, club), clubs.may_organise(viewer, club)
    role = clubs.role_of(viewer, club)
    waiting = clubs.open_requests(club).count() if may_direct else 0
    return {
        "club": club,
        "board": clubs.board(club),
        "role": role,
        "member_count": clubs.listed(club, viewer).count(),
        "may_direct": may_direct,
        "may_organise": may_organise,
        "has_to_ask": clubs.has_to_ask(viewer, club),
        "own_request": None if role else clubs.request_of(viewer, club),  # a member asks no more
        "waiting": waiting + (merging.open_claims(club).count() if may_organise else 0),  # organisers answer claims
    }
