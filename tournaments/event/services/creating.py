"""Create a tournament from a template, and change its conditions and its stages."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import User
from clubs import services as clubs
from clubs.models import Club
from doors.zones import known_zones
from games import engine
from games.services import house_rules
from quotas import services as quotas
from quotas.acts import MAKE_EVENT
from tournaments import formats
from tournaments.errors import Invalid, NeedsReason, Refusal, refused, require_plannable
from tournaments.event.selectors import combining
from tournaments.event.services.acts import record_tournament
from tournaments.event.services.cancelled import refuse_cancelled
from tournaments.event.services.club_closing import refuse_closed
from tournaments.event.settings import DEFAULTS, check
from tournaments.formats.combinations import STRICT, Misfit
from tournaments.formats.kinds.pods import SEATINGS
from tournaments.models import Mode, RoundState, Stage, StageState, Tournament, TournamentState
from tournaments.pairing.pods import shape_for

MOST_ROUNDS = formats.MOST_ROUNDS


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
    like: Tournament | None = None,
) -> Tournament:
    """Create a tournament, open for entries, with the stages of a template; `options` are those of the template
    (formats.templates), including the number of Swiss `rounds`. Its address is made from the name. `variant` is a
    preset or a rule set that the club offers; one that is `like` another has its rules, offered or not. Raises Invalid,
    LimitReached."""
    if by is not None:
        quotas.take(MAKE_EVENT, now=now, account=by.pk)
    refuse_closed(club)
    name = checked(name, variant, mode, timezone or club.timezone, settings or {})
    require_plannable("starts_at", starts_at)
    chosen = {**(options or {}), **({} if rounds is None else {"rounds": rounds})}
    specs = planned(template, chosen, variant, mode, (settings or {}).get("laws", STRICT))
    rules = as_before(like) if like is not None else rules_of(club, variant, now)
    tournament = Tournament.objects.create(
        **rules,
        slug=clubs.free_slug(name, among=Tournament.objects.all(), fallback="tournament", longest=60),
        name=name,
        club=club,
        mode=mode,
        timezone=timezone or club.timezone,
        starts_at=starts_at,
        place=_line(place),
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
    record_tournament(tournament, "tournament.create", by, now, after=after)
    return tournament


def rules_of(club: Club, variant: str, now: datetime) -> dict[str, Any]:
    """The fields of a tournament for these rules, a preset or a rule set that the club offers, which stays as it is
    from now on. Locks the rule set. Raises Invalid."""
    try:
        house = house_rules.choose(club=club, rules=variant, now=now)
    except house_rules.BadRules as bad:
        raise Invalid("variant", str(bad)) from bad
    if house is None:
        return {"variant": variant}
    return {"variant": variant, "rules_called": house.name, "rules_are_rated": house.is_rated}


def as_before(earlier: Tournament) -> dict[str, Any]:
    """The same fields for the rules of an earlier tournament, which may have been replaced or withdrawn since."""
    return {name: getattr(earlier, name) for name in ("variant", "rules_called", "rules_are_rated")}


def planned(
    template: str, options: Mapping[str, Any], variant: str, place: str = Mode.IN_PERSON, laws: str = STRICT
) -> tuple[formats.Spec, ...]:
    """The stages of a template with all their settings, for these rules at this place. Raises Invalid, naming the
    option and what is allowed, or what does not go together."""
    try:
        specs = formats.stages_of(template, {**usual_sizes(template, options, variant), **options})
    except formats.BadSetting as bad:
        raise refused(bad) from bad
    if variant in engine.VARIANTS:
        stages = [(spec.format, spec.settings) for spec in specs]
        refuse(combining.refusal(variant, stages=stages, place=place, laws=laws))
    return specs


def usual_sizes(template: str, options: Mapping[str, Any], variant: str) -> dict[str, int]:
    """The default sizes of tables of three and more: those that the rules allow, near the usual size."""
    rules = engine.VARIANTS.get(variant)
    if not template.startswith("pod_") or rules is None or rules.seating.name not in SEATINGS:
        return {}
    numbers = rules.seating.numbers(rules)
    size = options.get("seats", numbers[0])
    if type(size) is not int or size not in numbers:
        return {}
    shape = shape_for(size)
    most, least = min(shape.most, max(numbers)), max(shape.least, min(numbers))
    return {"seats": size, "seats_least": least, "seats_most": most}


def refuse(found: Misfit | None) -> None:
    """Raise Invalid, with a way out, for choices that do not fit together."""
    if found is not None:
        raise Invalid(found.field, combining.words(found))


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
    """Change the settings of a stage, or which entries it takes from the stage before. Locks it.

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
        raise refused(bad) from bad
    _check_signed_up(stage)
    refuse(combining.refusal_for(stage.tournament, stage=stage))
    stage.save(update_fields=["settings", "feed"])
    after = {"settings": stage.settings, "feed": stage.feed}
    record_tournament(stage.tournament, "stage.change", by, now, before=before, after=after, reason=reason.strip())
    return stage


def _check_signed_up(stage: Stage) -> None:
    """Refuse a change that would remove the places of entries that have signed up late for a side contest. Raises
    Invalid."""
    taken = Counter(stage.field.exclude(late="").values_list("late", flat=True))
    for contest, count in taken.items():
        said = {"n": count}
        if not stage.settings.get(contest):
            raise Invalid(contest, _("Some have signed up for it: %(n)d.") % said)
        if stage.settings.get(f"{contest}_lines", 0) < count:
            raise Invalid(f"{contest}_lines", _("At least %(n)d: so many have signed up.") % said)


@transaction.atomic
def write_conditions(
    *, tournament: Tournament, by: User | None, now: datetime, rounds: int | None = None, **changes: Any
) -> Tournament:
    """Change name, starts_at, place, or settings (and the number of rounds) of a tournament. Stages that come by
    themselves are not looked at: `stages.services.conditions` does both.

    Locks stage and tournament, as the pairing does. The number of rounds is fixed once round 1 is published, since the
    pairing depends on it; raises Refusal then, Invalid for a bad value.
    """
    stage = Stage.objects.select_for_update().select_related("tournament").get(tournament=tournament, number=1)
    tournament = stage.tournament
    refuse_cancelled(tournament)
    unknown = set(changes) - {"name", "starts_at", "place", "settings"}
    if unknown:
        raise Invalid(sorted(unknown)[0], _("This cannot be changed."))
    require_plannable("starts_at", changes.get("starts_at"))
    if "name" in changes:
        changes["name"] = _clean(changes["name"])
    if "place" in changes:
        changes["place"] = _line(changes["place"])
    if "settings" in changes:
        check(changes["settings"])
        refuse(combining.refusal_for(tournament, laws=changes["settings"].get("laws")))
        _refuse_late_rating(tournament, changes["settings"])
        changes["settings"] = {**tournament.settings, **changes["settings"]}
    before = {key: _plain(getattr(tournament, key)) for key in changes}
    for key, value in changes.items():
        setattr(tournament, key, value)
    tournament.save(update_fields=[*changes]) if changes else None
    if rounds is not None and rounds != stage.settings.get("rounds"):
        before["rounds"], changes["rounds"] = stage.settings.get("rounds"), rounds
        _change_rounds(stage, rounds)
    after = {key: _plain(value) for key, value in changes.items()}
    record_tournament(tournament, "tournament.change", by, now, before=before, after=after)
    return tournament


def checked(name: str, variant: str, mode: str, zone: str, settings: Mapping[str, Any]) -> str:
    """The name in its stored form. Raises Invalid for a name or a condition that no tournament has."""
    if variant not in engine.VARIANTS:
        said = {"key": variant[:200], "allowed": ", ".join(sorted(engine.VARIANTS))}
        raise Invalid("variant", _("There are no rules called “%(key)s”. There is: %(allowed)s.") % said)
    if mode not in Mode.values:
        raise Invalid("mode", _("Played online, in person, or both mixed."))
    if zone not in known_zones():
        raise Invalid("timezone", _("There is no time zone “%(zone)s”.") % {"zone": zone})
    ZoneInfo(zone)
    check(settings)
    refuse(combining.refusal(variant, place=mode, laws=settings.get("laws", STRICT)))
    return _clean(name)


def _is_automatic(spec: formats.Spec) -> bool:
    """The default for automatic rounds: a league has them, a ladder has no rounds to pair."""
    form = formats.FORMATS[spec.format]
    return form.has_windows and not form.has_challenges


def _clean(name: str) -> str:
    try:
        return names.clean_name(name)
    except names.BadName as bad:
        raise Invalid("name", str(bad)) from bad


def _line(place: str) -> str:
    try:
        return names.clean_line(place)
    except names.BadName as bad:
        raise Invalid("place", str(bad)) from bad


def _refuse_late_rating(tournament: Tournament, settings: Mapping[str, Any]) -> None:
    """Raise Refusal where a tournament that has begun would become friendly, or rated."""
    before = tournament.settings.get("rating", DEFAULTS["rating"])
    if settings.get("rating", before) != before and tournament.state != TournamentState.OPEN:
        raise Refusal(_("Whether it counts for the ratings is fixed since it began."), "locked")


def check_rounds(rounds: int) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Invalid("rounds", _("From 1 to %(most)d rounds.") % {"most": MOST_ROUNDS})


def _change_rounds(stage: Stage, rounds: int) -> None:
    check_rounds(rounds)
    if "rounds" not in stage.settings:
        raise Invalid("rounds", _("Here the number of players says how many rounds there are."))
    if stage.rounds.exclude(state=RoundState.DRAFT).exists():
        raise Refusal(_("The number of rounds is fixed since round 1 was published."), "locked")
    stage.settings = {**stage.settings, "rounds": rounds}
    stage.save(update_fields=["settings"])


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
