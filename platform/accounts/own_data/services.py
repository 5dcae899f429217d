"""Export all data about a person; delete an account, whose results stay under another name."""

from datetime import datetime

import orjson
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.own_data import own_account
from accounts.own_data.parts import Blocked, Obstacle, parts
from accounts.proving.proofs import Proof
from audit import services as audit
from quotas import services as quotas
from quotas.acts import EXPORT_OWN_DATA

FORMAT = "undercut-own-data/1"


class NotMeant(Exception):
    """The text typed to confirm the deletion is not the login of the account."""


class NotAPerson(Exception):
    """The account belongs to a house player or a guest, about whom nothing personal is known, or it is already
    deleted."""


def export(*, user: User, proof: Proof, now: datetime) -> bytes:
    """Export all data about this person, part by part, as JSON. The audit log notes the export. Raises LimitReached."""
    proof.require(user)
    quotas.take(EXPORT_OWN_DATA, now=now, account=user.pk)
    told = {part.name: part.tell(user) for part in parts()}
    audit.record(actor=user, action="account.export", target=f"user:{user.public_id}", now=now)
    whole = {"format": FORMAT, "made_at": now, "account": own_account.tell(user), **told}
    return orjson.dumps(whole, option=orjson.OPT_INDENT_2 | orjson.OPT_UTC_Z)


def obstacles(user: User) -> list[Obstacle]:
    """Everything that prevents this person from leaving, each with the way out."""
    found = [one for part in parts() for one in part.obstacles(user)]
    admins = User.objects.filter(is_superuser=True, is_active=True)
    if user.is_superuser and not admins.exclude(pk=user.pk).exists():
        words = _("You are the only administrator of this site: make somebody else one first.")
        found.append(Obstacle(words, reverse("admin:accounts_user_changelist")))
    return found


@transaction.atomic
def leave(*, user: User, confirmed: str, proof: Proof, now: datetime) -> str:
    """Delete one's own account, confirmed by typing the login again; returns the name under which the results stay.
    Raises NotMeant, and what `forget` raises."""
    proof.require(user)
    if confirmed.strip() != user.username:
        raise NotMeant
    return forget(user=user, by=user, now=now)


@transaction.atomic
def forget(*, user: User, by: User | None, now: datetime) -> str:
    """Delete an account: nobody can sign in with it, and nothing personal is left of it. Results, ratings and the audit
    log stay under another name, which is returned. `by` is None for the command line, which deletes people from a
    roster. Locks the account. Raises NotAPerson and Blocked."""
    user = User.objects.select_for_update().get(pk=user.pk)
    if user.is_guest or user.house_level or user.left_at is not None:
        raise NotAPerson(str(user))
    if found := obstacles(user):
        raise Blocked(found)
    alias = f"Former member {user.pk}"
    for part in reversed(parts()):
        part.forget(user, alias, now)
    own_account.forget(user, alias, now)
    audit.record(actor=by, action="account.delete", target=f"user:{user.public_id}", now=now)
    return alias
