"""Tables in the admin: read-only, without sealed fields."""

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html_join

from doors.read_only_admin import LookOnly
from games.live.store import logbook, packed
from games.models import Deal, HouseRules, LiveProcess, PackedPlays, Play, Seat, Table


class SeatInline(admin.TabularInline):  # type: ignore[type-arg]  # Django's own takes no []
    """The seats of a table, with the players in them."""

    model = Seat
    can_delete = False
    extra = 0

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Table)
class TableAdmin(LookOnly):
    """Tables without their snapshot."""

    list_display = ("public_id", "label", "rules", "status", "version", "owner", "opened_at", "finished_at")
    list_filter = ("status", "rules")
    search_fields = ("public_id", "label", "ref")
    exclude = ("snapshot",)
    inlines = (SeatInline,)


@admin.register(Deal)
class DealAdmin(LookOnly):
    """Finished deals."""

    list_display = ("public_id", "table", "number", "winner", "points", "type", "finished_at")


@admin.register(Play)
class PlayAdmin(LookOnly):
    """The log, without a table's decks; of a table that has long been over, what is not packed."""

    list_display = ("table", "seq", "seat", "kind", "at")
    search_fields = ("table__public_id",)


@admin.register(PackedPlays)
class PackedPlaysAdmin(LookOnly):
    """The logs of old tables, each as it was before it was packed; without a table's decks."""

    list_display = ("table", "count", "first_seq", "last_seq")
    list_select_related = ("table",)
    search_fields = ("table__public_id",)
    fields = ("table", "count", "format", "log")
    readonly_fields = ("log",)

    @admin.display(description="Log")
    def log(self, row: PackedPlays) -> str:
        """The whole log of the table, a line a play; what is wrong with it where it is damaged."""
        try:
            plays = logbook.plays(row.table_id)
        except packed.Damaged as error:
            return str(error)
        said = (f"{play.seq} {play.at:%Y-%m-%d %H:%M:%S} {play.kind} {play.seat} {play.action}" for play in plays)
        return format_html_join("", "{}<br>", ((line,) for line in said))


@admin.register(HouseRules)
class HouseRulesAdmin(LookOnly):
    """Rule sets of clubs. Their organisers change them on the club's page, where they are checked and versioned."""

    list_display = (
        "public_id",
        "club",
        "name",
        "rules",
        "version",
        "is_rated",
        "used_at",
        "replaced_at",
        "withdrawn_at",
    )
    list_filter = ("is_rated",)
    list_select_related = ("club",)
    search_fields = ("public_id", "name", "rules", "club__name")


@admin.register(LiveProcess)
class LiveProcessAdmin(LookOnly):
    """The processes that own tables."""

    list_display = ("name", "started_at", "beat_at", "down_at")
