"""Addresses of tournaments: `urlpatterns` at the root of the site, `api` under /api/v1/."""

from django.urls import path

from tournaments import api as door
from tournaments.announcements import views as announcements
from tournaments.calendar import views as calendar
from tournaments.corrections import views as corrections
from tournaments.desk import views as desk
from tournaments.duplicate import views as duplicate
from tournaments.entries import views as entries
from tournaments.evening import views as evening
from tournaments.event import views as event
from tournaments.exchange import views as exchange
from tournaments.ladders import views as ladders
from tournaments.league import views as league
from tournaments.merging import api as merging
from tournaments.open_events import views as open_events
from tournaments.overview import views as overview
from tournaments.paper import views as paper
from tournaments.pods.views import pages as pods
from tournaments.pods.views import sheet_pages as pod_sheets
from tournaments.pods.views import slip_pages as slips
from tournaments.prizes import views as prizes
from tournaments.results.views import score_sheets
from tournaments.rounds.views import drafts, grid, pages
from tournaments.seasons import views as seasons
from tournaments.stages import views as stages
from tournaments.standings import views as standings
from tournaments.tables import views as tables
from tournaments.teams import views as teams

app_name = "tournaments"
urlpatterns = [
    path("tournaments/", event.tournament_list, name="list"),
    path("open/", open_events.open_events, name="open-events"),
    path("arenas/new/", open_events.new_arena, name="new-arena"),
    path("arenas/<slug:public_id>/", open_events.arena, name="arena"),
    path("arenas/<slug:public_id>/part/", open_events.take_part, name="arena-part"),
    path("sit-and-go/new/", open_events.new_sit_and_go, name="new-sit-and-go"),
    path("sit-and-go/<slug:public_id>/", open_events.sit_and_go, name="sit-and-go"),
    path("sit-and-go/<slug:public_id>/seat/", open_events.seat, name="sit-and-go-seat"),
    path("t/<slug:slug>/", overview.detail, name="detail"),
    path("t/<slug:slug>/conditions/", overview.conditions, name="conditions"),
    path("t/<slug:slug>/calendar.ics", calendar.tournament, name="calendar"),
    path("clubs/<slug:slug>/calendar.ics", calendar.club, name="club-calendar"),
    path("calendar/<str:key>.ics", calendar.player, name="player-calendar"),
    path("my/calendar/", calendar.mine, name="my-calendar"),
    path("o/<slug:slug>/announcements/", announcements.announcements, name="announcements"),
    path("o/<slug:slug>/announcements/<slug:public_id>/back/", announcements.take_back, name="take-back-announcement"),
    path("t/<slug:slug>/join/", entries.join, name="join"),
    path("t/<slug:slug>/here/", entries.self_check_in, name="here"),
    path("t/<slug:slug>/answer/", entries.answer_place, name="answer-place"),
    path("t/<slug:slug>/leave/", entries.leave, name="leave"),
    path("t/<slug:slug>/entrants/", entries.entrants, name="entrants"),
    path("t/<slug:slug>/rounds/<int:number>/", pages.round_page, name="round"),
    path("t/<slug:slug>/rounds/<int:number>/why/", pages.why, name="why"),
    path("t/<slug:slug>/rounds/<int:number>/log", pages.log, name="log"),
    path("t/<slug:slug>/standings/", standings.standings, name="standings"),
    path("t/<slug:slug>/crosstable/", standings.crosstable, name="crosstable"),
    path("t/<slug:slug>/ratings/", standings.rating_changes, name="rating-changes"),
    path("t/<slug:slug>/bracket/", stages.bracket, name="bracket"),
    path("t/<slug:slug>/ladder/", ladders.ladder, name="ladder"),
    path("t/<slug:slug>/ladder/challenge/", ladders.challenge, name="challenge"),
    path("t/<slug:slug>/ladder/away/", entries.ladder_away, name="ladder-away"),
    path("challenges/<slug:public_id>/", ladders.answer, name="answer-challenge"),
    path("o/<slug:slug>/desk/", desk.queue, name="desk"),
    path("o/<slug:slug>/settle/<slug:public_id>/", desk.settle, name="settle"),
    path("o/<slug:slug>/desk/open/", desk.open_case, name="open-case"),
    path("o/<slug:slug>/desk/<slug:public_id>/", desk.case, name="case"),
    path("director/<slug:public_id>/", desk.call, name="call-director"),
    path("o/<slug:slug>/ladder/", ladders.organise, name="organise-ladder"),
    path("o/<slug:slug>/ladder/place/", ladders.place, name="ladder-place"),
    path("o/<slug:slug>/ladder/challenge/", ladders.challenge_for, name="challenge-for"),
    path("challenges/<slug:public_id>/annul/", corrections.annul_challenge, name="annul-challenge"),
    path("t/<slug:slug>/tables/", tables.tables, name="live"),
    path("t/<slug:slug>/tables/together/", tables.together, name="together"),
    path("matches/<str:public_id>/", tables.match_page, name="match"),
    path("matches/<str:public_id>/time/", league.match_time, name="match-time"),
    path("matches/<str:public_id>/time/propose/", league.propose, name="propose-time"),
    path("matches/<str:public_id>/time/<slug:proposal>/", league.answer, name="answer-time"),
    path("o/<slug:slug>/times/", league.times, name="times"),
    path("o/<slug:slug>/times/<str:public_id>/", league.set_time, name="set-time"),
    path("matches/<str:public_id>/result/", tables.result, name="match-result"),
    path("matches/<str:public_id>/deals/", score_sheets.by_name, name="match-deals"),
    path("matches/<str:public_id>/confirm/", tables.confirm, name="match-confirm"),
    path("matches/<str:public_id>/decks/", duplicate.scores, name="deck-scores"),
    path("t/<slug:slug>/rounds/<int:number>/decks/<int:deck>/", duplicate.deck, name="deck"),
    path("o/<slug:slug>/rounds/<int:number>/deal-sheets/", duplicate.deal_sheets, name="deal-sheets"),
    path("boards/<str:public_id>/result/", teams.board_result, name="board-result"),
    path("boards/<str:public_id>/confirm/", teams.board_confirm, name="board-confirm"),
    path("boards/<str:public_id>/correct/", corrections.correct_board, name="correct-board"),
    path("boards/<str:public_id>/substitute/", teams.board_substitute, name="board-substitute"),
    path("t/<slug:slug>/players/<slug:public_id>/line-up/", teams.line_up, name="line-up"),
    path("t/<slug:slug>/players/<slug:public_id>/members/", teams.members, name="members"),
    path("t/<slug:slug>/players/<slug:public_id>/margin/", corrections.margin, name="margin"),
    path("t/<slug:slug>/join/partners/", teams.join, name="join-partners"),
    path("o/<slug:slug>/entries/team/", teams.add, name="add-team"),
    path("matches/<str:public_id>/undo/", tables.undo, name="match-undo"),
    path("pods/<str:public_id>/", pods.pod_page, name="pod"),
    path("pods/<str:public_id>/result/", pods.result, name="pod-result"),
    path("pods/<str:public_id>/deals/", pod_sheets.by_name, name="pod-deals"),
    path("pods/<str:public_id>/confirm/", pods.confirm, name="pod-confirm"),
    path("pods/<str:public_id>/undo/", pods.undo, name="pod-undo"),
    path("pods/<str:public_id>/missing/", pods.missing, name="pod-missing"),
    path("pods/<str:public_id>/correct/", corrections.correct_pod, name="correct-pod"),
    path("pods/<str:public_id>/reopen/", corrections.reopen_pod, name="reopen-pod"),
    path("t/<slug:slug>/documents/", paper.documents, name="documents"),
    path("t/<slug:slug>/documents/<slug:name>/", paper.document, name="document"),
    path("t/<slug:slug>/report.trf", exchange.report_file, name="report"),
    path("t/<slug:slug>/lists/<slug:name>.<slug:ext>", exchange.public_file, name="list-file"),
    path("s/", slips.door, name="slips"),
    path("s/<slug:code>/", slips.slip, name="slip"),
    path("s/<slug:code>/deals/", pod_sheets.by_slip, name="slip-deals"),
    path("s/<slug:code>/agree/", slips.agree, name="slip-agree"),
    path("s/<slug:code>/undo/", slips.undo, name="slip-undo"),
    path("s/<slug:code>/director/", desk.call_by_slip, name="slip-call"),
    path("t/<slug:slug>/bye/", drafts.ask_bye, name="ask-bye"),
    path("o/<slug:slug>/special/", drafts.special, name="special"),
    path("o/<slug:slug>/special/back/", drafts.take_back, name="special-back"),
    path("o/<slug:slug>/cannot-pair/", drafts.blocked, name="blocked"),
    path("o/<slug:slug>/pairings/<int:number>/times/", drafts.times, name="times"),
    path("matches/<str:public_id>/missing/", drafts.missing, name="missing"),
    path("matches/<str:public_id>/correct/", corrections.correct, name="correct"),
    path("matches/<str:public_id>/reopen/", corrections.reopen, name="reopen"),
    path("o/", evening.mine, name="mine"),
    path("o/new/", evening.new, name="new"),
    path("o/new/plan/", evening.new_plan, name="new-plan"),
    path("o/<slug:slug>/equals/", standings.equals, name="equals"),
    path("o/load/", exchange.load, name="load"),
    path("o/evening/", exchange.evening, name="evening"),
    path("o/<slug:slug>/", evening.tonight, name="tonight"),
    path("o/<slug:slug>/setup/", evening.setup, name="setup"),
    path("o/<slug:slug>/copy/", evening.copy, name="copy"),
    path("o/<slug:slug>/entries/", evening.entries, name="entries"),
    path("o/<slug:slug>/invite/", evening.invite_all, name="invite-all"),
    path("o/<slug:slug>/entries/add/", evening.add_entry, name="add-entry"),
    path("o/<slug:slug>/entries/members/", entries.tick, name="tick-members"),
    path("o/<slug:slug>/entries/put-back/", entries.put_back, name="put-back"),
    path("o/<slug:slug>/entries/<slug:public_id>/", entries.edit, name="edit-entry"),
    path("o/<slug:slug>/entries/<slug:public_id>/invite/", evening.invite, name="invite-entry"),
    path("o/<slug:slug>/prizes/", prizes.prizes, name="prizes"),
    path("o/<slug:slug>/stages/", stages.stages, name="stages"),
    path("o/<slug:slug>/rulings/", corrections.rulings, name="rulings"),
    path("o/<slug:slug>/end/", corrections.end, name="end"),
    path("o/<slug:slug>/series/", corrections.series, name="series"),
    path("o/<slug:slug>/checkin/", entries.desk_list, name="checkin"),
    path("o/<slug:slug>/door/", entries.door, name="door"),
    path("o/<slug:slug>/checkin/poster/", entries.poster, name="checkin-poster"),
    path("c/<slug:code>/", entries.self_checkin, name="self-checkin"),
    path("o/<slug:slug>/screens/", paper.manage, name="screens"),
    path("screen/<slug:code>/", paper.screen, name="screen"),
    path("t/<slug:slug>/players/<slug:public_id>/", overview.card, name="card"),
    path("o/<slug:slug>/begin/", evening.begin, name="begin"),
    path("o/<slug:slug>/pair/", evening.pair, name="pair"),
    path("o/<slug:slug>/pairing/", evening.pairing_progress, name="pairing-progress"),
    path("o/<slug:slug>/pairing/cancel/", evening.cancel_pairing, name="pairing-cancel"),
    path("o/<slug:slug>/finish/", evening.finish, name="finish"),
    path("o/<slug:slug>/add-round/", evening.add_round, name="add-round"),
    path("o/<slug:slug>/open-again/", seasons.reopen_tournament, name="open-again"),
    path("o/<slug:slug>/pairings/<int:number>/", drafts.pairings, name="pairings"),
    path("o/<slug:slug>/pairings/<int:number>/check/", drafts.check, name="draft-check"),
    path("o/<slug:slug>/results/<int:number>/", grid.results, name="results"),
    path("o/<slug:slug>/results/<int:number>/close/", evening.close, name="close"),
    path("o/<slug:slug>/print/", paper.printing, name="print"),
    path("o/<slug:slug>/print/<slug:name>/", paper.print_document, name="print-document"),
    path("o/<slug:slug>/export/", exchange.page, name="lists"),
    path("o/<slug:slug>/export/<slug:name>.<slug:ext>", exchange.file, name="export"),
    path("clubs/<slug:slug>/seasons/", seasons.of_club, name="seasons"),
    path("clubs/<slug:slug>/seasons/new/", seasons.new, name="new-season"),
    path("seasons/<slug:public_id>/", seasons.page, name="season"),
    path("seasons/<slug:public_id>/print/", seasons.paper, name="season-paper"),
    path("seasons/<slug:public_id>/table.csv", seasons.file, name="season-file"),
    path("seasons/<slug:public_id>/change/", seasons.change, name="season-change"),
    path("seasons/<slug:public_id>/points/", seasons.scoring, name="season-scoring"),
    path("seasons/<slug:public_id>/evenings/", seasons.events, name="season-events"),
    path("seasons/<slug:public_id>/close/", seasons.close, name="season-close"),
    path("seasons/<slug:public_id>/reopen/", seasons.reopen, name="season-reopen"),
    path("seasons/<slug:public_id>/remove/", seasons.remove, name="season-remove"),
    path("seasons/<slug:public_id>/final/", seasons.final, name="season-final"),
    path("o/<slug:slug>/dump.json", exchange.dump_file, name="dump"),
    path("o/<slug:slug>/import/<slug:what>/<int:number>/", exchange.take, name="take"),
]
api = [
    *door.router.urls,
    *door.at_tables,
    path("clubs/<slug:slug>/merge", merging.Merging.as_view(), name="api-club-merge"),
    path("claims", merging.Claims.as_view(), name="api-claims"),
]
