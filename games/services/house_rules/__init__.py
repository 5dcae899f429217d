"""Rule sets of clubs: make one, change it, withdraw it; and choose one for something that is played."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import User
from audit import services as audit
from clubs.models import Club
from clubs.services import rights
from games import engine
from games.live.presets import PRESETS, offered, refusals
from games.live.setup.fitting import BadTable
from games.models import NAME_LETTERS, HouseRules

MOST = 100  # rule sets of a club that are offered


class BadRules(BadTable):
    """A rule set cannot be made or chosen like this: `field` names what is wrong, and the words say why and what to
    do."""

    def __init__(self, field: str, words: str) -> None:
        super().__init__(words, field)


@transaction.atomic
def make(
    *,
    club: Club,
    name: str,
    preset: str,
    options: Mapping[str, Any],
    by: User,
    now: datetime,
    is_rated: bool = True,
) -> HouseRules:
    """Make a rule set of a club from a preset and the options that differ there. Locks the club. Raises
    PermissionDenied for everybody but its organisers, BadRules with the field."""
    club = _locked(club, by)
    if _offered(club).count() >= MOST:
        said = _("A club has at most %(most)d rule sets of its own: withdraw one that you do not play any more.")
        raise BadRules("name", said % {"most": MOST})
    facts = {"name": name, "rules": checked_key(preset, options), "is_rated": is_rated}
    made = HouseRules.objects.create(club=club, made_at=now, **_checked(club, facts))
    _record(made, "house_rules.make", by, now, after=_plain(made))
    return made


@transaction.atomic
def change(
    *,
    rules: HouseRules,
    name: str,
    options: Mapping[str, Any],
    by: User,
    now: datetime,
    is_rated: bool = True,
    edition: str = "",
) -> HouseRules:
    """Change a rule set: if something was played or planned by it, that keeps it, and the change is its next version;
    else it is changed itself. Returns the version that holds from now on. Locks the club. Raises PermissionDenied,
    BadRules with the field, also where the `edition` that was seen ("": any) has been changed meanwhile."""
    club = _locked(rules.club, by)
    rules = HouseRules.objects.get(pk=rules.pk)
    _require_offered(rules)
    if edition and edition != rules.edition:
        said = _("Somebody else has just changed these rules. Look at them; to put yours in their place, save again.")
        raise BadRules("edition", said)
    facts = {"name": name, "rules": checked_key(rules.preset, options), "is_rated": is_rated}
    facts, before = _checked(club, facts, rules), _plain(rules)
    if facts == before:
        return rules
    if rules.used_at is not None:
        HouseRules.objects.filter(pk=rules.pk).update(replaced_at=now)
        rules = HouseRules.objects.create(
            club=club, made_at=now, version=rules.version + 1, previous_id=rules.pk, **facts
        )
    else:
        for field, value in facts.items():
            setattr(rules, field, value)
        rules.save(update_fields=[*facts])
    _record(rules, "house_rules.change", by, now, before=before, after=_plain(rules))
    return rules


@transaction.atomic
def withdraw(*, rules: HouseRules, by: User, now: datetime) -> HouseRules:
    """Offer a rule set no more; what was played or planned by it stays. Locks the club. Raises PermissionDenied,
    BadRules for one that is not offered."""
    _locked(rules.club, by)
    rules = HouseRules.objects.get(pk=rules.pk)
    _require_offered(rules)
    rules.withdrawn_at = now
    rules.save(update_fields=["withdrawn_at"])
    _record(rules, "house_rules.withdraw", by, now, before=_plain(rules))
    return rules


def checked_key(preset: str, options: Mapping[str, Any]) -> str:
    """The key of a preset with these options. Raises BadRules with the field and what goes there."""
    if not is_preset(preset):
        raise BadRules("preset", _("Choose one of the presets."))
    try:
        return engine.house_key(preset, **options)
    except engine.Impossible as refused:
        raise BadRules(refusals.field_of(refused), refusals.in_words(refused, preset)) from refused


@transaction.atomic
def choose(*, club: Club, rules: str, now: datetime) -> HouseRules | None:
    """Choose rules by their key for something that will be played. Returns the rule set of this club that has the key,
    which never changes from now on; None for a preset. Locks the rule set. Raises BadRules for a key that the club does
    not offer."""
    found = _offered(club).select_for_update().filter(rules=rules).first()
    if found is None and not is_preset(rules):
        said = _("%(club)s has no such rule set, or offers it no more. Choose one of its own, or a preset.")
        raise BadRules("variant", said % {"club": club.name})
    return found and _used(found, now)


@transaction.atomic
def choose_for(*, user: User, rules: str, now: datetime) -> HouseRules | None:
    """As `choose`, for a casual table of this person: a key that one of their clubs offers, or a preset's. Raises
    BadRules."""
    if is_preset(rules):
        return None
    mine = offered.for_player(user).values("pk")
    found = HouseRules.objects.select_for_update().filter(pk__in=mine, rules=rules).order_by("pk").first()
    if found is None:
        said = _("No club of yours offers these rules. Choose those of a club that you are a member of, or a preset.")
        raise BadRules("rules", said)
    return _used(found, now)


def require_preset(rules: str) -> None:
    """Raise BadRules for the rules of a club, where strangers meet."""
    if rules in engine.VARIANTS and not is_preset(rules):
        said = _("Strangers meet by the presets: play the rules of a club with people to whom you send a link.")
        raise BadRules("rules", said)


def is_preset(rules: str) -> bool:
    """Is this the key of a preset?"""
    return rules in PRESETS


def _used(found: HouseRules, now: datetime) -> HouseRules:
    if found.used_at is None:
        found.used_at = now
        found.save(update_fields=["used_at"])
    return found


def _locked(club: Club, by: User) -> Club:
    rights.require_organiser(club, by)
    club = Club.objects.select_for_update().get(pk=club.pk)
    if club.closed_at:
        raise BadRules("club", _("%(club)s is closed.") % {"club": club.name})
    return club


def _offered(club: Club) -> QuerySet[HouseRules]:
    return HouseRules.objects.filter(club=club, replaced_at=None, withdrawn_at=None)


def _require_offered(rules: HouseRules) -> None:
    if rules.replaced_at is not None:
        raise BadRules("name", _("There is a later version of these rules: change that one."))
    if rules.withdrawn_at is not None:
        raise BadRules("name", _("These rules were withdrawn: make new ones."))


def _checked(club: Club, facts: dict[str, Any], own: HouseRules | None = None) -> dict[str, Any]:
    """The facts with the name in its stored form. Raises BadRules for a name or values that another rule set has."""
    others = _offered(club).exclude(pk=own.pk) if own else _offered(club)
    name = _clean(facts["name"])
    if names.called(others, name).exists():
        said = _("The club has a rule set called “%(name)s”: choose another name, or change that one.")
        raise BadRules("name", said % {"name": name})
    same = others.filter(rules=facts["rules"]).first()
    if same is not None:
        raise BadRules("name", _("“%(name)s” has the same values: use that one.") % {"name": same.name})
    return {**facts, "name": name}


def _clean(name: str) -> str:
    try:
        name = names.clean_name(name[: names.LONGEST])
    except names.BadName as bad:
        raise BadRules("name", str(bad)) from bad
    if len(name) > NAME_LETTERS:
        raise BadRules("name", _("A name of rules has at most %(most)d letters.") % {"most": NAME_LETTERS})
    return name


def _plain(rules: HouseRules) -> dict[str, Any]:
    return {"name": rules.name, "rules": rules.rules, "is_rated": rules.is_rated}


def _record(rules: HouseRules, action: str, by: User, now: datetime, **facts: Any) -> None:
    audit.record(actor=by, action=action, target=f"house_rules:{rules.public_id}", now=now, **facts)
