"""The prizes of a tournament."""

from django.db import models


class PrizeList(models.Model):
    """The prizes of a tournament. `categories` are in their order: each has a `name`, a `kind` of who is eligible (all,
    rating, club, label) with `low` and `high` (and `unrated`, if who has no rating is meant too) or a `value`, and
    `prizes`, of each place its `cents` and `words`. With `is_one_each` everybody gets at most one; with `is_shared`
    equal points share the money of their places, else it goes by the tie-breaks."""

    tournament = models.OneToOneField("tournaments.Tournament", on_delete=models.CASCADE, related_name="prize_list")
    currency = models.CharField(max_length=8, blank=True, default="")
    is_one_each = models.BooleanField(default=True)
    is_shared = models.BooleanField(default=True, db_default=True)
    categories = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"prizes of {self.tournament}"
