"""Make a season, change it, choose its evenings and scoring, and remove it."""

from collections.abc import Collection, Mapping
from datetime import date, datetime
from typing import Any, Unpack

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import User
from audit import services as audit
from clubs.models import Club
from quotas import services as quotas
from quotas.acts import MAKE_EVENT
from tournaments.errors import Invalid, Refusal
from tournaments.event import permissions
from tournaments.models import Season, SeasonEvent, Tournament, TournamentState
from tournaments.seasons import scoring as core
from tournaments.seasons.selectors import words

MOST_SEASONS = 200  # of a club
MOST_DAYS = 800
MOST_AT_ONCE = 1000  # tournaments that are chosen
YEARS = range(2000, 2100)


@transaction.atomic
def create_season(
    *,
    club: Club,
    name: str,
    since: date,
    until: date,
    by: User | None,
    now: datetime,
    series: str = "",
    scoring: Mapping[str, Any] | None = None,
) -> Season:
    """Make a new season of a club, for its organisers; without another scoring it gives points by place. Locks the
    club. Raises Invalid, which names the field, Refusal if the club has too many."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    require_organiser(club, by)
    if Season.objects.filter(club=club).count() >= MOST_SEASONS:
        raise Refusal(_("A club has at most %(most)d seasons.") % {"most": MOST_SEASONS}, "too_many")
    if by is not None:
        quotas.take(MAKE_EVENT, now=now, account=by.pk)
    facts = _checked(club, name, since, until, series)
    said = core.TEMPLATES["places"] if scoring is None else scoring
    season = Season.objects.create(club=club, scoring=core.to_json(checked_scoring(said)), created_at=now, **facts)
    record_season(season, "season.create", by, now, after=_plain(facts))
    return season


@transaction.atomic
def change_season(
    *, season: Season, name: str, since: date, until: date, by: User | None, now: datetime, series: str = ""
) -> Season:
    """Change name, days and series of an open season. Locks it. Raises Invalid, Refusal."""
    season = open_season(season, by)
    facts = _checked(season.club, name, since, until, series, season)
    before = _plain({key: getattr(season, key) for key in facts})
    for key, value in facts.items():
        setattr(season, key, value)
    season.save(update_fields=[*facts])
    record_season(season, "season.change", by, now, before=before, after=_plain(facts))
    return season


@transaction.atomic
def set_scoring(*, season: Season, scoring: object, by: User | None, now: datetime) -> Season:
    """Give an open season another scoring. Locks it. Raises Invalid, which names the field, Refusal."""
    season = open_season(season, by)
    before, season.scoring = season.scoring, core.to_json(checked_scoring(scoring))
    season.save(update_fields=["scoring"])
    record_season(season, "season.scoring", by, now, before=before, after=season.scoring)
    return season


@transaction.atomic
def choose_events(
    *, season: Season, tournaments: Collection[str], counts: bool | None, by: User | None, now: datetime
) -> Season:
    """Set for tournaments of the club (public ids) that they count, do not count, or (None) follow the season's default
    again. Locks the season. Raises Invalid for one of another club, Refusal for a closed season."""
    season = open_season(season, by)
    wanted = set(tournaments)
    if not wanted:
        raise Invalid("tournaments", _("Choose an evening."))
    if len(wanted) > MOST_AT_ONCE or not all(one.isalnum() for one in wanted):
        raise Invalid("tournaments", _("Only tournaments of the club that were not cancelled can count."))
    found = Tournament.objects.filter(club=season.club, public_id__in=wanted).exclude(state=TournamentState.CANCELLED)
    keys = list(found.values_list("pk", flat=True))
    if len(keys) < len(wanted):
        raise Invalid("tournaments", _("Only tournaments of the club that were not cancelled can count."))
    if season.final_id in keys and counts:
        raise Invalid("tournaments", _("The final night does not count for the season that it ends."))
    season.events.filter(tournament__in=keys).delete()
    if counts is not None:
        SeasonEvent.objects.bulk_create(SeasonEvent(season=season, tournament_id=key, counts=counts) for key in keys)
    record_season(season, "season.events", by, now, after={"tournaments": sorted(wanted), "counts": counts})
    return season


@transaction.atomic
def remove_season(*, season: Season, by: User | None, now: datetime) -> None:
    """Remove an open season; its tournaments stay. Locks it. Raises Refusal."""
    season = open_season(season, by)
    record_season(season, "season.remove", by, now, before={"name": season.name, "scoring": season.scoring})
    season.delete()


def checked_scoring(said: object) -> core.Scoring:
    """Check a scoring and return it. Raises Invalid, which names the field."""
    try:
        return core.scoring_of(said)
    except core.BadScoring as bad:
        raise Invalid(bad.field, words.why_bad(bad)) from bad


def open_season(season: Season, by: User | None) -> Season:
    """The season, locked, if it is open and this person organises for its club. Raises Refusal, PermissionDenied."""
    season = locked(season, by)
    if season.is_closed:
        raise Refusal(_("This season is closed: reopen it first."), "closed")
    return season


def locked(season: Season, by: User | None) -> Season:
    """The season, locked, for an organiser of its club. Raises PermissionDenied."""
    season = Season.objects.select_for_update(of=("self",)).select_related("club", "final").get(pk=season.pk)
    require_organiser(season.club, by)
    return season


def require_organiser(club: Club, by: User | None) -> None:
    """Raise PermissionDenied, which names whom to ask, unless the person organises for the club; None is the shell."""
    if by is not None:
        permissions.require_organiser_of(by, club)


def record_season(season: Season, action: str, by: User | None, now: datetime, **facts: Unpack[audit.Facts]) -> None:
    """Write an audit entry about a season."""
    audit.record(actor=by, action=action, target=f"season:{season.public_id}", now=now, **facts)


def _checked(club: Club, name: str, since: date, until: date, series: str, own: Season | None = None) -> dict[str, Any]:
    """Check the name and days of a season. Raises Invalid, which names the field."""
    try:
        name = names.clean_name(name)
    except names.BadName as bad:
        raise Invalid("name", str(bad)) from bad
    same = names.called(Season.objects.filter(club=club), name)
    if (same.exclude(pk=own.pk) if own else same).exists():
        raise Invalid("name", _("The club has a season of this name already."))
    for field, day in (("since", since), ("until", until)):
        if day.year not in YEARS:
            raise Invalid(field, _("A day between 2000 and 2100."))
    if until < since:
        raise Invalid("until", _("The last day is before the first."))
    if (until - since).days > MOST_DAYS:
        raise Invalid("until", _("A season lasts at most %(n)d days.") % {"n": MOST_DAYS})
    series = series.strip()
    if series and not Tournament.objects.filter(club=club, name=series).exists():
        raise Invalid("series", _("The club has no tournament of this name."))
    return {"name": name, "since": since, "until": until, "series": series}


def _plain(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value.isoformat() if isinstance(value, date) else value for key, value in facts.items()}
