"""Sittings without a tournament that were played with real cards: who sat there, what was played, its score sheet."""

from django.conf import settings
from django.db import models

from accounts.models import new_public_id
from tournaments.models.records import LogLine


class PaperSitting(models.Model):
    """A casual sitting in person, entered by one of its players or by an official of a club (`club`). `length` is the
    key of a length. `closed_at`: its sheet is complete; `confirmed_at`: everybody who sat there has said that it is
    right, and it is rated; `refused_by` has said that it is not, which is final."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey("clubs.Club", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    rules = models.CharField(max_length=40)
    length = models.CharField(max_length=20, default="game")
    played_on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField()
    is_called = models.BooleanField(default=False)
    result = models.JSONField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    refused_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-played_on", "-pk"]

    def __str__(self) -> str:
        return f"{self.rules}, {self.played_on}"


class PaperSeat(models.Model):
    """A seat of a casual sitting in person, by `order` from 0, and since when its player says that it is right."""

    sitting = models.ForeignKey(PaperSitting, on_delete=models.CASCADE, related_name="paper_seats")
    order = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="paper_seats")
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(fields=["sitting", "order"], name="one_paper_seat_per_order"),
            models.UniqueConstraint(fields=["sitting", "user"], name="one_paper_seat_per_person"),
        ]

    def __str__(self) -> str:
        return str(self.user)


class PaperLine(LogLine):
    """A line of the score sheet of a casual sitting in person."""

    sitting = models.ForeignKey(PaperSitting, on_delete=models.CASCADE, related_name="sheet_lines")

    class Meta(LogLine.Meta):
        constraints = [
            models.UniqueConstraint(fields=["sitting", "number"], name="one_paper_line_per_number"),
            models.UniqueConstraint(fields=["sitting", "key"], name="one_paper_line_per_key"),
        ]

    def __str__(self) -> str:
        return f"line {self.number} of {self.sitting}"
