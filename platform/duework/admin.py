"""Due work in the admin, read-only."""

from django.contrib import admin

from doors.read_only_admin import LookOnly
from duework.models import DueWork, SkippedRow


@admin.register(DueWork)
class DueWorkAdmin(LookOnly):
    """Due work: open, done, or failed with its error."""

    list_display = ("key", "kind", "due_at", "attempts", "done_at", "dead_at")
    list_filter = ("kind",)
    search_fields = ("key",)


@admin.register(SkippedRow)
class SkippedRowAdmin(LookOnly):
    """Rows that jobs have left out, with the error of each."""

    list_display = ("job", "row", "at", "error")
    list_filter = ("job",)
