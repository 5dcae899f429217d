"""Tournaments in the admin: read-only, because every change goes through a service and leaves an audit entry."""

from django.contrib import admin

from doors.read_only_admin import LookOnly
from tournaments.models import Entry, Match, Round, Tournament


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
