"""Every address of the site, app by app."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularSwaggerSplitView

from accounts.api_tokens import scheme  # noqa: F401  (the schema finds it once it is imported)
from accounts.api_tokens import views as api_tokens
from accounts.devices import views as devices
from accounts.joining import views as accounts
from accounts.own_data import views as own_data
from accounts.second_factor import gate
from accounts.second_factor import views as second_factor
from clubs import urls as clubs
from config import views
from config.health import pages
from config.health import views as health
from doors.api.schema_door import SchemaDoor
from games import urls as games
from notices import views as notices
from ratings import urls as ratings
from tournaments import urls as tournaments
from webhooks import urls as webhooks

# one sign-in with its limits, for the admin too
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # as allauth would have it
gate.guard(admin.site)
api = [
    path("schema/", SchemaDoor.as_view(), name="schema"),
    *clubs.api,
    *webhooks.api,
    *games.api,
    *ratings.api,
    *tournaments.api,
]
urlpatterns = [
    path("", include("pages.urls")),
    path("", include("notices.urls")),
    path("", include("webhooks.urls")),
    path("", include("games.urls")),
    path("", include("tournaments.urls")),
    path("ratings/", include("ratings.urls")),
    path("accounts/email/", accounts.address),
    path("accounts/password/set/", accounts.first_password),
    path("accounts/password/reset/", accounts.reset),
    path("accounts/tokens/", api_tokens.tokens, name="account_tokens"),
    path("accounts/tokens/revoke/", api_tokens.revoke, name="account_token_revoke"),
    path("accounts/sessions/", devices.devices, name="account_devices"),
    path("accounts/sessions/end/", devices.end, name="account_device_end"),
    path("accounts/data/", own_data.own_data, name="account_data"),
    path("accounts/data/export/", own_data.export, name="account_export"),
    path("accounts/data/leave/", own_data.leave, name="account_leave"),
    path("accounts/2fa/later/", second_factor.later, name="account_second_factor_later"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include((api, "api"))),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="api:schema"), name="api-docs"),
    path("language/", notices.language, name="set_language"),
    path(".well-known/security.txt", views.security, name="security"),
    path("favicon.ico", views.favicon, name="favicon"),
    path("app.webmanifest", views.manifest, name="manifest"),
    path("offline/", views.offline, name="offline"),
    path("site/work/", pages.work, name="site_work"),
    path("robots.txt", views.robots, name="robots"),
    path("livez", health.livez, name="livez"),
    path("readyz", health.readyz, name="readyz"),
    path("healthz", health.healthz, name="healthz"),
    path("metrics", health.metrics, name="metrics"),
]
handler404 = "config.views.not_found"
