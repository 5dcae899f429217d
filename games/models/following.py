"""The people whom a person follows."""

from django.conf import settings
from django.db import models


class Follow(models.Model):
    """A person (`by`) wants to see when another one (`of`) is on the site. Only `by` sees it."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows")
    of = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "of"], name="followed_once")]

    def __str__(self) -> str:
        return f"{self.by} follows {self.of}"
