"""What the app accounts knows about a person: show it to them, and delete it when they leave."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q

from accounts.api_tokens import services as api_tokens
from accounts.devices import services as devices
from accounts.models import User
from audit.models import AuditEntry


def tell(user: User) -> dict[str, Any]:
    """The account: names and addresses, how and from where its owner signs in, what they agreed to. It holds no
    secret."""
    return {
        "id": user.public_id,
        "login": user.username,
        "name": user.name,
        "email": user.email,
        "addresses": list(EmailAddress.objects.filter(user=user).order_by("pk").values("email", "verified", "primary")),
        "time_zone": user.timezone,
        "joined_at": user.date_joined,
        "last_signed_in_at": user.last_login,
        "is_staff": user.is_staff,
        "is_administrator": user.is_superuser,
        "second_steps": [
            {"kind": one.type, "name": str(one), "made_at": one.created_at, "used_at": one.last_used_at}
            for one in Authenticator.objects.filter(user=user).order_by("pk")
        ],
        "second_step_put_off_at": user.second_factor_asked_at,
        "api_tokens": list(
            api_tokens.tokens_of(user).values("public_id", "label", "scopes", "made_at", "expires_at", "used_at")
        ),
        "signed_in": [
            {"address": one.address, "browser": one.agent, "since": one.since, "last_used_at": one.seen}
            for one in devices.devices_of(user, current=None)
        ],
        "names_that_were_mine": list(user.merged.order_by("pk").values("public_id", "name")),
        "agreed_to": list(user.consents.order_by("pk").values("what", "version", "at")),
        "log": list(
            AuditEntry.objects.filter(Q(actor=user.pk) | Q(target=f"user:{user.public_id}"))
            .order_by("pk")
            .values("at", "action", "target", "reason")
        ),
    }


def forget(user: User, alias: str, now: datetime) -> None:
    """Close the account and delete everything personal in it. Its row and id stay, because results name them."""
    devices.cut_off(user=user)
    for one in user.merged.all():  # names of this person on published lists
        _rename_in_admin_log(User, [one.pk], alias)
        one.name, one.username, one.left_at = alias, f"left-{one.public_id}", now
        one.save(update_fields=["name", "username", "left_at"])
    user.api_tokens.all().delete()
    user.consents.all().delete()
    Authenticator.objects.filter(user=user).delete()
    addresses = EmailAddress.objects.filter(user=user)
    _rename_in_admin_log(EmailAddress, [one.pk for one in addresses], "")
    addresses.delete()
    user.groups.clear()
    user.user_permissions.clear()
    _rename_in_admin_log(User, [user.pk], alias)
    user.username, user.name, user.email, user.timezone = f"left-{user.public_id}", alias, "", ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = user.second_factor_asked_at = None
    user.left_at = now
    user.set_unusable_password()
    user.save()


def _rename_in_admin_log(model: type[Model], numbers: Iterable[int], name: str) -> None:
    """Replace the old names of these rows by `name` in Django's log of administrators' acts."""
    rows = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(model))
    rows.filter(object_id__in=[str(number) for number in numbers]).update(object_repr=name)
