"""Due work in the admin, read-only."""

from django.contrib import admin

from doors.read_only_admin import LookOnly
from duework.models import DueWork


@admin.register(DueWork)
class DueWorkAdmin(LookOnly):
    """Due work: open, done, or failed with its error."""

    list_display = ("key", "kind", "due_at", "attempts", "done_at")
    list_filter = ("kind",)
    search_fields = ("key",)
