"""The times of matches in a league: windows, proposals, agreed times."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import new_public_id


class AppointmentState(models.TextChoices):
    """The states of an appointment: no time yet, a time holds, it waits for the director (as in
    tournaments.formats.league)."""

    OPEN = "open", _("no time yet")
    AGREED = "agreed", _("time agreed")
    QUEUED = "queued", _("with the director")


class Appointment(models.Model):
    """The time of a match in a league: its window, the deadline to settle a time, the default time (none: the
    director's queue), and how many hours before it the time may still be moved. `turn` counts the times that were
    settled: proposals and promises of an earlier turn are past."""

    match = models.OneToOneField("tournaments.Match", on_delete=models.CASCADE, related_name="appointment")
    open_from = models.DateTimeField()
    due_by = models.DateTimeField()
    settle_by = models.DateTimeField()
    default_at = models.DateTimeField(null=True, blank=True)
    notice_hours = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=8, choices=AppointmentState.choices, default=AppointmentState.OPEN)
    at = models.DateTimeField(null=True, blank=True)
    is_default = models.BooleanField(default=False)
    turn = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["settle_by", "match__table_no"]
        indexes = [models.Index(fields=["state", "settle_by"], name="appointments_by_state")]
        constraints = [
            models.CheckConstraint(
                condition=Q(open_from__lte=F("settle_by"), settle_by__lte=F("due_by")), name="window_in_order"
            ),
            models.CheckConstraint(
                condition=Q(state="agreed", at__isnull=False) | (~Q(state="agreed") & Q(at__isnull=True)),
                name="agreed_has_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.state}, {self.match}"


class ProposalState(models.TextChoices):
    """The states of a proposal: open, accepted, declined, taken back, superseded by another time."""

    OPEN = "open", _("proposed")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("taken back")
    PAST = "past", _("past")


class Proposal(models.Model):
    """A time that one side (`order` 0 or 1) has proposed: its first, second or third of this turn."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    appointment = models.ForeignKey(Appointment, on_delete=models.CASCADE, related_name="proposals")
    turn = models.PositiveIntegerField()
    order = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=ProposalState.choices, default=ProposalState.OPEN)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["appointment", "turn", "order", "number"], name="one_proposal_per_number"),
            models.UniqueConstraint(
                fields=["appointment", "turn", "at"], condition=Q(state="open"), name="one_open_proposal_per_time"
            ),
            models.UniqueConstraint(
                fields=["appointment", "turn"], condition=Q(state="accepted"), name="one_accepted_proposal_per_turn"
            ),
            models.CheckConstraint(
                condition=Q(order__lte=1, number__gte=1, number__lte=3), name="up_to_three_proposals_a_side"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} for {self.appointment.match}"
