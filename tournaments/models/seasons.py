"""Seasons of a club: which evenings count, by which scoring, and the trophies."""

from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from accounts.models import new_public_id


class Season(models.Model):
    """A points table over many evenings of a club. All finished ones from `since` to `until` count (of one `series`:
    those of this name), but for what a SeasonEvent says. `scoring` is what `tournaments.seasons.scoring` reads. A
    closed season keeps the facts of its table (`kept`: keys of people and evenings, no names). `final` is its final
    night, which does not count."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey("clubs.Club", on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(_("name"), max_length=120)
    since = models.DateField(_("first day"))
    until = models.DateField(_("last day"))
    series = models.CharField(max_length=120, blank=True, default="")
    scoring = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    kept = models.JSONField(null=True, blank=True)
    final = models.OneToOneField(
        "tournaments.Tournament", null=True, blank=True, on_delete=models.SET_NULL, related_name="final_of"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint("club", Lower("name"), name="one_season_per_name"),
            models.CheckConstraint(condition=Q(until__gte=F("since")), name="season_ends_after_it_begins"),
        ]
        indexes = [models.Index(fields=["club", "-since"], name="seasons_by_day")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_closed(self) -> bool:
        """Has the organiser closed it, so that its table stands?"""
        return self.closed_at is not None

    def is_running(self, today: date) -> bool:
        """Is this one of its days, and is it not closed?"""
        return not self.is_closed and self.since <= today <= self.until


class SeasonEvent(models.Model):
    """The organiser's choice about one tournament: it counts, or does not count, whatever its date and name say."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="events")
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="+")
    counts = models.BooleanField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "tournament"], name="one_word_per_event")]

    def __str__(self) -> str:
        return f"{self.tournament} in {self.season}: {self.counts}"


class TrophyKind(models.TextChoices):
    """The reasons for a trophy."""

    PLACE = "place", _("place in the table")
    ATTENDANCE = "attendance", _("best attendance")


class Trophy(models.Model):
    """A person's trophy of a closed season: one of the first three places, with the points in words, or the best
    attendance, with the number of evenings."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="trophies")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="trophies")
    kind = models.CharField(max_length=10, choices=TrophyKind.choices)
    place = models.PositiveSmallIntegerField(default=1)
    figure = models.CharField(max_length=20)

    class Meta:
        verbose_name_plural = "trophies"
        ordering = ["-kind", "place", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "user", "kind"], name="one_trophy_of_a_kind")]

    def __str__(self) -> str:
        return f"{self.kind} {self.place} of {self.season}: {self.user}"
