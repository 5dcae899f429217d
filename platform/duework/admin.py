"""Due work in the back door, to look at."""

from django.contrib import admin

from doors.read_only_admin import LookOnly
from duework.models import DueWork


@admin.register(DueWork)
class DueWorkAdmin(LookOnly):
    """What is promised, what is done, what failed and why."""

    list_display = ("key", "kind", "due_at", "attempts", "done_at")
    list_filter = ("kind",)
    search_fields = ("key",)
