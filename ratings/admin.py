"""Ratings in the admin: pools can be set up, everything else is read-only."""

from django.contrib import admin

from audit.admin import Audited
from doors.read_only_admin import LookOnly
from ratings.models import PlayerRating, Pool, RatedMatch, RatingRun


@admin.register(Pool)
class PoolAdmin(Audited):
    """Lists, their variants and parameters; `manage.py rebuild_ratings POOL` applies new parameters."""

    list_display = ("key", "name", "system", "dirty_from")
    readonly_fields = ("run", "dirty_from")


@admin.register(RatingRun, RatedMatch, PlayerRating)
class RatingsAdmin(LookOnly):
    """A rating is a fold over results: nobody edits one."""
