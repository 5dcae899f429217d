"""Addresses of clubs under /api/v1/; their pages stand in `pages`."""

from django.urls import path

from clubs import api as door

api = [
    path("clubs/", door.Clubs.as_view(), name="api-clubs"),
    path("clubs/<slug:slug>/", door.ClubDetail.as_view(), name="api-club"),
    path("clubs/<slug:slug>/members", door.Members.as_view(), name="api-club-members"),
    path("clubs/<slug:slug>/invitations", door.Invitations.as_view(), name="api-club-invitations"),
    path("clubs/<slug:slug>/invitations/<str:token>", door.InvitationDetail.as_view(), name="api-club-invitation"),
    path("invitations/<str:token>/accept", door.Accept.as_view(), name="api-invitation-accept"),
    path("clubs/<slug:slug>/join", door.Join.as_view(), name="api-club-join"),
    path("clubs/<slug:slug>/approval", door.Approval.as_view(), name="api-club-approval"),
    path("clubs/<slug:slug>/roles", door.Roles.as_view(), name="api-club-roles"),
]
