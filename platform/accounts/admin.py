"""People in the admin."""

from typing import Any

from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.urls import URLPattern
from django.utils import timezone

from accounts.models import ApiToken, Consent, User
from accounts.proving import proofs
from audit import services as audit
from audit.admin import Audited
from doors.read_only_admin import LookOnly

RIGHTS = ("is_active", "is_staff", "is_superuser")


class Proved(Audited):
    """An admin page for sign-in data. It asks for a proof of who is there, as one's own pages do."""

    def get_urls(self) -> list[URLPattern]:
        """The addresses of the pages, each of which first asks for the proof."""
        urls: list[URLPattern] = super().get_urls()
        for url in urls:
            url.callback = proofs.proved_first(url.callback)
        return urls


@admin.register(User)
class PlayerAdmin(Proved, UserAdmin):  # type: ignore[type-arg]  # Django's own takes no []
    """Django's user page with our name in place of first and last name."""

    names_people = True
    list_display = ("username", "name", "email", "house_level", "is_staff")
    search_fields = ("username", "name", "email", "public_id")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Person", {"fields": ("name", "email", "house_level", "timezone")}),
        ("Rights", {"fields": (*RIGHTS, "groups", "user_permissions")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save the person. A change of rights gets its own audit entry, with the rights before."""
        before = User.objects.filter(pk=obj.pk).values(*RIGHTS).first() if change else None
        super().save_model(request, obj, form, change)
        after = {right: getattr(obj, right) for right in RIGHTS}
        if before != after and (before or obj.is_staff or obj.is_superuser):
            target, now = f"user:{obj.public_id}", timezone.now()
            audit.record(
                actor=request.user, action="account.rights", target=target, before=before, after=after, now=now
            )


admin.site.unregister([Group, EmailAddress, Authenticator, UserSession])


@admin.register(Group)
class RightsAdmin(Proved, GroupAdmin):
    """Groups of rights."""


@admin.register(EmailAddress)
class AddressAdmin(Proved, EmailAddressAdmin):  # type: ignore[misc]  # allauth has no types
    """Addresses, confirmed or not."""

    names_people = True


@admin.register(ApiToken)
class ApiTokenAdmin(LookOnly):
    """Personal tokens: their owners and scopes; their texts are not stored."""

    list_display = ("user", "label", "scopes", "made_at", "expires_at", "used_at")
    exclude = ("digest",)


@admin.register(UserSession)
class SessionAdmin(LookOnly):
    """The browsers in which people are signed in, without the keys of their sessions."""

    list_display = ("user", "created_at", "last_seen_at")
    exclude = ("session_key", "data")


@admin.register(Authenticator)
class AuthenticatorAdmin(Proved):
    """Second steps at sign-in, without their secrets. One that was lost is deleted here."""

    list_display = ("user", "type", "created_at", "last_used_at")
    readonly_fields = ("user", "type", "created_at", "last_used_at")
    exclude = ("data",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(Consent)
class ConsentAdmin(LookOnly):
    """What people have agreed to."""

    list_display = ("user", "what", "version", "at")
