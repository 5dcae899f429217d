"""Follow people to see when they are on the site. Nobody is told who follows them."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Follow

MOST_FOLLOWED = 200


class CannotFollow(ValueError):
    """A person cannot be followed; the message says why."""


@transaction.atomic
def follow(*, by: User, of: User, now: datetime) -> None:
    """Follow a person. A repeat changes nothing. Locks the follower. Raises CannotFollow."""
    if by.is_guest or by.pk == of.pk or of.is_guest or of.house_level or not of.is_active:
        raise CannotFollow(_("Only people with an account follow others, and not themselves, guests or the house."))
    User.objects.select_for_update(no_key=True).get(pk=by.pk)
    if Follow.objects.filter(by=by, of=of).exists():
        return
    if Follow.objects.filter(by=by).count() >= MOST_FOLLOWED:
        raise CannotFollow(_("You follow %(n)d people: stop following one of them first.") % {"n": MOST_FOLLOWED})
    Follow.objects.create(by=by, of=of, since=now)


@transaction.atomic
def unfollow(*, by: User, of: User) -> None:
    """Stop following a person."""
    Follow.objects.filter(by=by, of=of).delete()
