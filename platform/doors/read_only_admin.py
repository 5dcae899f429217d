"""The back door: most rows are there to look at."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest


class LookOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # Django's own takes no []
    """Nothing is added, changed or deleted here: services do that, and leave an audit entry."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
