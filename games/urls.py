"""Addresses of the games: `urlpatterns` at the root, `api` under /api/v1/."""

from django.urls import path

from games import api as door
from games import views

app_name = "games"
urlpatterns = [
    path("tables/new/", views.practice, name="practice"),
    path("tables/<str:public_id>/", views.table, name="table"),
    path("deals/", views.deals, name="deals"),
    path("deals/<str:public_id>/", views.deal, name="deal"),
    path("deals/<str:public_id>.json", views.deal_json, name="deal-json"),
]
api = [
    path("tables/", door.Tables.as_view(), name="api-tables"),
    path("tables/<str:public_id>/", door.TableDetail.as_view(), name="api-table"),
    path("tables/<str:public_id>/log", door.TableLog.as_view(), name="api-table-log"),
    path("tables/<str:public_id>/actions", door.TableActions.as_view(), name="api-table-actions"),
    path("deals/", door.Deals.as_view(), name="api-deals"),
    path("deals/<str:public_id>/", door.DealDetail.as_view(), name="api-deal"),
]
