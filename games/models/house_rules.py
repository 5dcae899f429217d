"""Rule sets that clubs have made for themselves."""

import hashlib

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from accounts.models import new_public_id
from clubs.models import Club
from games import engine

NAME_LETTERS = 60


class HouseRules(models.Model):
    """A club's name for a rule set of its own. `rules` is its key, which says all its values, so what was played by it
    never changes. A version that something was played or planned by (`used_at`) stays as it is: a change makes the next
    one, and `replaced_at` says when. A version without `is_rated` is played unrated. `withdrawn_at`: it is offered no
    more."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="house_rules")
    name = models.CharField(_("name"), max_length=NAME_LETTERS)
    rules = models.CharField(_("rules"), max_length=engine.KEY_LETTERS)
    is_rated = models.BooleanField(_("rated"), default=True)
    version = models.PositiveSmallIntegerField(default=1)
    previous = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="next")
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    replaced_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "house rules"
        ordering = ["name", "-version"]
        constraints = [
            models.UniqueConstraint(
                "club",
                Lower("name"),
                condition=models.Q(replaced_at=None, withdrawn_at=None),
                name="one_house_rule_set_of_a_name",
            ),
            models.UniqueConstraint(
                fields=["club", "rules"],
                condition=models.Q(replaced_at=None, withdrawn_at=None),
                name="one_house_rule_set_of_these_values",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_offered(self) -> bool:
        """Can something new be played by it?"""
        return self.replaced_at is None and self.withdrawn_at is None

    @property
    def edition(self) -> str:
        """Another one whenever something is changed here: who sends back an older one has not seen that change."""
        return hashlib.sha256(f"{self.name}\n{self.rules}\n{self.is_rated}".encode()).hexdigest()[:12]

    @property
    def preset(self) -> str:
        """The key of the preset that it is laid over."""
        return engine.base_of(self.rules)
