"""The back door: most rows are there to look at."""

from typing import Any

from django.contrib import admin


class LookOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Nothing is added, changed or deleted here: services do that, and leave an audit entry."""

    def has_add_permission(self, request: Any) -> bool:
        return False

    def has_change_permission(self, request: Any, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: Any, obj: Any = None) -> bool:
        return False
