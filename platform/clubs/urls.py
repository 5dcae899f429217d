"""The addresses of clubs under /api/v1/; their pages are in `pages`."""

from django.urls import path

from clubs import api as door

api = [
    path("clubs/", door.Clubs.as_view(), name="api-clubs"),
    path("clubs/<slug:slug>/", door.ClubDetail.as_view(), name="api-club"),
    path("clubs/<slug:slug>/members", door.Members.as_view(), name="api-club-members"),
    path("clubs/<slug:slug>/members/paste", door.Paste.as_view(), name="api-club-paste"),
    path("clubs/<slug:slug>/members/<str:public_id>", door.MemberDetail.as_view(), name="api-club-member"),
    path("clubs/<slug:slug>/requests", door.Requests.as_view(), name="api-club-requests"),
    path("clubs/<slug:slug>/requests/<str:public_id>", door.Answer.as_view(), name="api-club-request"),
    path("clubs/<slug:slug>/removals", door.Removals.as_view(), name="api-club-removals"),
    path("clubs/<slug:slug>/removals/<str:public_id>", door.RemovalDetail.as_view(), name="api-club-removal"),
    path("clubs/<slug:slug>/hand-over", door.HandOver.as_view(), name="api-club-hand-over"),
    path("clubs/<slug:slug>/invitations", door.Invitations.as_view(), name="api-club-invitations"),
    path("clubs/<slug:slug>/invitations/<str:token>", door.InvitationDetail.as_view(), name="api-club-invitation"),
    path("invitations/<str:token>/accept", door.Accept.as_view(), name="api-invitation-accept"),
    path("clubs/<slug:slug>/join", door.Join.as_view(), name="api-club-join"),
    path("clubs/<slug:slug>/approval", door.Approval.as_view(), name="api-club-approval"),
    path("clubs/<slug:slug>/roles", door.Roles.as_view(), name="api-club-roles"),
]
