"""People in the back door."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from accounts.models import User


@admin.register(User)
class PlayerAdmin(UserAdmin):
    """Django's user page with our name in place of first and last name."""

    list_display = ("username", "name", "email", "house_level", "is_staff")
    search_fields = ("username", "name", "email", "public_id")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Person", {"fields": ("name", "email", "house_level", "timezone")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )
