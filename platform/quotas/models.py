"""How often something was done lately."""

from django.db import models


class Count(models.Model):
    """How often one act was done since its window began, by or to whom `key` says: a digest, so that no address stands
    here. The row outlives what it counted, and goes when its window has ended (`until`)."""

    key = models.CharField(max_length=64, unique=True)
    used = models.PositiveIntegerField(default=0)
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.used} until {self.until:%Y-%m-%d %H:%M:%S}"
