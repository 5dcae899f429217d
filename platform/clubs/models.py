"""Clubs and who belongs to them in what role."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User, new_public_id


class Club(models.Model):
    """A card club: it organises tournaments and has members."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    slug = models.SlugField(_("address"), unique=True, max_length=60)
    name = models.CharField(_("name"), max_length=120)
    timezone = models.CharField(_("time zone"), max_length=60, default="UTC")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """What a member may do: play; direct and rule; organise everything."""

    PLAYER = "player", _("player")
    DIRECTOR = "director", _("director")
    ORGANISER = "organiser", _("organiser")


class Membership(models.Model):
    """One person in one club, in one role (an organiser may do what a director may, a director what a player may)."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role.choices, default=Role.PLAYER)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_membership_per_club")]

    def __str__(self) -> str:
        return f"{self.user} in {self.club} ({self.role})"
