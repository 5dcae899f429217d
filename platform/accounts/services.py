"""Services for people: players from rosters, house players, guests, officials; expired logins."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import ALPHABET, Consent, User, new_public_id
from accounts.selectors import owners
from audit import services as audit
from doors.zones import known_zones

ID_LENGTH = 12
LONGEST_OF_A_GUEST, OF_A_GUEST = 24, " (guest)"  # a name that a guest chooses, and what it ends with
CHOSEN = "guest_name"  # in the session of a guest: the name without its end
PRIVACY, PRIVACY_VERSION = "privacy", "2026-11-28"  # when templates/pages/privacy.html last changed its sense
OLD_SESSIONS = "accounts.old_sessions"
OLD_SESSIONS_HOUR = 4
OLD_ACTS, OLD_ACTS_HOUR = "accounts.old_acts", 5


@transaction.atomic
def player_for(*, name: str, email: str = "", among: QuerySet[User] | None = None) -> tuple[User, bool]:
    """The player of a roster line, and whether they are new. They are found by e-mail, else by name `among` those given
    (usually the members of a club), as in `find_players`. A new player has no password until they claim the account."""
    name, email = names.person_name(name), email.strip().lower()
    found = find_player(name=name, email=email, among=among)
    if found is not None:
        return found, False
    return _new_user(name=name, email=email), True


@transaction.atomic
def newcomer(*, name: str, public_id: str = "", timezone: str = "") -> User:
    """A new person without a password, even if the name is taken, with the public id from another site if it is free
    here. Raises ValueError for a bad name or id."""
    if public_id and (len(public_id) != ID_LENGTH or not set(public_id) <= set(ALPHABET)):
        raise ValueError(f"no public id: {public_id[:20]}")
    if not public_id or User.objects.filter(public_id=public_id).exists():
        public_id = new_public_id()
    user = User(
        username=f"p-{public_id}",
        public_id=public_id,
        name=names.clean_name(name),
        timezone=timezone if timezone in known_zones() else "",
    )
    user.set_unusable_password()
    user.save()
    return user


@transaction.atomic
def newcomers(people: Sequence[tuple[str, str]]) -> list[User]:
    """New persons without a password, one for each of these clean names, with its address or none, in order. An address
    that an account has is left out."""
    asked = {email.lower() for _name, email in people if email}
    taken = {user.email.lower() for user in User.objects.alias(folded=Lower("email")).filter(folded__in=asked)}
    users = []
    for name, email in people:
        users.append(User(username=f"p-{new_public_id()}", name=name, email="" if email.lower() in taken else email))
        users[-1].set_unusable_password()
        taken.add(email.lower())
    return User.objects.bulk_create(users, batch_size=1_000)


@transaction.atomic
def correct_name(*, user: User, name: str) -> None:
    """Correct the name of somebody who is only a name on lists; whoever can sign in chooses their own. Raises
    BadName."""
    if user.is_only_a_name:
        user.name = names.person_name(name)
        user.save(update_fields=["name"])


@transaction.atomic
def close_merged(*, name: User, into: User) -> None:
    """Close the row of a name from a roster whose results now belong to another person. It is found nowhere any more,
    and its page leads to that person. The caller has locked both."""
    name.is_active, name.email, name.merged_into = False, "", into
    name.save(update_fields=["is_active", "email", "merged_into"])
    User.objects.filter(merged_into=name).update(merged_into=into)


class Found(NamedTuple):
    """The result of a search for somebody on a list: the player, whether anybody among those given has that name, and
    all who have it and could be meant."""

    user: User | None
    has_namesake: bool
    namesakes: tuple[User, ...] = ()


def find_player(*, name: str, email: str = "", among: QuerySet[User] | None = None) -> User | None:
    """The player of a roster line, found as in `find_players`; not created if missing."""
    return find_players([(name, email)], among)[0].user


def find_players(asked: Sequence[tuple[str, str]], among: QuerySet[User] | None) -> list[Found]:
    """Find the players with these names and addresses (or none): each by its address, else by name `among` those given,
    unless they have another address. It takes a few queries, however many are asked for."""
    pool = User.objects.none() if among is None else among
    by_address = _bearers(asked, pool)
    unknown = {name for (name, _email), user in zip(asked, by_address, strict=True) if user is None}
    called = _namesakes(unknown, pool)
    found = []
    for (name, email), bearer in zip(asked, by_address, strict=True):
        namesakes = called.get(name.casefold(), [])
        by_name = tuple(user for user in namesakes if not user.house_level and not (email and user.email))
        found.append(Found(bearer or next(iter(by_name), None), bool(namesakes), by_name))
    return found


def _bearers(asked: Sequence[tuple[str, str]], pool: QuerySet[User]) -> list[User | None]:
    """The person with each address. Among those given, an address counts if its owner confirmed it, or if a list gave
    it to somebody who cannot sign in yet. Elsewhere on the site it counts only if it is confirmed and the name matches
    too, so that an address alone does not reveal its owner."""
    addresses = {email.lower() for _name, email in asked if email}
    if not addresses:
        return [None] * len(asked)
    confirmed = EmailAddress.objects.alias(folded=Lower("email")).filter(folded__in=addresses, verified=True)
    proved = {one.email.lower(): one.user for one in confirmed.select_related("user").order_by("-pk")}
    others = User.objects.alias(folded=Lower("email")).filter(folded__in=addresses - set(proved)).order_by("-pk")
    known = {user.email.lower(): user for user in others if not user.has_usable_password()} | proved
    near = set(pool.filter(pk__in=[user.pk for user in known.values()]).values_list("pk", flat=True))

    def bearer(name: str, address: str) -> User | None:
        user = known.get(address)
        if user is None or user.pk in near:
            return user
        return user if address in proved and user.name.casefold() == name.casefold() else None

    return [bearer(name, email.lower()) for name, email in asked]


def _namesakes(called: Collection[str], pool: QuerySet[User]) -> dict[str, list[User]]:
    """The people of the pool with these names, ignoring case, the oldest first."""
    found: dict[str, list[User]] = {}
    if not called:
        return found
    people = pool.order_by("pk")
    if all(name.isascii() for name in called):
        people = people.alias(folded=Lower("name")).filter(folded__in={name.lower() for name in called})
    # SQLite folds the case of ASCII letters only: É and é are one letter to a club secretary
    for user in people:
        found.setdefault(user.name.casefold(), []).append(user)
    return found


def chosen_name(text: str) -> str:
    """A name that a person chooses, in its stored form. Raises BadName also for a name that poses as the site, a club
    or the house, or that imitates somebody's name with letters of another alphabet."""
    name = names.person_name(text)
    if names.is_reserved(name):
        raise names.BadName(_("this name is kept for the site and its officials: choose another one"))
    look = names.in_latin(name)
    if look != name and User.objects.filter(name__iexact=look).exists():
        raise names.BadName(_("this name looks like that of somebody here: add a second name or an initial"))
    return name


def free_name(text: str) -> str:
    """The name with which somebody joins, checked as by `chosen_name`. Raises BadName also if an account already has
    this very name; a name on a list may be the person's own."""
    name = chosen_name(text)
    unconfirmed = Q(last_login=None, pk__in=EmailAddress.objects.filter(verified=False).values("user"))
    bearers = User.objects.filter(name__iexact=name, is_active=True).exclude(unconfirmed)
    if any(bearer.speaks_for_themselves for bearer in bearers):
        words = _(
            "somebody here is called “%(name)s”. Is that you? Then sign in, or ask for a new password. If you share the"
            " name, add a second name, an initial or your town, so that people can tell you apart"
        )
        raise names.BadName(words % {"name": name})
    return name


@transaction.atomic
def agree(*, user: User, now: datetime) -> Consent:
    """Note that this person agrees to the present page of privacy, once for each of its versions."""
    agreed, _new = Consent.objects.get_or_create(user=user, what=PRIVACY, version=PRIVACY_VERSION, defaults={"at": now})
    return agreed


def note_tries_ended(*, login: str, now: datetime) -> None:
    """Record that an account reached the limit of wrong passwords; for an unknown account nothing is recorded."""
    user = User.objects.filter(Q(username__iexact=login) | Q(email__iexact=login)).first() if login else None
    if user is not None:
        audit.record(actor=None, action="account.tries_ended", target=f"user:{user.public_id}", now=now)


@transaction.atomic
def release_address(*, email: str, to: User) -> None:
    """Take an address that this person is about to confirm from everybody who has it unconfirmed, and from a name
    without a login. An account that has already confirmed it keeps it."""
    if owners(email).exclude(pk=to.pk).exists():
        return
    EmailAddress.objects.filter(email__iexact=email).exclude(user=to).delete()
    User.objects.filter(email__iexact=email).exclude(pk=to.pk).update(email="")


def give_address(*, email: str, to: User) -> None:
    """Store the address with which somebody joins; it is theirs once they confirm it."""
    EmailAddress.objects.create(user=to, email=email, primary=True)


@transaction.atomic
def confirm_address(*, of: User) -> None:
    """Note that a person without a login owns their address, because they have opened a link in a mail to it. Nothing
    happens if an account has that address."""
    if not of.speaks_for_themselves and not owners(of.email).exists():
        facts = {"verified": True, "primary": True}
        EmailAddress.objects.update_or_create(user=of, email=of.email.lower(), defaults=facts)


@transaction.atomic
def house_player(*, name: str, level: str) -> User:
    """The house player of this name and level, created if missing. House players never sign in."""
    found = User.objects.filter(name=name, house_level=level).first()
    return found or _new_user(name=name, email="", house_level=level)


@transaction.atomic
def guest() -> User:
    """A new guest, who plays without an account and has a number as name."""
    return _new_user(name=_number(), email="", is_guest=True)


@transaction.atomic
def name_guest(*, user: User, text: str) -> str:
    """Give a guest the name they choose; the stored name says that they are a guest. Returns the chosen name in its
    stored form. Raises BadName."""
    name = chosen_name(text)
    if len(name) > LONGEST_OF_A_GUEST:
        said = {"most": LONGEST_OF_A_GUEST, "found": len(name)}
        raise names.BadName(_("a name has at most %(most)d characters, this one has %(found)d") % said)
    user.name = f"{name}{OF_A_GUEST}"
    user.save(update_fields=["name"])
    return name


def number_guest(*, user: User) -> None:
    """Give a guest a number in place of the chosen name."""
    user.name = _number()
    user.save(update_fields=["name"])


def _number() -> str:
    return f"Guest {get_random_string(4, '0123456789')}"


@transaction.atomic
def official(*, username: str, name: str, email: str, password: str | None, site_admin: bool = False) -> User:
    """A person with a password from the start, such as the organiser of a fresh site. Without a password (None) nobody
    signs in as them."""
    user = User(
        username=username, name=names.clean_name(name), email=email, is_staff=site_admin, is_superuser=site_admin
    )
    user.set_password(password)
    user.save()
    if site_admin:
        rights = {"is_active": True, "is_staff": True, "is_superuser": True}
        audit.record(
            actor=None, action="account.rights", target=f"user:{user.public_id}", after=rights, now=timezone.now()
        )
    return user


def _new_user(*, name: str, email: str, house_level: str = "", is_guest: bool = False) -> User:
    user = User(
        username=f"p-{new_public_id()}", name=name, email=_free(email), house_level=house_level, is_guest=is_guest
    )
    user.set_unusable_password()
    user.save()
    return user


def _free(email: str) -> str:
    """The address if no account has it, else empty: an address belongs to one account only."""
    return "" if email and User.objects.filter(email__iexact=email).exists() else email


def forget_old_sessions(*, now: datetime) -> None:
    """Delete expired sessions of logins and guests."""
    Session.objects.filter(expire_date__lte=now).delete()
    is_there = Exists(Session.objects.filter(session_key=OuterRef("session_key")))
    UserSession.objects.exclude(is_there).delete()


def forget_old_acts(*, now: datetime) -> None:
    """Delete old lines of Django's own log of administrators' acts. The audit log, which holds no names, stays."""
    LogEntry.objects.filter(action_time__lt=now - timedelta(days=settings.KEEP_LOGS)).delete()
