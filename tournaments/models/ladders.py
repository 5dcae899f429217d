"""Ladders: challenges, and the log of what happened, from which all places follow. No place is stored anywhere."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import new_public_id


class ChallengeState(models.TextChoices):
    """The states of a challenge: waiting for an answer, to be played, and the ways it ended."""

    OPEN = "open", _("waits for an answer")
    ACCEPTED = "accepted", _("to be played")
    PLAYED = "played", _("played")
    DECLINED = "declined", _("declined")
    LAPSED = "lapsed", _("not answered in time")
    UNPLAYED = "unplayed", _("not played in time")
    TAKEN_BACK = "taken_back", _("taken back")
    CALLED_OFF = "called_off", _("called off")
    ANNULLED = "annulled", _("annulled")


GOING_ON = (ChallengeState.OPEN, ChallengeState.ACCEPTED)


class Challenge(models.Model):
    """One entry of a ladder challenges another. `answer_by` and `play_by` are when time ends it; once it is accepted it
    has a match, in a round of its own."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    stage = models.ForeignKey("tournaments.Stage", on_delete=models.CASCADE, related_name="challenges")
    by = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="challenges_made")
    to = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="challenges_had")
    state = models.CharField(max_length=10, choices=ChallengeState.choices, default=ChallengeState.OPEN)
    made_at = models.DateTimeField()
    answer_by = models.DateTimeField()
    play_by = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    match = models.OneToOneField(
        "tournaments.Match", null=True, blank=True, on_delete=models.SET_NULL, related_name="challenge"
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["by"], condition=Q(state__in=GOING_ON), name="one_challenge_made"),
            models.UniqueConstraint(fields=["to"], condition=Q(state__in=GOING_ON), name="one_challenge_had"),
            models.CheckConstraint(condition=~Q(by=F("to")), name="challenge_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.by} challenges {self.to}"


class LadderEvent(models.Model):
    """One line of a ladder's log, `number` from 1. `kind`: came, went, left, dropped, placed (of an entry), challenged,
    accepted, ended (of a challenge), annulled (its end counts for nothing). `is_lost`: the challenge ended in favour of
    the challenger, without a match; the result of a match is in the match. `place` is where the director put the entry,
    or by how many places it dropped."""

    stage = models.ForeignKey("tournaments.Stage", on_delete=models.CASCADE, related_name="log")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    entry = models.ForeignKey(
        "tournaments.Entry", null=True, blank=True, on_delete=models.PROTECT, related_name="ladder_events"
    )
    challenge = models.ForeignKey(
        "tournaments.Challenge", null=True, blank=True, on_delete=models.CASCADE, related_name="events"
    )
    place = models.PositiveIntegerField(default=0)
    is_lost = models.BooleanField(default=False)
    reason = models.CharField(max_length=500, blank=True, default="")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="one_event_per_number"),
            models.CheckConstraint(
                condition=Q(entry__isnull=False) | Q(challenge__isnull=False), name="event_of_something"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind}"
