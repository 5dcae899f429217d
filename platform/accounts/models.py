"""People: one `User` is one player, with or without a password of their own."""

from datetime import datetime

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def new_public_id() -> str:
    """Twelve letters and digits that cannot be guessed and are easy to read aloud."""
    return get_random_string(12, ALPHABET)


class User(AbstractUser):
    """A player or official. A user from a roster has no password until somebody claims the account. House players
    (`house_level`) and guests (`is_guest`) never sign in."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    name = models.CharField(_("name"), max_length=120, help_text=_("As it stands on pairings and ratings."))
    house_level = models.CharField(max_length=20, blank=True, default="")
    is_guest = models.BooleanField(default=False)
    timezone = models.CharField(_("time zone"), max_length=60, blank=True, default="")
    left_at = models.DateTimeField(null=True, blank=True, editable=False)  # deleted then: only results are left
    # A name from a roster that turned out to be this person: what it played is theirs, and its page leads to them.
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="merged", editable=False
    )
    second_factor_asked_at = models.DateTimeField(null=True, blank=True, editable=False)  # and put off then

    first_name = None  # type: ignore[assignment]  # so Django leaves a field out
    last_name = None  # type: ignore[assignment]  # so Django leaves a field out

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("email"), name="one_user_per_email", condition=~models.Q(email="")),
        ]

    def __str__(self) -> str:
        return self.name or self.username

    @property
    def speaks_for_themselves(self) -> bool:
        """Can this person sign in and answer for themselves? People from a roster and house players cannot."""
        return self.has_usable_password()

    @property
    def can_act(self) -> bool:
        """Can this person sign in now?"""
        return self.is_active and self.speaks_for_themselves

    @property
    def is_only_a_name(self) -> bool:
        """Is this only a name from a roster: a person who plays at a club's tables and cannot sign in?"""
        return self.is_active and not (self.speaks_for_themselves or self.is_guest or self.house_level or self.left_at)

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)


class Consent(models.Model):
    """What a person has agreed to, in which version, and when."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="consents")
    what = models.CharField(max_length=20)
    version = models.CharField(max_length=20)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "what", "version"], name="one_consent_a_version")]

    def __str__(self) -> str:
        return f"{self.what} {self.version}"


class ApiToken(models.Model):
    """A personal token for the API. Only a digest of its text is stored; a revoked token is deleted."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    label = models.CharField(_("what it is for"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(default=list)  # values of `doors.api.scopes.Scope`
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)  # null: never
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.label} of {self.user}"

    def has_expired(self, now: datetime) -> bool:
        """Has the token expired?"""
        return self.expires_at is not None and self.expires_at <= now
