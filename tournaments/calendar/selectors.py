"""The entries of a calendar, and the file with them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from clubs.models import Club
from notices.selectors import choices
from tournaments.event.selectors import finding
from tournaments.models import (
    GONE,
    CalendarKey,
    EntryMember,
    Match,
    Round,
    RoundState,
    Tournament,
    TournamentState,
)

EVENING = timedelta(hours=3)  # what an evening takes in a calendar: nobody says when it ends
MATCH = timedelta(hours=1)
BACK = timedelta(days=90)  # so far back a calendar goes
MOST = 500  # lines of a calendar
REFRESH = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One entry of a calendar; times are in the zone of its tournament. `made_at` never changes for the same entry."""

    uid: str
    title: str
    starts: datetime
    ends: datetime
    path: str
    made_at: datetime
    place: str = ""
    is_cancelled: bool = False


def user_of(key: str) -> User | None:
    """The user whose calendar has this secret key; None for an unknown key."""
    found = CalendarKey.objects.filter(key=key, user__is_active=True).select_related("user").first()
    return found.user if found else None


def of_tournament(tournament: Tournament) -> bytes:
    """The calendar of a tournament: its evening, and its rounds with published times."""
    rounds = Round.objects.filter(stage__tournament=tournament, starts_at__isnull=False)
    rounds = rounds.exclude(state=RoundState.DRAFT).select_related("stage")
    timed = [_round(rnd, tournament) for rnd in rounds.order_by("number")[:MOST] if not rnd.stage.has_windows]
    return _file(tournament.name, [*_evenings([tournament]), *timed])


def of_club(club: Club, now: datetime) -> bytes:
    """The calendar of a club: its evenings."""
    found = Tournament.objects.filter(club=club, starts_at__gt=now - BACK).select_related("club")
    return _file(club.name, _evenings(found.order_by("starts_at", "pk")[:MOST]))


def of_player(user: User, now: datetime) -> bytes:
    """The calendar of a player, in their language: the evenings that they entered, and their own matches with times;
    without what they have left or refused (“not me”)."""
    places = EntryMember.objects.filter(user=user, refused_at=None).exclude(entry__status__in=GONE)
    with translation.override(choices.language_of(choices.reader_of(user))):
        mine = finding.tournaments().filter(pk__in=places.values("tournament"), starts_at__gt=now - BACK)
        title = _("Gin: %(name)s") % {"name": user.name}
        return _file(title, [*_evenings(mine.order_by("starts_at", "pk")[:MOST]), *_matches(places, now)])


def _evenings(found: Iterable[Tournament]) -> Iterator[Item]:
    for one in found:
        if one.starts_at is not None:
            yield Item(
                uid=f"tournament-{one.public_id}",
                title=one.name,
                starts=one.starts_at.astimezone(one.zone),
                ends=(one.starts_at + EVENING).astimezone(one.zone),
                path=reverse("tournaments:detail", args=[one.slug]),
                made_at=one.created_at,
                place=one.place,
                is_cancelled=one.state == TournamentState.CANCELLED,
            )


def _round(rnd: Round, tournament: Tournament) -> Item:
    assert rnd.starts_at is not None
    return Item(
        uid=f"round-{rnd.public_id}",
        title=_("%(tournament)s, round %(n)d") % {"tournament": tournament.name, "n": rnd.number},
        starts=rnd.starts_at.astimezone(tournament.zone),
        ends=(rnd.ends_at or rnd.starts_at + MATCH).astimezone(tournament.zone),
        path=reverse("tournaments:round", args=[tournament.slug, rnd.number]),
        made_at=rnd.published_at or rnd.paired_at,
        place=tournament.place,
        is_cancelled=tournament.state == TournamentState.CANCELLED,
    )


def _matches(places: QuerySet[EntryMember], now: datetime) -> Iterator[Item]:
    """The person's matches: at the agreed time, else at the round's."""
    mine = finding.matches().filter(sides__seat__entry__in=places.values("entry"))
    timed = Q(appointment__at__gt=now - BACK) | Q(appointment=None, round__starts_at__gt=now - BACK)
    found = (
        finding.by_name(mine.order_by("-round__published_at", "-pk"))
        .filter(timed)
        .exclude(round__state=RoundState.DRAFT)
    )
    for match in found.select_related("appointment", "round__stage__tournament").distinct()[:MOST]:
        appointment = getattr(match, "appointment", None)
        starts = appointment.at if appointment else match.round.starts_at
        if starts is not None:
            yield _own(match, starts)


def _own(match: Match, starts: datetime) -> Item:
    rnd, names = match.round, " – ".join(entry.name for entry in match.entries)
    tournament = rnd.stage.tournament
    return Item(
        uid=f"match-{match.public_id}",
        title=f"{names} ({tournament.name})",
        starts=starts.astimezone(tournament.zone),
        ends=(starts + MATCH).astimezone(tournament.zone),
        path=reverse("tournaments:match", args=[match.public_id]),
        made_at=rnd.published_at or rnd.paired_at,
        place=tournament.place,
        is_cancelled=tournament.state == TournamentState.CANCELLED,
    )


def _file(name: str, items: Iterable[Item]) -> bytes:
    from icalendar import Calendar, Event  # noqa: PLC0415 - 83 modules, which only a calendar needs

    site: str = settings.SITE_ORIGINS[0]
    calendar = Calendar()
    calendar.add("prodid", "-//Undercut//Calendar//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    for item in items:
        event = Event()
        event.add("uid", f"{item.uid}@{site.partition('://')[2]}")
        event.add("dtstamp", item.made_at)
        event.add("dtstart", item.starts)
        event.add("dtend", item.ends)
        event.add("summary", item.title)
        event.add("url", f"{site}{item.path}")
        if item.place:
            event.add("location", item.place)
        if item.is_cancelled:
            event.add("status", "CANCELLED")
        calendar.add_component(event)
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())
