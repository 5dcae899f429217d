"""Addresses of clubs under /api/v1/; their pages stand in `pages`."""

from django.urls import path

from clubs import api as door

api = [
    path("clubs/", door.Clubs.as_view(), name="api-clubs"),
    path("clubs/<slug:slug>/", door.ClubDetail.as_view(), name="api-club"),
    path("clubs/<slug:slug>/members", door.Members.as_view(), name="api-club-members"),
    path("clubs/<slug:slug>/join", door.Join.as_view(), name="api-club-join"),
    path("clubs/<slug:slug>/roles", door.Roles.as_view(), name="api-club-roles"),
]
