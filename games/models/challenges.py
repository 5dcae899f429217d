"""Challenges: one person asks another to a game."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import new_public_id
from games import engine
from games.models.house_rules import NAME_LETTERS
from games.models.tables import Table
from games.models.variants import rules_name


class Answer(models.TextChoices):
    """The outcome of a challenge. One that is still open may have lapsed."""

    OPEN = "open", _("open")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    TAKEN_BACK = "taken_back", _("taken back")


class Challenge(models.Model):
    """A person (`by`) asks another (`to`) to a game. `rules`, `laws`, `length`, `clock` and `is_rated` are those of the
    table, which is opened when the other accepts. After `lapses_at` the challenge can no longer be answered."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges_made")
    to = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges_got")
    rules = models.CharField(max_length=engine.KEY_LETTERS)
    rules_called = models.CharField(max_length=NAME_LETTERS, blank=True, default="", db_default="")  # by a club
    laws = models.CharField(max_length=12, default="strict")
    length = models.CharField(max_length=20, blank=True, default="")
    clock = models.JSONField(null=True)
    is_rated = models.BooleanField(default=False)
    made_at = models.DateTimeField()
    lapses_at = models.DateTimeField()
    answer = models.CharField(max_length=10, choices=Answer.choices, default=Answer.OPEN)
    table = models.OneToOneField(Table, null=True, on_delete=models.CASCADE, related_name="challenge")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["by", "to"], condition=models.Q(answer="open"), name="one_open_challenge_a_pair"
            ),
        ]
        indexes = [models.Index(fields=["made_at"], name="games_challenge_age")]

    def __str__(self) -> str:
        return self.public_id

    @property
    def rules_name(self) -> str:
        """The name of the rules."""
        return self.rules_called or rules_name(self.rules)


class Unchallenged(models.Model):
    """A person who accepts no challenges."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="unchallenged")
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user} takes no challenges"
