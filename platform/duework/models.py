"""Work that starts at a set time, as rows. The row guarantees the work; the Celery task only makes it faster."""

from django.db import models


class DueWork(models.Model):
    """One piece of work to do at or after `due_at`, once. `kind` names the handler; `key` makes it unique."""

    key = models.CharField(max_length=200, unique=True)
    kind = models.CharField(max_length=60)
    due_at = models.DateTimeField()
    payload = models.JSONField(default=dict)
    attempts = models.PositiveIntegerField(default=0)
    last_error = models.TextField(blank=True, default="")
    lease_until = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    dead_at = models.DateTimeField(null=True)  # it failed so often that only the staff try it again

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(done_at=None, dead_at=None), name="duework_open"),
            models.Index(fields=["dead_at"], condition=models.Q(dead_at__isnull=False), name="duework_dead"),
        ]

    def __str__(self) -> str:
        return f"{self.key} at {self.due_at:%Y-%m-%d %H:%M:%S}"


class Heartbeat(models.Model):
    """When a part of the site (the sweep, the house players) last reported that it runs."""

    name = models.CharField(max_length=40, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%H:%M:%S}"


class SkippedRow(models.Model):
    """A row that a job over many rows could not read in its last run, and left out."""

    job = models.CharField(max_length=200)
    row = models.CharField(max_length=200)
    error = models.TextField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["job", "row"], name="skipped_once")]

    def __str__(self) -> str:
        return f"{self.job} without {self.row}"
