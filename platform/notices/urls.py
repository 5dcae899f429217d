"""The addresses of notices."""

from django.urls import path

from notices import views

app_name = "notices"
urlpatterns = [
    path("my/notices/", views.inbox, name="inbox"),
    path("my/notices/read/", views.read_all, name="read_all"),
    path("my/notices/settings/", views.settings_page, name="settings"),
    path("my/notices/address/", views.ask_for_proof, name="ask_for_proof"),
    path("my/notices/browsers/", views.add_browser, name="add_browser"),
    path("my/notices/browsers/remove/", views.remove_browser, name="remove_browser"),
    path("my/notices/<str:public_id>/", views.one, name="one"),
    path("notices/stop/<str:token>/", views.stop, name="stop"),
    path("notices/address/<str:token>/", views.prove, name="prove"),
    path("site/mails/", views.kept_mails, name="kept_mails"),
]
