"""The chat at tables: its lines, mutes, silences and conduct reports."""

from django.conf import settings
from django.db import models

from accounts.models import new_public_id
from games import engine
from games.models.tables import Table


class ChatLine(models.Model):
    """A line that somebody said at a table: the key of a `phrase` or a `text`, never both. `heard_by` are the letters
    of the seats that could hear it, the speaker's among them. `line_id` is the speaker's own name for it. A watcher's
    line has no `seat`, and only watchers hear it."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="chat_lines")
    line_id = models.UUIDField()
    seat = models.PositiveSmallIntegerField(null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    phrase = models.CharField(max_length=20, blank=True, default="")
    text = models.CharField(max_length=200, blank=True, default="")
    heard_by = models.CharField(max_length=26)
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "line_id"], name="one_line_per_name")]

    def __str__(self) -> str:
        return f"{engine.codec.seat_to_json(self.seat) or 'watcher'}: {self.phrase or self.text}"


class Mute(models.Model):
    """One user mutes another, at every table."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mutes")
    of = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "of"], name="one_mute_per_pair")]

    def __str__(self) -> str:
        return f"{self.by} does not hear {self.of}"


class Silence(models.Model):
    """An official has asked a player not to talk at a table, with a reason that the player can read. It is in force
    until it is lifted."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="silences")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(max_length=300)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "user"], condition=models.Q(lifted_at=None), name="one_silence_in_force"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user} at {self.table}"


class ConductReport(models.Model):
    """A report to the officials of the site about somebody's conduct at a table that belongs to no tournament. The
    `lines` are a copy of what the reporter heard last; they stay when the talk itself is deleted."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    words = models.CharField(max_length=300)
    lines = models.JSONField(default=list)
    at = models.DateTimeField()
    handled_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    handled_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "by", "about"], condition=models.Q(handled_at=None), name="one_open_report"
            )
        ]

    def __str__(self) -> str:
        return f"{self.about} at {self.table}"
