"""Addresses of ratings: `urlpatterns` under /ratings/, `api` under /api/v1/."""

from django.urls import path

from ratings import api as door
from ratings import views

app_name = "ratings"
urlpatterns = [
    path("", views.pools, name="pools"),
    path("changes/<str:public_id>/", views.change, name="change"),
    path("<slug:key>/", views.leaderboard, name="list"),
]
api = [
    path("pools/", door.Pools.as_view(), name="api-pools"),
    path("pools/<slug:key>/", door.PoolDetail.as_view(), name="api-pool"),
    path("pools/<slug:key>/leaderboard", door.Leaderboard.as_view(), name="api-leaderboard"),
    path("pools/<slug:key>/expected", door.Expected.as_view(), name="api-expected"),
    path("players/<str:public_id>/ratings", door.PlayerRatings.as_view(), name="api-player-ratings"),
    path("players/<str:public_id>/history", door.PlayerHistory.as_view(), name="api-player-history"),
    path("matches/<str:public_id>/rating-change", door.RatingChange.as_view(), name="api-rating-change"),
]
