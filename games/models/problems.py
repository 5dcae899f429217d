"""The problem of the day, and how people have answered it."""

from django.conf import settings
from django.db import models

from games.models.deals import Deal


class Problem(models.Model):
    """The problem of one day (UTC): which card to throw. `deal` is where it was played, null where house players played
    it; `v` is the version of the table after the move, to open the replay there. `position` is what the seat saw, as
    `games.live.daily.problems.position` writes it; `answers` are the throws with what each is worth, the best first;
    `played` is the card that was thrown. `version` names the analyst."""

    day = models.DateField(unique=True)
    deal = models.ForeignKey(Deal, null=True, on_delete=models.SET_NULL, related_name="+")
    v = models.PositiveIntegerField(default=0)
    rules = models.CharField(max_length=40)
    version = models.CharField(max_length=20)
    position = models.JSONField()
    answers = models.JSONField()
    played = models.CharField(max_length=2)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"problem of {self.day}"


class ProblemAnswer(models.Model):
    """The one answer of a person to the problem of a day."""

    problem = models.ForeignKey(Problem, on_delete=models.CASCADE, related_name="given")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="problem_answers")
    card = models.CharField(max_length=2)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["problem", "user"], name="one_problem_answer")]

    def __str__(self) -> str:
        return f"{self.user}: {self.card}"
