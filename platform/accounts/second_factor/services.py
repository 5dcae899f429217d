"""Tell who has a second step at sign-in and who needs one; remove one that was lost."""

from datetime import datetime, timedelta

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit

STEPS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)  # recovery codes alone are none
STAFF, OFFICIALS, EVERYBODY = "staff", "officials", "everybody"
ASKED_AGAIN_AFTER = timedelta(days=30)


class NoSecondFactor(Exception):
    """There is no second step to remove."""


def has_one(user: User) -> bool:
    """Does this person sign in with two steps?"""
    return bool(Authenticator.objects.filter(user=user, type__in=STEPS).exists())


def is_demanded_of(*whom: str) -> bool:
    """Does this site require a second step of one of these groups: STAFF, OFFICIALS or EVERYBODY?"""
    return settings.SECOND_FACTOR in whom


def is_missing(user: User) -> bool:
    """Is this a staff member without a second step, on a site where staff need one?"""
    is_staff = user.is_staff or user.is_superuser
    return is_staff and is_demanded_of(STAFF, OFFICIALS, EVERYBODY) and not has_one(user)


def acts_as_official(user: User) -> bool:
    """May this person act as an official if a club has made them one? Whatever reads the roles of clubs asks this."""
    return not is_demanded_of(OFFICIALS, EVERYBODY) or has_one(user)


def is_kept_out(user: User | AnonymousUser) -> bool:
    """Is this a person with an account and without a second step, on a site that requires one of everybody? They may
    only use the doors that lead to a second step."""
    return isinstance(user, User) and is_demanded_of(EVERYBODY) and not has_one(user)


def refusal(user: User | AnonymousUser, words: str) -> str:
    """The reason why an official's act is refused: these words, or that the second step is missing."""
    if isinstance(user, User) and not acts_as_official(user):
        return _("Officials need a second step at sign-in here. Set one up first: My page, Second step at sign-in.")
    return words


def acts_as_staff(user: User | AnonymousUser) -> bool:
    """May this person act as staff of the site? Every door of the staff asks this, or `acts_as_administrator`."""
    return isinstance(user, User) and user.is_active and user.is_staff and not is_missing(user)


def acts_as_administrator(user: User | AnonymousUser) -> bool:
    """May this person do in every club what its officials may do?"""
    return isinstance(user, User) and user.is_active and user.is_superuser and not is_missing(user)


def administrators() -> QuerySet[User]:
    """Everybody who has the rights of an administrator, whether or not they can use them now."""
    return User.objects.filter(is_superuser=True)


def require_staff(user: User | AnonymousUser, words: str) -> None:
    """Raise PermissionDenied for a person who may not act as staff, with these words, or with what is missing."""
    if acts_as_staff(user):
        return
    if isinstance(user, User) and user.is_staff and user.is_active:
        words = _("Staff need a second step at sign-in here. Set one up first: My page, Second step at sign-in.")
    raise PermissionDenied(words)


def passkeys_work(request: HttpRequest) -> bool:
    """Do browsers allow passkeys at this address? They do on https, and on http only at `localhost`: not at a number
    such as 127.0.0.1, and not at a laptop's address in the hall."""
    return bool(settings.HTTPS) or request.is_secure() or host_of(request) == "localhost"


def host_of(request: HttpRequest) -> str:
    """The host of a page without its port; passkeys are made for it."""
    return request.get_host().partition(":")[0]


def put_off(*, user: User, now: datetime) -> None:
    """Note that this person does not want to be asked for a second step for a month."""
    user.second_factor_asked_at = now
    user.save(update_fields=["second_factor_asked_at"])


def is_asked(user: User, *, now: datetime) -> bool:
    """Should this official be asked to set up a second step? Yes, if they have none and did not put it off lately, or
    if the site requires one."""
    put_off_at, must = user.second_factor_asked_at, is_demanded_of(OFFICIALS, EVERYBODY)
    return (must or put_off_at is None or now - put_off_at >= ASKED_AGAIN_AFTER) and not has_one(user)


@transaction.atomic
def remove(*, user: User, by: User | None, now: datetime) -> None:
    """Remove every second step of a person who has lost app and codes; they then sign in with the password alone. `by`
    is None for the command line. Raises NoSecondFactor."""
    deleted, _kinds = Authenticator.objects.filter(user=user).delete()
    if not deleted:
        raise NoSecondFactor(f"{user.username} has no second step")
    audit.record(actor=by, action="account.second_factor_removed", target=f"user:{user.public_id}", now=now)
