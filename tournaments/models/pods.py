"""Tables of three and more in a round: seats with their results, reports by slip, and rulings."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models

from accounts.models import new_public_id
from tournaments.models.records import LogLine

if TYPE_CHECKING:
    from tournaments.models import Entry


class Pod(models.Model):
    """A table of three and more in a round, each seat for itself. State, `result_kind`, `table` (the live table's
    public id), `is_elsewhere`, `is_unwitnessed` and `is_live` are as of a match. `is_by_places`: only the places were
    noted, no scores. `deals` are those played, 0 where nobody noted them."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    round = models.ForeignKey("tournaments.Round", on_delete=models.CASCADE, related_name="pods")
    table_no = models.PositiveIntegerField()
    is_live = models.BooleanField(default=False)
    state = models.CharField(max_length=10, default="paired")
    result_kind = models.CharField(max_length=16, blank=True, default="")
    is_by_places = models.BooleanField(default=False)
    deals = models.PositiveIntegerField(default=0)
    table = models.CharField(max_length=12, blank=True, default="", db_index=True)
    is_elsewhere = models.BooleanField(default=False)
    is_unwitnessed = models.BooleanField(default=False)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    entered_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["table_no"]
        constraints = [models.UniqueConstraint(fields=["round", "table_no"], name="one_pod_per_table")]

    def __str__(self) -> str:
        return f"table {self.table_no} of {self.round}"

    @property
    def entries(self) -> "list[Entry]":
        """Who sits there, in the order of the seats."""
        return [seat.entry for seat in self.pod_seats.all()]


class PodSeat(models.Model):
    """A seat at a table of three and more: `order` from 0 in the order in which they sit, the first dealing first.

    `place` is 1 for the best, equal ones share it; `points` what the standings count, in the unit of the stage's table;
    `score` is the final score on the sheet, `settlement` what the sheet settles, None where only places were noted.
    `is_absent`: did not come, or left before the start; `missing_since` as of a side of a match."""

    pod = models.ForeignKey(Pod, on_delete=models.CASCADE, related_name="pod_seats")
    seat = models.OneToOneField("tournaments.RoundSeat", on_delete=models.CASCADE, related_name="pod_seat")
    order = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.IntegerField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    settlement = models.IntegerField(null=True, blank=True)
    deals_won = models.PositiveIntegerField(default=0)
    is_absent = models.BooleanField(default=False)
    missing_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["order"]
        constraints = [models.UniqueConstraint(fields=["pod", "order"], name="one_pod_seat_per_order")]

    def __str__(self) -> str:
        return str(self.seat.entry)

    @property
    def entry(self) -> "Entry":
        """Who sits here."""
        return self.seat.entry


class PodReport(models.Model):
    """What one seat (`order`) of a table entered by its result slip, without an account: the scores of all seats, or
    their places where `is_by_places`. Kept beside the result, so that reports that differ can all be shown. `key`
    comes from the page, so that a result that is sent twice is entered once."""

    pod = models.ForeignKey(Pod, on_delete=models.CASCADE, related_name="reports")
    order = models.PositiveSmallIntegerField()
    figures = models.JSONField()
    is_by_places = models.BooleanField(default=False)
    deals = models.PositiveIntegerField(default=0)
    key = models.CharField(max_length=40, blank=True, default="", db_default="")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["pod", "order"], name="one_report_per_pod_seat")]

    def __str__(self) -> str:
        return f"{self.figures} for {self.pod}"


class PodRuling(models.Model):
    """A result of a table that an official changed after the fact, or decided instead of play.

    It says why and by which rule, and how all seats stood before and after, as
    `tournaments.pods.services.figures.facts_of` writes them. `kind` is a kind of `tournaments.models.Ruling`."""

    pod = models.ForeignKey(Pod, on_delete=models.CASCADE, related_name="rulings")
    kind = models.CharField(max_length=16)
    reason = models.CharField(max_length=500)
    rule = models.CharField(max_length=20, blank=True, default="")
    before = models.JSONField()
    after = models.JSONField()
    is_rated = models.BooleanField(default=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} of {self.pod}"


class PodLine(LogLine):
    """A line of the score sheet of a table of three and more."""

    pod = models.ForeignKey(Pod, on_delete=models.CASCADE, related_name="sheet_lines")

    class Meta(LogLine.Meta):
        constraints = [
            models.UniqueConstraint(fields=["pod", "number"], name="one_pod_line_per_number"),
            models.UniqueConstraint(fields=["pod", "key"], name="one_pod_line_per_key"),
        ]

    def __str__(self) -> str:
        return f"line {self.number} of {self.pod}"
