"""Tournaments in the admin: to look at only, since every act goes through a service and leaves an audit entry."""

from typing import Any

from django.contrib import admin

from tournaments.models import Entry, Match, Round, Tournament


class LookOnly(admin.ModelAdmin):
    """Nothing is added, changed or deleted here."""

    def has_add_permission(self, request: Any) -> bool:
        return False

    def has_change_permission(self, request: Any, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: Any, obj: Any = None) -> bool:
        return False


@admin.register(Tournament)
class TournamentAdmin(LookOnly):
    list_display = ("name", "club", "variant", "mode", "state", "starts_at")
    list_filter = ("state", "mode")
    search_fields = ("name", "slug")


@admin.register(Entry)
class EntryAdmin(LookOnly):
    list_display = ("name", "tournament", "tpn", "status")
    search_fields = ("name",)


@admin.register(Round)
class RoundAdmin(LookOnly):
    list_display = ("__str__", "number", "state", "version")


@admin.register(Match)
class MatchAdmin(LookOnly):
    list_display = ("__str__", "state", "result_kind", "table", "finished_at")
    list_filter = ("state",)
