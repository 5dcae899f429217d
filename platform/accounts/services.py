"""Writing about people: players from rosters, house players, guests, officials; logins that have run out."""

from datetime import datetime

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import get_random_string

from accounts import names
from accounts.models import ALPHABET, User, new_public_id
from duework import services as duework
from duework.models import DueWork

ID_LENGTH = 12
OLD_SESSIONS = "accounts.old_sessions"
OLD_SESSIONS_HOUR = 4


@transaction.atomic
def player_for(*, name: str, email: str = "", among: QuerySet[User] | None = None) -> tuple[User, bool]:
    """The player of a roster line, and whether they are new: by e-mail on the whole site, else by name `among` those
    given (usually the members of a club). A new player has no password until they claim the account."""
    name, email = names.clean_name(name), email.strip().lower()
    found = find_player(name=name, email=email, among=among)
    if found is not None:
        return found, False
    return _new_user(name=name, email=email), True


@transaction.atomic
def player_from_elsewhere(
    *, public_id: str, name: str, email: str = "", house_level: str = "", timezone: str = ""
) -> tuple[User, bool]:
    """The person of another house by public id, else by e-mail, else a new one under that id, and whether they are new.
    Raises ValueError for a bad name or id."""
    found = User.objects.filter(public_id=public_id).first()
    found = found or (User.objects.filter(email__iexact=email).first() if email else None)
    if found is not None:
        return found, False
    if len(public_id) != ID_LENGTH or not set(public_id) <= set(ALPHABET):
        raise ValueError(f"no public id: {public_id[:20]}")
    user = User(
        username=f"p-{public_id}",
        public_id=public_id,
        name=names.clean_name(name),
        email=email.strip().lower(),
        house_level=house_level[:20],
        timezone=timezone[:60],
    )
    user.set_unusable_password()
    user.save()
    return user, True


def find_player(*, name: str, email: str = "", among: QuerySet[User] | None = None) -> User | None:
    """The player of a roster line, not made when absent: by e-mail, else by name among those without another e-mail."""
    if email:
        by_email = User.objects.filter(email__iexact=email).first()
        if by_email is not None:
            return by_email
    pool = User.objects.none() if among is None else among
    people = pool.filter(house_level="", **({"email": ""} if email else {})).order_by("pk")
    if name.isascii():
        return people.filter(name__iexact=name).first()
    # SQLite folds the case of ASCII letters only: É and é are one letter to a club secretary
    return next((user for user in people if user.name.casefold() == name.casefold()), None)


@transaction.atomic
def house_player(*, name: str, level: str) -> User:
    """The house player of this name and level, made when absent. House players never sign in."""
    found = User.objects.filter(name=name, house_level=level).first()
    return found or _new_user(name=name, email="", house_level=level)


@transaction.atomic
def guest() -> User:
    """Somebody new who plays without an account, with a number for a name."""
    return _new_user(name=f"Guest {get_random_string(4, '0123456789')}", email="", is_guest=True)


@transaction.atomic
def official(*, username: str, name: str, email: str, password: str | None, site_admin: bool = False) -> User:
    """A person with a password from the start, such as the organiser of a fresh site; None: nobody signs in as them."""
    user = User(
        username=username, name=names.clean_name(name), email=email, is_staff=site_admin, is_superuser=site_admin
    )
    user.set_password(password)
    user.save()
    return user


def _new_user(*, name: str, email: str, house_level: str = "", is_guest: bool = False) -> User:
    user = User(username=f"p-{new_public_id()}", name=name, email=email, house_level=house_level, is_guest=is_guest)
    user.set_unusable_password()
    user.save()
    return user


def old_sessions_due(work: DueWork, now: datetime) -> None:
    """Handler of due work `accounts.old_sessions`: delete logins, and guests' memories, that have run out."""
    with transaction.atomic():
        duework.hold(work)
        Session.objects.filter(expire_date__lte=now).delete()
