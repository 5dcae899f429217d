"""Copy a tournament with all its settings, for one evening or for a series of evenings."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User, new_public_id
from clubs import services as clubs
from quotas import services as quotas
from quotas.acts import MAKE_EVENT
from tournaments.entries.services import entering
from tournaments.errors import Invalid, require_plannable
from tournaments.event.selectors import weekly
from tournaments.event.selectors.finding import people
from tournaments.event.selectors.undated import undated_name
from tournaments.event.services import creating
from tournaments.event.services.acts import record_tournament
from tournaments.event.services.club_closing import refuse_closed
from tournaments.event.settings import DEFAULTS, SETTINGS
from tournaments.models import GONE, Entry, PrizeList, Stage, Tournament

MOST_EVENINGS = 60
MOST_WEEKS = 8


def next_evening(tournament: Tournament, now: datetime) -> datetime | None:
    """The default time of a copy: the next evening on the same weekday, at the same hour."""
    return weekly.same_evening(tournament.starts_at, now, tournament.zone) if tournament.starts_at else None


@transaction.atomic
def copy_tournament(
    *,
    tournament: Tournament,
    now: datetime,
    by: User | None,
    starts_at: datetime | None = None,
    name: str = "",
    with_entrants: bool = False,
    series: str = "",
) -> Tournament:
    """Make a new tournament, open for entries, with the conditions, stages and prizes of this one. It begins at
    `starts_at`, by default on the next day that has the same weekday, at the same hour; its `name` is by default that
    of this one without its date. `with_entrants` enters everybody again who has not left; they still have to check in.
    `series` marks what was made together. Raises Invalid."""
    if by is not None:
        quotas.take(MAKE_EVENT, now=now, account=by.pk)
    refuse_closed(tournament.club)
    starts_at = starts_at or next_evening(tournament, now)
    require_plannable("starts_at", starts_at)
    chosen = {**DEFAULTS, **{key: value for key, value in tournament.settings.items() if key in SETTINGS}}
    name = creating.checked(
        name or undated_name(tournament), tournament.variant, tournament.mode, tournament.timezone, chosen
    )  # fmt: skip
    made = Tournament.objects.create(
        slug=clubs.free_slug(name, among=Tournament.objects.all(), fallback="tournament", longest=60),
        name=name,
        club=tournament.club,
        **creating.as_before(tournament),
        mode=tournament.mode,
        timezone=tournament.timezone,
        starts_at=starts_at,
        place=tournament.place,
        settings=chosen,
        series=series,
    )
    _copy_stages(tournament, made)
    _copy_prizes(tournament, made)
    entrants = _entrants(tournament) if with_entrants else []
    for entry in entrants:
        _enter(entry, made, now, by)
    after = {"from": tournament.public_id, "name": name, "entries": len(entrants)}
    if starts_at is not None:
        after["starts_at"] = starts_at.isoformat()
    record_tournament(made, "tournament.copy", by, now, after=after)
    return made


def evenings_of(
    *,
    tournament: Tournament,
    weekday: int,
    at: time,
    now: datetime,
    until: date | None = None,
    count: int | None = None,
    every: int = 1,
    week_of_month: int | None = None,
    since: date | None = None,
    name: str = "",
) -> list[datetime]:
    """The evenings of a series by its rule, up to the day `until` or `count` evenings: each `every` weeks, or once a
    month on the first (1) to fourth, or last (-1) such weekday (`week_of_month`); past evenings, and those on which the
    club already has a tournament of this name, are left out. Raises Invalid, which names the field, for a rule without
    an evening, without an end or with too many."""
    if not 0 <= weekday <= 6:
        raise Invalid("weekday", _("A weekday from 0 (Monday) to 6 (Sunday)."))
    if not 1 <= every <= MOST_WEEKS:
        raise Invalid("every", _("Every 1 to %(most)d weeks.") % {"most": MOST_WEEKS})
    if week_of_month is not None and week_of_month not in weekly.WEEKS_OF_MONTH:
        raise Invalid("week_of_month", _("The first to fourth (1 to 4) of a month, or the last (-1)."))
    today = now.astimezone(tournament.zone).date()
    since = max(since or today, today)
    most = _most_evenings(since, until, count, every if week_of_month is None else 4)
    last = until or since + timedelta(weeks=(most + 1) * (every if week_of_month is None else 5))
    asked: dict[str, Any] = {"since": since, "until": last, "weekday": weekday, "at": at, "zone": tournament.zone}
    if week_of_month is None:
        listed = weekly.evenings(every=every, **asked)
    else:
        listed = weekly.monthly(week=week_of_month, **asked)
    found = [one for one in listed if one > now][:most]
    for one in found:
        require_plannable("at", one)
    if not found:
        raise Invalid("until", _("There is no such evening until then."))
    known = Tournament.objects.filter(club=tournament.club, name=name or undated_name(tournament), starts_at__in=found)
    there = set(known.values_list("starts_at", flat=True))
    return [one for one in found if one not in there]


def _most_evenings(since: date, until: date | None, count: int | None, every: int) -> int:
    """The most evenings that a rule can give. Raises Invalid for one without an end, or with too many evenings."""
    too_many = _("At most %(n)d evenings at once.") % {"n": MOST_EVENINGS}
    if until is None and not count:
        raise Invalid("count", _("Say how many evenings, or which day is the last."))
    if count and not 1 <= count <= MOST_EVENINGS:
        raise Invalid("count", too_many)
    if until and until < since:
        raise Invalid("until", _("The last day is over, or before the first."))
    if until and until > since + timedelta(weeks=MOST_EVENINGS * every):
        raise Invalid("until", too_many)
    return count or MOST_EVENINGS


@transaction.atomic
def copy_series(
    *,
    tournament: Tournament,
    now: datetime,
    by: User | None,
    name: str = "",
    with_entrants: bool = False,
    **rule: Any,
) -> list[Tournament]:
    """Copy this tournament for each evening of a rule (given as to `evenings_of`), with its entrants if asked. An
    evening on which the club already has one of this name is left out, so that asking twice changes nothing. Locks the
    tournament. Raises Invalid."""
    tournament = Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=tournament.pk)
    wanted = evenings_of(tournament=tournament, now=now, name=name, **rule)
    facts: dict[str, Any] = {"name": name, "with_entrants": with_entrants, "series": new_public_id()}
    return [copy_tournament(tournament=tournament, now=now, by=by, starts_at=one, **facts) for one in wanted]


def _copy_stages(tournament: Tournament, made: Tournament) -> None:
    """Copy the stages with their settings; each is fed by the copy of its source, and lots are drawn anew."""
    copies: dict[int | None, Stage | None] = {None: None}
    for stage in Stage.objects.filter(tournament=tournament).order_by("number"):
        copies[stage.pk] = Stage.objects.create(
            tournament=made,
            number=stage.number,
            name=stage.name,
            format=stage.format,
            settings=stage.settings,
            source=copies[stage.source_id],
            feed=stage.feed,
        )


def _copy_prizes(tournament: Tournament, made: Tournament) -> None:
    """Offer the same prizes; the winners follow from the standings."""
    for prizes in PrizeList.objects.filter(tournament=tournament):
        PrizeList.objects.create(
            tournament=made,
            currency=prizes.currency,
            is_one_each=prizes.is_one_each,
            is_shared=prizes.is_shared,
            categories=prizes.categories,
        )


def _entrants(tournament: Tournament) -> Sequence[Entry]:
    found = tournament.entries.exclude(status__in=GONE).prefetch_related(people())
    return list(found.order_by("entered_at", "pk"))


def _enter(entry: Entry, made: Tournament, now: datetime, by: User | None) -> None:
    members = list(entry.members.all())
    captain = next((at for at, member in enumerate(members) if member.is_captain), 0)
    users = [member.user for member in members]
    again = entering.new_entry(made, users, entry.name, entry.rating_at_entry, now, captain, by)
    again.club, again.label, again.is_remote = entry.club, entry.label, entry.is_remote
    again.save(update_fields=["club", "label", "is_remote"])
