"""Records about rounds and matches: byes asked for, rulings, notices, pair rules, the engine's answers, slips."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class ByeRequest(models.Model):
    """A bye that was asked for, or given by the director, before its round is paired: half, full or zero."""

    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="bye_requests")
    round_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8)
    reason = models.CharField(max_length=200, blank=True, default="")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["round_number"]
        constraints = [models.UniqueConstraint(fields=["entry", "round_number"], name="one_bye_request_per_round")]

    def __str__(self) -> str:
        return f"{self.kind} for {self.entry} in round {self.round_number}"


class Ruling(models.Model):
    """A result that an official changed afterwards, or decided without play: the reason, the rule, and all sides before
    and after. `kind`: correction, adjusted, abandoned, annulled, forfeit or double_forfeit; of a place in a bracket
    stands, replay or walkover. One about a board of a team match has the board as its match."""

    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="rulings")
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
        return f"{self.kind} of {self.match}"


class PairRule(models.Model):
    """A group of entries: no two of them may meet (hard), or should meet (soft), in these rounds."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="pair_rules")
    kind = models.CharField(max_length=4, choices=[("hard", _("never")), ("soft", _("rather not"))], default="hard")
    entries = models.ManyToManyField("tournaments.Entry", related_name="pair_rules")
    from_round = models.PositiveSmallIntegerField(default=1)
    to_round = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True, default="")

    def __str__(self) -> str:
        return f"{self.kind} pair rule {self.pk}"


class PairingRun(models.Model):
    """One run of the pairing engine: its input, its output, and the reasons."""

    round = models.ForeignKey("tournaments.Round", on_delete=models.CASCADE, related_name="runs")
    engine = models.CharField(max_length=20, default="card")
    version = models.CharField(max_length=20)
    input = models.JSONField()
    output = models.JSONField()
    trace = models.JSONField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"pairing of {self.round}"


class SlipReport(models.Model):
    """A result that one side of a match (`order`) reported, by its slip or signed in: the `figures` of all sides, which
    are their points or, `is_by_places`, their places, and the games that they won where the side said so; the whole
    `score` (None in rows from before it was kept) says also its kind, the winner where no points tell, who was absent,
    and the match points that follow. Stored beside the result, so that reports that differ can all be shown, and that
    of one side comes back when that of another is undone. Points may be below 0, as a score sheet can have them
    (COL-14). `by` is who said it signed in, None for a slip; `key` comes from the page, so that a result that is sent
    twice is entered once."""

    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="slip_reports")
    order = models.PositiveSmallIntegerField()
    figures = models.JSONField(default=list)
    games = models.JSONField(default=list)
    is_by_places = models.BooleanField(default=False)
    deals = models.PositiveIntegerField(default=0)
    score = models.JSONField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    key = models.CharField(max_length=40, blank=True, default="", db_default="")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["match", "order"], name="one_slip_report_per_side")]

    def __str__(self) -> str:
        return f"{self.figures} for {self.match}"


class SheetLine(models.Model):
    """A line of the log in which the score sheet of a match is written down deal by deal: a deal as somebody entered
    it, or (`deal` empty) that the last one was taken back. Lines are only added: their count is the sheet's version.
    `key` comes from the writer, so that a line sent twice is stored once."""

    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="sheet_lines")
    number = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=40)
    deal = models.JSONField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_sheet_line_per_number"),
            models.UniqueConstraint(fields=["match", "key"], name="one_sheet_line_per_key"),
        ]

    def __str__(self) -> str:
        return f"line {self.number} of {self.match}"


class HistoryElsewhere(models.Model):
    """The audit entries of another site about a tournament that was loaded here from its dump. They are never part of
    this site's own chain."""

    tournament = models.OneToOneField(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="history_elsewhere"
    )
    entries = models.JSONField(default=list)

    class Meta:
        verbose_name_plural = "histories elsewhere"

    def __str__(self) -> str:
        return f"history of {self.tournament} elsewhere"


class Payment(models.Model):
    """Records that an entry has paid the fee, as an official noted at the door. For officials alone: no dump has it."""

    entry = models.OneToOneField("tournaments.Entry", on_delete=models.CASCADE, related_name="payment")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    def __str__(self) -> str:
        return f"payment of {self.entry}"
