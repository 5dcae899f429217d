"""Creating a tournament from a template, changing its conditions and its stages."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import User
from audit import services as audit
from clubs import services as clubs
from clubs.models import Club
from games import engine
from games.live import talk
from games.live.clock import is_clock
from games.live.delay import BadDelay, delay_in
from games.live.terms import CLAIM
from games.models import LIVE_FOR_TWO
from tournaments import formats
from tournaments.formats.duplicate import KEY as DUPLICATE
from tournaments.models import Mode, RoundState, Stage, StageState, Tournament
from tournaments.services import clockwork, cuts
from tournaments.services.errors import Invalid, NeedsReason, Refusal

MOST_ROUNDS = formats.MOST_ROUNDS
SEATINGS = ("two", "teams")  # who meets: two players, or in the partnership games two sides at one table
DEFAULTS: dict[str, Any] = {
    "house_level": "",  # every seat played by the house at this level, on behalf of the entrants
    "rated_house": False,  # matches played by the house count for ratings
    "pace": "people",  # or "fast": house players without pauses
    "aids": "full",  # none under table laws, whatever stands here
    "laws": "strict",  # at live tables: "strict" refuses what the laws forbid, "table_laws" lets them answer it
    "chat": talk.DEFAULT,  # how players talk at live tables: "off", by set "phrases", "full" in writing
    "appeal_minutes": 30,  # so long after a ruling at a live table a player may appeal against it
    "clock": {"bank_s": 600, "increment_s": 5, "move_s": None},  # at live tables; None: nobody's time runs
    "gone": CLAIM,  # who is gone beyond the grace: the opponent may "claim", or has lost, "automatic"
    "spectators": True,
    "delay": "none",  # how much later they see a live table than its players: "moves:10", or "deals"
    "automatic": False,  # rounds pair and publish themselves (those of a league unless said)
    "pause_s": 30,  # between two rounds of an automatic tournament
    "round_minutes": 25,  # about how long a round lasts, for the plan of the evening
    "expected": 16,  # about how many will play, for the same plan
    "grace_s": 600,  # after the start of a round, who is not there is flagged
    "no_show": "flag",  # what the tournament says about them: flagged only, or "forfeit"
    "correction_hours": 48,  # after a round is closed its results can be corrected for so long
    "players_report": True,  # players may report results in person
    "self_check_in": True,  # players may check themselves in by the poster's code
    "confirmation": "other",  # who confirms a player's report: the "other" side or an official; the "desk"; "none"
}


@transaction.atomic
def create_tournament(
    *,
    club: Club,
    name: str,
    variant: str,
    by: User | None,
    now: datetime,
    rounds: int | None = None,
    mode: str = Mode.ONLINE,
    starts_at: datetime | None = None,
    timezone: str = "",
    place: str = "",
    template: str = "swiss",
    options: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Tournament:
    """A new tournament, open for entries, with the stages of a template; `options` are what the template asks for
    (formats.templates), `rounds` the Swiss ones among them. Its address is made from the name. Raises Invalid."""
    name = _checked(name, variant, mode, timezone or club.timezone, settings or {})
    chosen = {**(options or {}), **({} if rounds is None else {"rounds": rounds})}
    specs = planned(template, chosen)
    _check_seats(variant, specs)
    tournament = Tournament.objects.create(
        slug=clubs.free_slug(name, among=Tournament.objects.all(), fallback="tournament", longest=60),
        name=name,
        club=club,
        variant=variant,
        mode=mode,
        timezone=timezone or club.timezone,
        starts_at=starts_at,
        place=place.strip()[:120],
        settings={**DEFAULTS, "automatic": _is_automatic(specs[0]), **(settings or {})},
    )
    made: dict[int, Stage | None] = {0: None}
    for number, spec in enumerate(specs, 1):
        made[number] = Stage.objects.create(
            tournament=tournament,
            number=number,
            format=spec.format,
            settings=spec.settings,
            source=made[spec.source],
            feed=spec.feed,
        )
    after = {"name": name, "variant": variant, "template": template, **chosen}
    _record(tournament, "tournament.create", by, now, after=after)
    return tournament


def planned(template: str, options: Mapping[str, Any]) -> tuple[formats.Spec, ...]:
    """The stages of a template with all their settings. Raises Invalid, naming the option and what is allowed."""
    try:
        return formats.stages_of(template, options)
    except formats.BadSetting as bad:
        raise Invalid(bad.field, _("Allowed here: %(allowed)s.") % {"allowed": bad.allowed}) from bad


@transaction.atomic
def change_stage(
    *,
    stage: Stage,
    by: User | None,
    now: datetime,
    settings: Mapping[str, Any] | None = None,
    feed: Mapping[str, Any] | None = None,
    reason: str = "",
) -> Stage:
    """Change the settings of a stage, or whom it takes from the stage before. Locks it.

    All is open until its first round is published; after that only the order of the tie-breaks, which needs a reason.
    Raises Invalid naming the setting and what is allowed, Refusal for what is fixed, NeedsReason.
    """
    stage = Stage.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=stage.pk)
    changes = settings or {}
    is_ladder_on = stage.has_challenges and stage.state != StageState.WAITING
    if is_ladder_on:
        raise Refusal(_("The rules of a ladder are fixed since it began."), "locked")
    is_fixed = stage.rounds.exclude(state=RoundState.DRAFT).exists()
    if is_fixed and (set(changes) - {"tiebreaks"} or feed is not None):
        raise Refusal(_("This is fixed since the first round of the stage was published."), "locked")
    if is_fixed and not reason.strip():
        raise NeedsReason(_("This needs a reason."), [_("Players have seen another order of the tie-breaks.")])
    before = {"settings": stage.settings, "feed": stage.feed}
    try:
        stage.settings = formats.completed(formats.FORMATS[stage.format].settings, {**stage.settings, **changes})
        stage.feed = formats.completed(formats.FEED, {**stage.feed, **feed}) if feed is not None else stage.feed
    except formats.BadSetting as bad:
        raise Invalid(bad.field, _("Allowed here: %(allowed)s.") % {"allowed": bad.allowed}) from bad
    _check_signed_up(stage)
    stage.save(update_fields=["settings", "feed"])
    after = {"settings": stage.settings, "feed": stage.feed}
    _record(stage.tournament, "stage.change", by, now, before=before, after=after, reason=reason.strip())
    return stage


def _check_signed_up(stage: Stage) -> None:
    """Who has signed up late for a side contest keeps the place. Raises Invalid."""
    taken = Counter(stage.field.exclude(late="").values_list("late", flat=True))
    for contest, count in taken.items():
        said = {"n": count}
        if not stage.settings.get(contest):
            raise Invalid(contest, _("Some have signed up for it: %(n)d.") % said)
        if stage.settings.get(f"{contest}_lines", 0) < count:
            raise Invalid(f"{contest}_lines", _("At least %(n)d: so many have signed up.") % said)


@transaction.atomic
def change_conditions(
    *, tournament: Tournament, by: User | None, now: datetime, rounds: int | None = None, **changes: Any
) -> Tournament:
    """Change name, starts_at, place, or settings (and the number of rounds) of a tournament.

    Locks stage and tournament, as the pairing does. The number of rounds is fixed once round 1 is published, since the
    pairing depends on it; raises Refusal then, Invalid for a bad value.
    """
    stage = Stage.objects.select_for_update().select_related("tournament").get(tournament=tournament, number=1)
    tournament = stage.tournament
    unknown = set(changes) - {"name", "starts_at", "place", "settings"}
    if unknown:
        raise Invalid(sorted(unknown)[0], _("This cannot be changed."))
    if "name" in changes:
        changes["name"] = _clean(changes["name"])
    if "settings" in changes:
        _check_settings(changes["settings"])
        changes["settings"] = {**tournament.settings, **changes["settings"]}
    before = {key: _plain(getattr(tournament, key)) for key in changes}
    for key, value in changes.items():
        setattr(tournament, key, value)
    tournament.save(update_fields=[*changes]) if changes else None
    if rounds is not None and rounds != stage.settings.get("rounds"):
        before["rounds"], changes["rounds"] = stage.settings.get("rounds"), rounds
        _change_rounds(stage, rounds)
    for one in Stage.objects.filter(tournament=tournament).select_related("tournament"):
        clockwork.wake(one, now)
        cuts.go_on(one, now)
    after = {key: _plain(value) for key, value in changes.items()}
    _record(tournament, "tournament.change", by, now, before=before, after=after)
    return tournament


def _checked(name: str, variant: str, mode: str, zone: str, settings: Mapping[str, Any]) -> str:
    if variant not in engine.VARIANTS or engine.VARIANTS[variant].seating.name not in SEATINGS:
        raise Invalid(
            "variant", _("There is no variant for two, or for two sides, called “%(key)s”.") % {"key": variant}
        )
    if mode not in Mode.values:
        raise Invalid("mode", _("Played online, in person, or both mixed."))
    if mode != Mode.IN_PERSON and variant not in LIVE_FOR_TWO:
        said = {"name": engine.VARIANTS[variant].name}
        raise Invalid("variant", _("%(name)s is not played at live tables yet: choose “in person”.") % said)
    if zone not in available_timezones():
        raise Invalid("timezone", _("There is no time zone “%(zone)s”.") % {"zone": zone})
    ZoneInfo(zone)
    _check_settings(settings)
    return _clean(name)


def _is_automatic(spec: formats.Spec) -> bool:
    """Do its rounds come by themselves unless said: those of a league do; a ladder has none to come."""
    form = formats.FORMATS[spec.format]
    return form.has_windows and not form.has_challenges


def _check_seats(variant: str, specs: Sequence[formats.Spec]) -> None:
    """The same deck at every table needs two hands at each."""
    rules = engine.VARIANTS[variant]
    if rules.seating.name != "two" and any(spec.format == DUPLICATE for spec in specs):
        said = {"name": rules.name}
        raise Invalid("template", _("Duplicate is played by two at a table, not in %(name)s.") % said)


def _clean(name: str) -> str:
    try:
        return names.clean_name(name)
    except names.BadName as bad:
        raise Invalid("name", str(bad)) from bad


def _check_rounds(rounds: int) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Invalid("rounds", _("From 1 to %(most)d rounds.") % {"most": MOST_ROUNDS})


def _check_settings(settings: Mapping[str, Any]) -> None:
    unknown = set(settings) - set(DEFAULTS)
    if unknown:
        raise Invalid("settings", _("Unknown setting “%(key)s”.") % {"key": sorted(unknown)[0]})
    try:
        delay_in(settings)
    except BadDelay as bad:
        raise Invalid("delay", _("Allowed here: %(allowed)s.") % {"allowed": bad}) from bad
    if not is_clock(settings.get("clock")):
        raise Invalid("clock", _("A clock needs time for the whole match, or for each decision."))


def _change_rounds(stage: Stage, rounds: int) -> None:
    _check_rounds(rounds)
    if "rounds" not in stage.settings:
        raise Invalid("rounds", _("Here the number of players says how many rounds there are."))
    if stage.rounds.exclude(state=RoundState.DRAFT).exists():
        raise Refusal(_("The number of rounds is fixed since round 1 was published."), "locked")
    stage.settings = {**stage.settings, "rounds": rounds}
    stage.save(update_fields=["settings"])


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _record(tournament: Tournament, action: str, by: User | None, now: datetime, **facts: Any) -> None:
    audit.record(actor=by, action=action, target=f"tournament:{tournament.public_id}", now=now, **facts)
