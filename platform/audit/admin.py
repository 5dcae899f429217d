"""Audit every change made in the admin. The audit log itself is read-only there."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from audit import services
from audit.models import AuditEntry
from doors.read_only_admin import LookOnly


class Audited(admin.ModelAdmin):  # type: ignore[type-arg]  # Django's own takes no []
    """An admin whose changes are audited: each act becomes an audit entry. With `names_people` the entry holds only the
    row's number, because a person can be deleted and an entry cannot."""

    names_people = False

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> LogEntry:
        """Record an addition."""
        _record(request, "admin.add", obj, message)
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> LogEntry:
        """Record a change, including a new password."""
        _record(request, "admin.change", obj, message)
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Model]) -> list[LogEntry]:
        """Record the deletion of one or several rows."""
        for obj in sorted(queryset, key=lambda obj: obj.pk):
            _record(request, "admin.delete", obj, "" if self.names_people else str(obj))
        return super().log_deletions(request, queryset)


@admin.register(AuditEntry)
class AuditAdmin(LookOnly):
    """The audit log, newest first."""

    list_display = ("at", "actor", "action", "target", "reason")
    list_filter = ("action",)
    search_fields = ("target", "reason")
    ordering = ("-pk",)
    list_select_related = ("actor",)


def _record(request: HttpRequest, action: str, obj: Model, message: Any) -> None:
    services.record(
        actor=request.user, action=action, target=f"{obj._meta.label_lower}:{obj.pk}", after=message, now=timezone.now()
    )
