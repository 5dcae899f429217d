"""The admin, in which most rows are read-only."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest


class LookOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # Django's own takes no []
    """A read-only admin: rows change only through services, which leave audit entries."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
