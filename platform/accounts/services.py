"""Services for people: players from rosters, house players, guests, officials; expired logins."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import ALPHABET, Consent, User, new_public_id
from audit import services as audit
from doors.zones import known_zones

ID_LENGTH = 12
PRIVACY, PRIVACY_VERSION = "privacy", "2026-11-25"  # when templates/pages/privacy.html last changed its sense
OLD_SESSIONS = "accounts.old_sessions"
OLD_SESSIONS_HOUR = 4
OLD_ACTS, OLD_ACTS_HOUR = "accounts.old_acts", 5


@transaction.atomic
def player_for(*, name: str, email: str = "", among: QuerySet[User] | None = None) -> tuple[User, bool]:
    """The player of a roster line, and whether they are new: by e-mail (`_bearer_of`), else by name `among` those given
    (usually the members of a club). A new player has no password until they claim the account."""
    name, email = names.clean_name(name), email.strip().lower()
    found = find_player(name=name, email=email, among=among)
    if found is not None:
        return found, False
    return _new_user(name=name, email=email), True


@transaction.atomic
def newcomer(*, name: str, public_id: str = "", timezone: str = "") -> User:
    """A new person without a password, even if the name is taken; with the public id from another site, if it is free
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
def newcomers(people: Sequence[str]) -> list[User]:
    """New persons without a password, one for each of these clean names, in their order."""
    users = [User(username=f"p-{new_public_id()}", name=name) for name in people]
    for user in users:
        user.set_unusable_password()
    return User.objects.bulk_create(users, batch_size=1_000)


@transaction.atomic
def close_merged(*, name: User, into: User) -> None:
    """Close the row of a name from a roster whose results have become those of another person: it is found nowhere any
    more, and its page leads to them. Called with both locked."""
    name.is_active, name.email, name.merged_into = False, "", into
    name.save(update_fields=["is_active", "email", "merged_into"])
    User.objects.filter(merged_into=name).update(merged_into=into)


def find_player(*, name: str, email: str = "", among: QuerySet[User] | None = None) -> User | None:
    """The player of a roster line, not created if missing: by e-mail, else by name among those without another
    e-mail."""
    if email:
        by_email = _bearer_of(email, name, among)
        if by_email is not None:
            return by_email
    pool = User.objects.none() if among is None else among
    people = pool.filter(house_level="", **({"email": ""} if email else {})).order_by("pk")
    if name.isascii():
        return people.filter(name__iexact=name).first()
    # SQLite folds the case of ASCII letters only: É and é are one letter to a club secretary
    return next((user for user in people if user.name.casefold() == name.casefold()), None)


def _bearer_of(email: str, name: str, among: QuerySet[User] | None) -> User | None:
    """The person with this address. Among those given, the address counts if its owner confirmed it, or if a list gave
    it to somebody who cannot sign in yet. On the rest of the site it counts only if it is confirmed and the name
    matches too, so that an address alone does not reveal its owner."""
    proved = EmailAddress.objects.filter(email__iexact=email, verified=True).select_related("user").first()
    known = proved.user if proved else User.objects.filter(email__iexact=email).first()
    if known is None or not (proved or not known.has_usable_password()):
        return None
    if among is not None and among.filter(pk=known.pk).exists():
        return known
    return known if proved and known.name.casefold() == name.casefold() else None


def chosen_name(text: str) -> str:
    """A name that a person chooses, in its stored form. Raises BadName also for a name that poses as the site, a club
    or the house, or that imitates somebody's name with letters of another alphabet."""
    name = names.clean_name(text)
    if names.is_reserved(name):
        raise names.BadName(_("this name is kept for the site and its officials: choose another one"))
    look = names.in_latin(name)
    if look != name and User.objects.filter(name__iexact=look).exists():
        raise names.BadName(_("this name looks like that of somebody here: add a second name or an initial"))
    return name


@transaction.atomic
def agree(*, user: User, now: datetime) -> Consent:
    """This person agrees to what the page of privacy says now; once for each version of it."""
    agreed, _new = Consent.objects.get_or_create(user=user, what=PRIVACY, version=PRIVACY_VERSION, defaults={"at": now})
    return agreed


def note_tries_ended(*, login: str, now: datetime) -> None:
    """Record that an account reached the limit of wrong passwords; an unknown account is not recorded."""
    user = User.objects.filter(Q(username__iexact=login) | Q(email__iexact=login)).first() if login else None
    if user is not None:
        audit.record(actor=None, action="account.tries_ended", target=f"user:{user.public_id}", now=now)


@transaction.atomic
def release_address(*, email: str, to: User) -> None:
    """Take an address that this person is about to confirm from everybody who has it unconfirmed. A person who
    confirmed it before keeps it."""
    if EmailAddress.objects.filter(email__iexact=email, verified=True).exclude(user=to).exists():
        return
    EmailAddress.objects.filter(email__iexact=email).exclude(user=to).delete()
    User.objects.filter(email__iexact=email).exclude(pk=to.pk).update(email="")


@transaction.atomic
def house_player(*, name: str, level: str) -> User:
    """The house player of this name and level, created if missing. House players never sign in."""
    found = User.objects.filter(name=name, house_level=level).first()
    return found or _new_user(name=name, email="", house_level=level)


@transaction.atomic
def guest() -> User:
    """A new guest, who plays without an account, with a number as name."""
    return _new_user(name=f"Guest {get_random_string(4, '0123456789')}", email="", is_guest=True)


@transaction.atomic
def official(*, username: str, name: str, email: str, password: str | None, site_admin: bool = False) -> User:
    """A person with a password from the start, such as the organiser of a fresh site; None: nobody signs in as them."""
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
    """The address if no account has it, else empty: one address belongs to one account."""
    return "" if email and User.objects.filter(email__iexact=email).exists() else email


def forget_old_sessions(*, now: datetime) -> None:
    """Delete expired sessions, of logins and of guests."""
    Session.objects.filter(expire_date__lte=now).delete()
    is_there = Exists(Session.objects.filter(session_key=OuterRef("session_key")))
    UserSession.objects.exclude(is_there).delete()


def forget_old_acts(*, now: datetime) -> None:
    """Delete the lines of Django's own list of what administrators did that are older than logs are kept. The audit
    log, which holds no names, stays."""
    LogEntry.objects.filter(action_time__lt=now - timedelta(days=settings.KEEP_LOGS)).delete()
