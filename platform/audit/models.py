"""The audit log: who did what, when and why, in an append-only chain."""

from django.conf import settings
from django.db import models


class AuditEntry(models.Model):
    """One act of an official or an administrator. `hash` chains it to the entry before."""

    at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+"
    )
    action = models.CharField(max_length=60)
    target = models.CharField(max_length=120)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.TextField(blank=True, default="")
    rule = models.CharField(max_length=20, blank=True, default="")
    request_id = models.CharField(max_length=40, blank=True, default="")
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("pk",)  # a log is read in its order
        verbose_name_plural = "audit entries"
        indexes = [models.Index(fields=["target"], name="audit_target")]

    def __str__(self) -> str:
        return f"{self.action} {self.target}"
