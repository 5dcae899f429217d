"""Read about people: who has confirmed their address, and whose an address is."""

from collections.abc import Iterable

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from accounts.models import User


def with_confirmed_address(users: Iterable[User]) -> set[int]:
    """The keys of the people whose address is confirmed. An account has an address only when it is confirmed, by a link
    in a mail or by the site's operator. A person without a login has an address that somebody typed, until they open
    such a link."""
    with_one = [user for user in users if user.email]
    proved = EmailAddress.objects.filter(user__in=[one.pk for one in with_one], verified=True)
    known = set(proved.annotate(low=Lower("email")).values_list("user", "low"))
    return {one.pk for one in with_one if one.speaks_for_themselves or (one.pk, one.email.lower()) in known}


def owners(email: str) -> QuerySet[User]:
    """The accounts that have confirmed this address. Names from a list, and accounts that have not confirmed it, do not
    own it."""
    proved = EmailAddress.objects.filter(email__iexact=email, verified=True)
    found = User.objects.filter(Q(email__iexact=email) | Q(pk__in=proved.values("user")), is_active=True)
    return found.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX)
