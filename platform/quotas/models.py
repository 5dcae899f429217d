"""Counts of how often something was done lately."""

from django.db import models


class Count(models.Model):
    """How often one act was done since its window began. `key` is a digest of whom it counts for, so that no address is
    stored. The row stays when what it counted is deleted, and goes when its window has ended (`until`)."""

    key = models.CharField(max_length=64, unique=True)
    used = models.PositiveIntegerField(default=0)
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.used} until {self.until:%Y-%m-%d %H:%M:%S}"
