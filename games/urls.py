"""Addresses of the games: `urlpatterns` at the root, `api` under /api/v1/."""

from django.urls import path

from games.api import at_table, house_rules
from games.api import tables_and_deals as door
from games.views import challenge_pages, conduct_pages, deal_pages, sitting_down, table_pages

app_name = "games"
urlpatterns = [
    path("tables/new/", sitting_down.practice, name="practice"),
    path("tables/lesson/", sitting_down.learn, name="learn"),
    path("tables/waiting/<str:public_id>/", sitting_down.gathering, name="gathering"),
    path("play/friend/", sitting_down.friend, name="friend"),
    path("play/challenges/taking/", challenge_pages.taking_challenges, name="taking-challenges"),
    path("play/challenges/to/<str:public_id>/", challenge_pages.challenge_player, name="challenge-player"),
    path("play/challenges/<str:public_id>/", challenge_pages.challenge, name="challenge"),
    path("tables/<str:public_id>.json", table_pages.table_public, name="table-public"),
    path("tables/<str:public_id>/", table_pages.table, name="table"),
    path("tables/<str:public_id>/deals/<int:number>/", table_pages.table_deal, name="table-deal"),
    path("conduct/", conduct_pages.conduct, name="conduct"),
    path("tables/<str:public_id>/analysis/", deal_pages.table_analysis, name="table-analysis"),
    path("fair-deals/", deal_pages.fair_deals, name="fair-deals"),
    path("deals/", deal_pages.deals, name="deals"),
    path("deals/<str:public_id>/", deal_pages.deal, name="deal"),
    path("deals/<str:public_id>/analysis/", deal_pages.deal_analysis, name="deal-analysis"),
    path("deals/<str:public_id>.txt", deal_pages.deal_text, name="deal-text"),
]
api = [
    path("tables/", door.Tables.as_view(), name="api-tables"),
    path("tables/<str:public_id>/", door.TableDetail.as_view(), name="api-table"),
    path("tables/<str:public_id>/log", door.TableLog.as_view(), name="api-table-log"),
    path("tables/<str:public_id>/actions", door.TableActions.as_view(), name="api-table-actions"),
    path("tables/<str:public_id>/analysis", door.TableAnalysis.as_view(), name="api-table-analysis"),
    path("tables/<str:public_id>/deals/<int:number>", at_table.DealAtTable.as_view(), name="api-table-deal"),
    path("tables/<str:public_id>/lesson", at_table.LessonAtTable.as_view(), name="api-table-lesson"),
    path("tables/<str:public_id>/hint", at_table.HintAtTable.as_view(), name="api-table-hint"),
    path("tables/<str:public_id>/rematch", at_table.Rematch.as_view(), name="api-table-rematch"),
    path("tables/<str:public_id>/talk", at_table.Talk.as_view(), name="api-table-talk"),
    path("tables/<str:public_id>/talk/mute", at_table.MuteAtTable.as_view(), name="api-table-mute"),
    path("tables/<str:public_id>/talk/report", at_table.ReportFromTable.as_view(), name="api-table-report"),
    path("house-rules/", house_rules.AllHouseRules.as_view(), name="api-house-rules"),
    path("house-rules/<str:public_id>/", house_rules.HouseRulesDetail.as_view(), name="api-house-rule-set"),
    path("presets/<str:key>/options/", house_rules.PresetOptions.as_view(), name="api-preset-options"),
    path("daily/", door.DailyDeals.as_view(), name="api-daily"),
    path("problems/<str:day>/", door.ProblemDetail.as_view(), name="api-problem"),
    path("daily/<str:day>/", door.DailyDetail.as_view(), name="api-daily-day"),
    path("fair-deals/", door.FairDeals.as_view(), name="api-fair-deals"),
    path("fair-deals/chains/<str:tournament>/", door.ChainOfShuffles.as_view(), name="api-chain"),
    path("records/", door.Records.as_view(), name="api-records"),
    path("deals/", door.Deals.as_view(), name="api-deals"),
    path("deals/<str:public_id>/", door.DealDetail.as_view(), name="api-deal"),
    path("deals/<str:public_id>/analysis", door.DealAnalysis.as_view(), name="api-deal-analysis"),
]
