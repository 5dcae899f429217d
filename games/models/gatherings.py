"""Tables that wait for their players before they open."""

from django.conf import settings
from django.db import models

from accounts.models import new_public_id
from games import engine
from games.models.house_rules import NAME_LETTERS
from games.models.tables import Table
from games.models.variants import rules_name


class Gathering(models.Model):
    """A table that waits for its players: its rules (`laws`, `length`, `clock`, `is_rated` as at a table), its host,
    and the table once it is open, or the time when the host closed it. House players of `level` take the seats that are
    empty when it begins. A rematch (`rematch_of`) waits for the people of an earlier table, at the same seats and by
    the same rules, until one of them declines."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    rules = models.CharField(max_length=engine.KEY_LETTERS)
    rules_called = models.CharField(max_length=NAME_LETTERS, blank=True, default="", db_default="")  # by a club
    pace = models.CharField(max_length=10)
    laws = models.CharField(max_length=12, default="strict")
    is_rated = models.BooleanField(default=False)
    length = models.CharField(max_length=20, blank=True, default="")
    clock = models.JSONField(null=True)
    level = models.CharField(max_length=20)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="gatherings")
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    table = models.OneToOneField(Table, null=True, on_delete=models.CASCADE, related_name="gathering")
    rematch_of = models.OneToOneField(Table, null=True, on_delete=models.CASCADE, related_name="rematch")
    declined_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return self.public_id

    @property
    def rules_name(self) -> str:
        """The name of the rules."""
        return self.rules_called or rules_name(self.rules)


class Place(models.Model):
    """A seat that somebody has taken at a table that waits."""

    gathering = models.ForeignKey(Gathering, on_delete=models.CASCADE, related_name="places")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["gathering", "seat"], name="one_person_per_place"),
            models.UniqueConstraint(fields=["gathering", "user"], name="one_place_per_person"),
        ]

    def __str__(self) -> str:
        return f"{engine.codec.seat_to_json(self.seat)}: {self.user}"
