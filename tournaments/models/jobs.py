"""The pairing of a large field: a long job with its progress."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import new_public_id


class JobState(models.TextChoices):
    """The states of a job: waiting, running, done (a draft exists), failed, cancelled."""

    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


OPEN_JOBS = (JobState.WAITING, JobState.RUNNING)


class PairingJob(models.Model):
    """A job that pairs a large field for round `number`, or pairs again `instead_of` a draft in that version. `done` of
    `groups` score groups are paired; `is_automatic`: the next steps follow automatically. If it failed, `code` and
    `text` say why, and `answer` who blocks and the ways out."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    stage = models.ForeignKey("tournaments.Stage", on_delete=models.CASCADE, related_name="pairing_jobs")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.WAITING)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    open_reason = models.TextField(blank=True, default="")
    is_automatic = models.BooleanField(default=False)
    instead_of = models.ForeignKey("tournaments.Round", null=True, on_delete=models.SET_NULL, related_name="+")
    version = models.PositiveIntegerField(null=True)
    done = models.PositiveSmallIntegerField(default=0)
    groups = models.PositiveSmallIntegerField(default=0)
    round = models.ForeignKey("tournaments.Round", null=True, on_delete=models.SET_NULL, related_name="+")
    code = models.CharField(max_length=30, blank=True, default="")
    text = models.TextField(blank=True, default="")
    answer = models.JSONField(default=dict)
    asked_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage"], condition=Q(state__in=["waiting", "running"]), name="one_open_pairing_per_stage"
            )
        ]

    def __str__(self) -> str:
        return f"pairing of round {self.number} of {self.stage}"

    @property
    def is_open(self) -> bool:
        """Is it still waiting or running?"""
        return self.state in OPEN_JOBS
