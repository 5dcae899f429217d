"""People in the admin."""

from typing import Any

from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import ApiToken, User
from audit import services as audit
from audit.admin import Audited
from doors.read_only_admin import LookOnly

RIGHTS = ("is_active", "is_staff", "is_superuser")


@admin.register(User)
class PlayerAdmin(Audited, UserAdmin):  # type: ignore[type-arg]  # Django's own takes no []
    """Django's user page with our name in place of first and last name."""

    list_display = ("username", "name", "email", "house_level", "is_staff")
    search_fields = ("username", "name", "email", "public_id")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Person", {"fields": ("name", "email", "house_level", "timezone")}),
        ("Rights", {"fields": (*RIGHTS, "groups", "user_permissions")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save; a change of rights is a separate audit entry, with the rights before."""
        before = User.objects.filter(pk=obj.pk).values(*RIGHTS).first() if change else None
        super().save_model(request, obj, form, change)
        after = {right: getattr(obj, right) for right in RIGHTS}
        if before != after and (before or obj.is_staff or obj.is_superuser):
            target, now = f"user:{obj.public_id}", timezone.now()
            audit.record(
                actor=request.user, action="account.rights", target=target, before=before, after=after, now=now
            )


admin.site.unregister([Group, EmailAddress])


@admin.register(Group)
class RightsAdmin(Audited, GroupAdmin):
    """Groups of rights."""


@admin.register(EmailAddress)
class AddressAdmin(Audited, EmailAddressAdmin):  # type: ignore[misc]  # allauth has no types
    """Addresses, confirmed or not."""


@admin.register(ApiToken)
class ApiTokenAdmin(LookOnly):
    """Personal tokens: their owners and scopes; their texts are not stored."""

    list_display = ("user", "label", "scopes", "made_at", "expires_at", "used_at")
    exclude = ("digest",)
