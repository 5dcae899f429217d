"""Make, find and revoke personal tokens."""

from collections.abc import Collection
from datetime import datetime, timedelta
from hashlib import sha256
from secrets import token_urlsafe

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import ApiToken, User
from accounts.proving.proofs import Proof
from audit import services as audit
from doors.api.scopes import Scope

PREFIX = "undercut_"  # so that people and secret scanners recognise it
MOST = 20  # tokens of one person
USE_NOTED_EVERY = timedelta(minutes=10)


class TooManyTokens(Exception):
    """The person has as many tokens as are allowed."""


@transaction.atomic
def make(
    *, user: User, label: str, scopes: Collection[str], days: int | None, proof: Proof, now: datetime
) -> tuple[ApiToken, str]:
    """Make a token for this person, valid for `days` (None: until it is revoked); returns it and its text, which is
    shown once and not stored. `read` is always among its scopes. Raises TooManyTokens, and ValueError for an unknown
    scope."""
    proof.require(user)
    User.objects.select_for_update().get(pk=user.pk)  # two at once count each other
    if tokens_of(user).count() >= MOST:
        raise TooManyTokens
    allowed = {Scope.READ, *map(Scope, scopes)}
    text = PREFIX + token_urlsafe(32)
    made = ApiToken.objects.create(
        user=user,
        label=label,
        digest=_digest(text),
        scopes=[scope.value for scope in Scope if scope in allowed],
        made_at=now,
        expires_at=None if days is None else now + timedelta(days=days),
    )
    _note("account.token_made", made, now)
    return made, text


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """The tokens of this person, the latest first, including expired ones."""
    return user.api_tokens.order_by("-made_at", "-pk")


def find(text: str, now: datetime) -> ApiToken | None:
    """The token with this text; None if it is unknown, revoked or expired, or if its owner may not sign in."""
    in_date = Q(expires_at=None) | Q(expires_at__gt=now)
    found = ApiToken.objects.filter(in_date, digest=_digest(text), user__is_active=True).select_related("user")
    return found.first()


def note_use(token: ApiToken, now: datetime) -> None:
    """Note when the token was last used, to the nearest ten minutes."""
    if token.used_at is None or now - token.used_at >= USE_NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)


@transaction.atomic
def revoke(*, user: User, public_id: str, now: datetime) -> None:
    """Delete a token of this person; if it is already deleted, nothing changes."""
    for token in user.api_tokens.filter(public_id=public_id):
        _note("account.token_revoked", token, now)
        token.delete()


@transaction.atomic
def revoke_all(*, user: User, now: datetime) -> None:
    """Delete all tokens of this person."""
    for token in tokens_of(user):
        revoke(user=user, public_id=token.public_id, now=now)


def _digest(text: str) -> str:
    """The digest of a token. A token has 256 random bits, so a plain SHA-256 cannot be searched backwards."""
    return sha256(text.encode()).hexdigest()


def _note(action: str, token: ApiToken, now: datetime) -> None:
    facts = {"token": token.public_id, "scopes": token.scopes}
    audit.record(actor=token.user, action=action, target=f"user:{token.user.public_id}", after=facts, now=now)
