"""The deal of the day, and the people who have played it."""

from django.conf import settings
from django.db import models

from games.models.tables import Table


class DailyDeal(models.Model):
    """The deal of one day (UTC): the public context of its deck, the sealed secret, and its commitment. `ended_at`: the
    day is over, its tables are closed, and the secret is public."""

    day = models.DateField(unique=True)
    ctx = models.TextField()
    sealed = models.BinaryField()
    commitment = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"deal of {self.day}"


class DailyTry(models.Model):
    """The one try of a person at the deal of a day."""

    deal = models.ForeignKey(DailyDeal, on_delete=models.CASCADE, related_name="tries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="daily_tries")
    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="daily_try")

    class Meta:
        verbose_name_plural = "daily tries"
        constraints = [models.UniqueConstraint(fields=["deal", "user"], name="one_daily_try")]

    def __str__(self) -> str:
        return f"{self.user}: {self.deal}"
