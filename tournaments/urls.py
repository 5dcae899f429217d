"""Addresses of tournaments: `urlpatterns` at the root of the site, `api` under /api/v1/."""

from django.urls import path

from tournaments import api as door
from tournaments.views import corrections, drafts, grid, lists, matches, night, organiser, paper, public, slips

app_name = "tournaments"
urlpatterns = [
    path("tournaments/", public.tournament_list, name="list"),
    path("t/<slug:slug>/", public.detail, name="detail"),
    path("t/<slug:slug>/join/", public.join, name="join"),
    path("t/<slug:slug>/here/", public.self_check_in, name="here"),
    path("t/<slug:slug>/leave/", public.leave, name="leave"),
    path("t/<slug:slug>/entrants/", public.entrants, name="entrants"),
    path("t/<slug:slug>/rounds/<int:number>/", public.round_page, name="round"),
    path("t/<slug:slug>/rounds/<int:number>/why/", public.why, name="why"),
    path("t/<slug:slug>/rounds/<int:number>/log", public.log, name="log"),
    path("t/<slug:slug>/standings/", public.standings, name="standings"),
    path("t/<slug:slug>/crosstable/", public.crosstable, name="crosstable"),
    path("t/<slug:slug>/tables/", public.tables, name="live"),
    path("matches/<str:public_id>/", matches.match_page, name="match"),
    path("matches/<str:public_id>/result/", matches.result, name="match-result"),
    path("matches/<str:public_id>/confirm/", matches.confirm, name="match-confirm"),
    path("matches/<str:public_id>/undo/", matches.undo, name="match-undo"),
    path("t/<slug:slug>/documents/", paper.documents, name="documents"),
    path("t/<slug:slug>/documents/<slug:name>/", paper.document, name="document"),
    path("t/<slug:slug>/lists/<slug:name>.<slug:ext>", lists.public_file, name="list-file"),
    path("s/", slips.door, name="slips"),
    path("s/<slug:code>/", slips.slip, name="slip"),
    path("s/<slug:code>/agree/", slips.agree, name="slip-agree"),
    path("s/<slug:code>/undo/", slips.undo, name="slip-undo"),
    path("matches/<str:public_id>/correct/", corrections.correct, name="correct"),
    path("matches/<str:public_id>/reopen/", corrections.reopen, name="reopen"),
    path("o/", organiser.mine, name="mine"),
    path("o/new/", organiser.new, name="new"),
    path("o/<slug:slug>/setup/", organiser.setup, name="setup"),
    path("o/<slug:slug>/entries/", organiser.entries, name="entries"),
    path("o/<slug:slug>/entries/add/", organiser.add_entry, name="add-entry"),
    path("o/<slug:slug>/checkin/", organiser.check_in, name="checkin"),
    path("o/<slug:slug>/begin/", night.begin, name="begin"),
    path("o/<slug:slug>/pair/", night.pair, name="pair"),
    path("o/<slug:slug>/finish/", night.finish, name="finish"),
    path("o/<slug:slug>/pairings/<int:number>/", drafts.pairings, name="pairings"),
    path("o/<slug:slug>/pairings/<int:number>/check/", drafts.check, name="draft-check"),
    path("o/<slug:slug>/results/<int:number>/", grid.results, name="results"),
    path("o/<slug:slug>/results/<int:number>/close/", night.close, name="close"),
    path("o/<slug:slug>/print/", paper.printing, name="print"),
    path("o/<slug:slug>/print/<slug:name>/", paper.print_document, name="print-document"),
    path("o/<slug:slug>/export/", lists.page, name="lists"),
    path("o/<slug:slug>/export/<slug:name>.<slug:ext>", lists.file, name="export"),
    path("o/<slug:slug>/import/<slug:what>/<int:number>/", lists.take, name="take"),
]
api = door.router.urls
