"""People who look for an opponent."""

from django.conf import settings
from django.db import models

from accounts.models import new_public_id
from games import engine
from games.models.tables import Table
from games.models.variants import rules_name


class Seek(models.Model):
    """A person who looks for an opponent. A person has at most one seek, and one by days beside it. `rules`, `laws`,
    `length` and `clock` are those of the table; `terms` holds all of them and `is_rated` as one word: two seeks with
    the same terms fit. `rating` is the seeker's own in this game (None: none yet); `least` and `most` bound the
    opponent's. `level` is that of the house player who sits down after ten seconds (empty: none). `seen_at` is when the
    waiting page last asked; a seek by days needs no page until `stays_until`. `table` is set once the two sit down."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seeks")
    rules = models.CharField(max_length=engine.KEY_LETTERS)
    laws = models.CharField(max_length=12, default="strict")
    length = models.CharField(max_length=20, blank=True, default="")
    clock = models.JSONField(null=True)
    is_rated = models.BooleanField(default=False)
    terms = models.CharField(max_length=200)
    rating = models.FloatField(null=True)
    least = models.PositiveSmallIntegerField(null=True)
    most = models.PositiveSmallIntegerField(null=True)
    level = models.CharField(max_length=12, blank=True, default="", db_default="")
    began_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    stays_until = models.DateTimeField(null=True)
    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="seeks")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(stays_until=None), name="one_search_for_each_person"
            ),
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(stays_until__isnull=False), name="one_search_by_days_for_each"
            ),
        ]
        indexes = [
            models.Index(fields=["terms", "began_at"], condition=models.Q(table=None), name="seeks_that_wait"),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def rules_name(self) -> str:
        """The name of the rules."""
        return rules_name(self.rules)
