"""Announcements of organisers to players, and the secret addresses of calendars."""

import secrets

from django.conf import settings
from django.db import models

from accounts.models import new_public_id


class Announcement(models.Model):
    """A short text by an official to all players of a tournament, to those of a round, or to those at one table of it.
    One that was taken back stands on no page."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="announcements")
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    table_no = models.PositiveIntegerField(null=True, blank=True)
    words = models.CharField(max_length=500)
    told = models.PositiveIntegerField(default=0)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()
    taken_back_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.words[:40]


def new_key() -> str:
    """The secret part of a calendar's address: 144 random bits."""
    return secrets.token_urlsafe(18)


class CalendarKey(models.Model):
    """The secret address of a person's calendar. A new one ends the old one."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar_key")
    key = models.CharField(max_length=24, unique=True, default=new_key)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"calendar of {self.user_id}"
