"""Clubs in the admin, read-only except approval. Each act goes through a service and leaves an audit entry."""

from collections.abc import Callable

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs import services
from clubs.models import Club, Membership
from doors.read_only_admin import LookOnly

admin.site.register(Membership, LookOnly)


@admin.register(Club)
class ClubAdmin(LookOnly):
    """Clubs; those that wait for approval come first."""

    list_display = ("name", "created_at", "approved_at", "approved_by")
    list_filter = (("approved_at", admin.EmptyFieldListFilter),)
    actions = ("approve", "withdraw_approval")

    @admin.action(description=_("Approve: events from now on are rated"))
    def approve(self, request: HttpRequest, queryset: QuerySet[Club]) -> None:
        self._each(request, queryset, services.approve_club)

    @admin.action(description=_("Withdraw the approval: no more matches are rated"))
    def withdraw_approval(self, request: HttpRequest, queryset: QuerySet[Club]) -> None:
        self._each(request, queryset, services.withdraw_approval)

    def _each(self, request: HttpRequest, queryset: QuerySet[Club], act: Callable[..., Club]) -> None:
        for club in queryset:
            act(club=club, by=request.user, now=timezone.now())
