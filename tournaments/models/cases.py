"""The director's desk: cases that wait for an official, and rulings at live tables, with appeals."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import new_public_id

if TYPE_CHECKING:
    from tournaments.models import Match


class CaseKind(models.TextChoices):
    """The kinds of cases: a player's call, reports that differ, a missing side, a lost connection, an official's own, a
    report of conduct."""

    CALL = "call", gettext_lazy("call")
    DISPUTE = "dispute", gettext_lazy("reports differ")
    NO_SHOW = "no_show", gettext_lazy("not there")
    DISCONNECT = "disconnect", gettext_lazy("gone from the table")
    DESK = "desk", gettext_lazy("opened at the desk")
    CONDUCT = "conduct", gettext_lazy("conduct")


BY_PLAYERS = (CaseKind.CALL, CaseKind.CONDUCT)  # kinds that only players open
SETTLED_BY_RESULT = (CaseKind.DISPUTE, CaseKind.NO_SHOW, CaseKind.DISCONNECT)  # kinds about a result that is missing


def plays(match: "Match", user: int | None) -> bool:
    """Is the person with this key one of the players there?"""
    return any(member.user_id == user for entry in match.entries for member in entry.members.all() if user)


class Case(models.Model):
    """A matter at a match for an official: who opened it and with which words (nobody: the site, or a seat by its
    slip), who has taken it, and how it was handled. `table` is the live table's public id, empty in person. A report of
    conduct says whom it is `about`, and has a copy of what the reporter heard last (`lines`, as live.setup.talk shows
    them)."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="cases")
    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="cases")
    table = models.CharField(max_length=12, blank=True, default="")
    kind = models.CharField(max_length=12, choices=CaseKind.choices, default=CaseKind.CALL)
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    words = models.CharField(max_length=300, blank=True, default="")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    lines = models.JSONField(default=list)
    opened_at = models.DateTimeField()
    claimed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    claimed_at = models.DateTimeField(null=True)
    handled_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    handled_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        ordering = ["opened_at", "pk"]
        indexes = [
            models.Index(fields=["tournament"], condition=models.Q(handled_at=None), name="tournaments_open_cases")
        ]

    def __str__(self) -> str:
        return f"{self.kind} at {self.match}"

    @property
    def caller(self) -> str:
        """The person or thing that opened it, in words: a person, the holder of a seat's slip (whose name begins the
        words), or the site."""
        if self.opened_by is not None:
            return str(self.opened_by)
        return _("by slip") if self.kind == CaseKind.CALL else _("the site")

    @property
    def said(self) -> str:
        """The words; those of the site itself in the language of whoever reads them."""
        is_site = self.kind == CaseKind.NO_SHOW and self.opened_by_id is None
        return _(self.words) if is_site and self.words else self.words

    @property
    def is_unwitnessed(self) -> bool:
        """Was it handled by an official who plays there?"""
        return plays(self.match, self.handled_by_id)


class TableRuling(models.Model):
    """An official's ruling at a table: the rule, the ruling in words, and the reason; and the appeal against it, which
    another official upholds or overturns. At a live table `seq` is the play of its log; in the hall (`table` empty, as
    where it was on another site) it counts the rulings of the case. `carries` are the fields that the deal under way
    has on the score sheet by the ruling, with the sheet's version then as `line`. A ruling in the hall can be taken
    back: `chosen` is what a law let the director decide, so that everybody reads it in their own language (the key
    of the `choice`, the `name`, the `points`, the `board`; whether the reason `is_own`); `undoes` says what
    stood before, on the sheet (`line`, `wrote`, `was`) and as the `result` with the
    `version` that it had afterwards."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="rulings")
    table = models.CharField(max_length=12, db_index=True)
    seq = models.PositiveIntegerField()
    rule = models.CharField(max_length=20, blank=True, default="")
    words = models.CharField(max_length=500)
    reason = models.CharField(max_length=300)
    carries = models.JSONField(null=True, blank=True)
    undoes = models.JSONField(null=True, blank=True)
    chosen = models.JSONField(null=True, blank=True)
    taken_back_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()
    appealed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    appealed_at = models.DateTimeField(null=True)
    appeal = models.CharField(max_length=300, blank=True, default="")
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    decided_at = models.DateTimeField(null=True)
    is_upheld = models.BooleanField(null=True)
    decision = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], condition=~models.Q(table=""), name="one_ruling_per_play")
        ]

    def __str__(self) -> str:
        return f"{self.basis} at {self.table or self.case.match}"

    @property
    def is_unwitnessed(self) -> bool:
        """Was the ruling made by an official who plays there?"""
        return plays(self.case.match, self.by_id)

    @property
    def basis(self) -> str:
        """The rule on which the ruling rests; for a ruling without one at a live table, the director's commands."""
        return self.rule or ("§15" if self.table else "")
