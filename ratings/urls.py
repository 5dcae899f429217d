"""Addresses of ratings: `urlpatterns` under /ratings/, `api` under /api/v1/."""

from django.urls import path

from ratings import api as door
from ratings import views

app_name = "ratings"
urlpatterns = [
    path("", views.pools, name="pools"),
    path("changes/<str:public_id>/", views.change, name="change"),
    path("lists/<str:public_id>/", views.published, name="published"),
    path("<slug:key>/", views.leaderboard, name="list"),
    path("<slug:key>/calibration/", views.calibration, name="calibration"),
    path("<slug:key>/flags/", views.flags, name="flags"),
]
api = [
    path("pools/", door.Pools.as_view(), name="api-pools"),
    path("pools/<slug:key>/", door.PoolDetail.as_view(), name="api-pool"),
    path("pools/<slug:key>/leaderboard", door.Leaderboard.as_view(), name="api-leaderboard"),
    path("pools/<slug:key>/expected", door.Expected.as_view(), name="api-expected"),
    path("pools/<slug:key>/calibration", door.CalibrationOfPool.as_view(), name="api-calibration"),
    path("pools/<slug:key>/corrections", door.Corrections.as_view(), name="api-corrections"),
    path("pools/<slug:key>/lists", door.Lists.as_view(), name="api-lists"),
    path("lists/<str:public_id>.csv", door.ListRanks.as_view(), name="api-list-ranks"),
    path("lists/<str:public_id>/matches.csv", door.ListMatches.as_view(), name="api-list-matches"),
    path("lists/<str:public_id>", door.ListDetail.as_view(), name="api-list"),
    path("runs/<int:pk>", door.RunDetail.as_view(), name="api-run"),
    path("players/<str:public_id>/ratings", door.PlayerRatings.as_view(), name="api-player-ratings"),
    path("players/<str:public_id>/history", door.PlayerHistory.as_view(), name="api-player-history"),
    path("players/<str:public_id>/head-to-head", door.HeadToHeadOfPlayers.as_view(), name="api-head-to-head"),
    path("matches/<str:public_id>/rating-change", door.RatingChange.as_view(), name="api-rating-change"),
]
