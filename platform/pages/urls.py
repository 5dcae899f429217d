"""Addresses of the pages that belong to no single app, at the root of the site."""

from django.urls import path

from pages.views import clubs, dumps, rules, site

app_name = "pages"
urlpatterns = [
    path("", site.home, name="home"),
    path("tonight/", site.tonight, name="tonight"),
    path("me/", site.me, name="me"),
    path("me/next/", site.mine, name="mine"),
    path("players/", site.players, name="players"),
    path("players/<str:public_id>/", site.player, name="player"),
    path("clubs/", clubs.club_list, name="clubs"),
    path("clubs/new/", clubs.found, name="club_new"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("clubs/<slug:slug>/join/", clubs.join, name="club_join"),
    path("clubs/<slug:slug>/members/", clubs.add_member, name="club_members"),
    path("clubs/<slug:slug>/invitations/withdraw/", clubs.withdraw_invitation, name="club_uninvite"),
    path("invitations/<str:token>/", clubs.invitation, name="invitation"),
    path("clubs/<slug:slug>/approval/", clubs.approval, name="club_approval"),
    path("clubs/<slug:slug>/roles/", clubs.role, name="club_roles"),
    path("rules/", rules.rules, name="rules"),
    path("rules/rulebook/", rules.rulebook, name="rulebook"),
    path("rules/<str:word>/", rules.preset, name="preset"),
    path("privacy/", site.privacy, name="privacy"),
    path("records/", site.records, name="records"),
    path("archive/", site.archive, name="archive"),
    path("archive/deals.jsonl", site.archive_file, {"kind": "jsonl"}, name="archive-json"),
    path("archive/deals.txt", site.archive_file, {"kind": "txt"}, name="archive-records"),
    path("archive/dumps/", dumps.dumps, name="dumps"),
    path("archive/dumps/<str:dump>/<str:name>", dumps.dump_file, name="dump-file"),
]
