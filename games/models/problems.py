"""The problem of the day, and people's answers to it."""

from django.conf import settings
from django.db import models

from games import engine
from games.models.deals import Deal


class Problem(models.Model):
    """The problem of one day (UTC): which card to throw. `deal` is the deal it comes from, null if house players played
    it; `v` is the version of the table after the move, so that the replay opens there. `position` is what the seat saw,
    as `games.live.daily.problems.position` writes it; `answers` are the throws with their worth, the best first;
    `played` is the card that was thrown. `version` names the analyst."""

    day = models.DateField(unique=True)
    deal = models.ForeignKey(Deal, null=True, on_delete=models.SET_NULL, related_name="+")
    v = models.PositiveIntegerField(default=0)
    rules = models.CharField(max_length=engine.KEY_LETTERS)
    version = models.CharField(max_length=20)
    position = models.JSONField()
    answers = models.JSONField()
    played = models.CharField(max_length=2)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"problem of {self.day}"


class ProblemAnswer(models.Model):
    """A person's one answer to the problem of a day."""

    problem = models.ForeignKey(Problem, on_delete=models.CASCADE, related_name="given")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="problem_answers")
    card = models.CharField(max_length=2)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["problem", "user"], name="one_problem_answer")]

    def __str__(self) -> str:
        return f"{self.user}: {self.card}"
