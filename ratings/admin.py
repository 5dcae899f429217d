"""Ratings in the back door: pools to set up, the rest to look at."""

from django.contrib import admin
from django.http import HttpRequest

from ratings.models import PlayerRating, Pool, RatedMatch, RatingRun


@admin.register(Pool)
class PoolAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Lists, their variants and parameters; `manage.py rebuild_ratings POOL` makes new parameters count."""

    list_display = ("key", "name", "system", "dirty_from")
    readonly_fields = ("run", "dirty_from")


@admin.register(RatingRun, RatedMatch, PlayerRating)
class LookAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A rating is a fold over results: nobody edits one."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
