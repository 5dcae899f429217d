"""Clubs under /api/v1/: everybody reads them, signed-in users start and join them, officials manage them."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import IsAdminUser, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import signed_in
from clubs import selectors, serializers, services
from clubs.models import Club, Invitation, Membership
from doors import addresses
from doors.api.paging import KeysetPagination
from doors.api.problems import Refused
from doors.limits import NewClubs


class ByName(KeysetPagination):
    """Pages of clubs in the order of their names."""

    ordering = ("name", "pk")


class ByMemberName(KeysetPagination):
    """Members in the order of their names."""

    ordering = ("user__name", "pk")


class ByInvitation(KeysetPagination):
    """Pages of invitations, the latest first."""

    ordering = ("-invited_at", "-pk")


class Clubs(generics.ListAPIView[Club]):
    """All clubs; POST starts one and makes the caller its organiser."""

    serializer_class = serializers.ClubSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)
    pagination_class = ByName
    throttle_classes = (NewClubs,)

    def get_queryset(self) -> QuerySet[Club]:
        return selectors.clubs()

    @extend_schema(request=serializers.NewClubSerializer, responses={201: serializers.ClubSerializer})
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        asked = serializers.NewClubSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        club = services.create_club(
            name=asked.validated_data["name"], zone=asked.validated_data["timezone"], organiser=signed_in.user(request)
        )
        return Response(serializers.ClubSerializer(selectors.clubs().get(pk=club.pk)).data, status=201)


class ClubDetail(generics.RetrieveAPIView[Club]):
    """One club."""

    serializer_class = serializers.ClubSerializer
    lookup_field = "slug"

    def get_queryset(self) -> QuerySet[Club]:
        return selectors.clubs()


class Members(generics.ListAPIView[Membership]):
    """The members of a club and their roles. POST (directors and organisers) puts a name on the list, or invites an
    address: the answer does not reveal whether the address is known here."""

    serializer_class = serializers.MemberSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)
    pagination_class = ByMemberName

    def get_queryset(self) -> QuerySet[Membership]:
        if getattr(self, "swagger_fake_view", False):
            return Membership.objects.none()
        return selectors.members(_club(self))

    @extend_schema(
        request=serializers.NewMemberSerializer,
        responses={201: serializers.MemberSerializer, 202: serializers.InvitationSerializer},
    )
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        club = _club(self)
        _require(selectors.may_direct(request.user, club), "Only the club's directors and organisers add members.")
        given = serializers.NewMemberSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        if given.validated_data["email"]:
            return self._invite(club, given.validated_data)
        membership = services.enrol(club=club, name=given.validated_data["name"])
        return Response(serializers.MemberSerializer(membership).data, status=201)

    def _invite(self, club: Club, whom: dict[str, str]) -> Response:
        site, now = addresses.shared_address(self.request, "/"), timezone.now()
        try:
            invitation = services.invite(club=club, by=signed_in.user(self.request), now=now, site=site, **whom)
        except services.TooManyInvitations as most:
            raise Refused(str(most), "too_many_invitations") from most
        said = serializers.InvitationSerializer(invitation, context={"request": self.request})
        return Response(said.data, status=202)


class Invitations(generics.ListAPIView[Invitation]):
    """The open invitations of a club, for its directors and organisers."""

    serializer_class = serializers.InvitationSerializer
    permission_classes = (IsAuthenticated,)
    pagination_class = ByInvitation

    def get_queryset(self) -> QuerySet[Invitation]:
        if getattr(self, "swagger_fake_view", False):
            return Invitation.objects.none()
        club = _club(self)
        _require(selectors.may_direct(self.request.user, club), "Only the club's directors and organisers see them.")
        return selectors.open_invitations(club, timezone.now())


class InvitationDetail(APIView):
    """DELETE takes an open invitation back (directors and organisers)."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, slug: str, token: str) -> Response:
        club = _club(self)
        _require(selectors.may_direct(request.user, club), "Only the club's directors and organisers take them back.")
        try:
            services.withdraw_invitation(club=club, token=token, by=signed_in.user(request), now=timezone.now())
        except Invitation.DoesNotExist as unknown:
            raise Http404 from unknown
        return Response(status=204)


class Accept(APIView):
    """Accept an invitation as the signed-in user."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses=serializers.MemberSerializer)
    def post(self, request: Request, token: str) -> Response:
        try:
            membership = services.accept_invitation(token=token, user=signed_in.user(request), now=timezone.now())
        except Invitation.DoesNotExist as unknown:
            raise Http404 from unknown
        except services.NotOpen as closed:
            raise Refused(str(closed), "not_open") from closed
        return Response(serializers.MemberSerializer(membership).data)


class Join(APIView):
    """Become a member as a player."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses=serializers.MemberSerializer)
    def post(self, request: Request, slug: str) -> Response:
        membership = services.add_member(club=_club(self), user=signed_in.user(request), by=signed_in.user(request))
        return Response(serializers.MemberSerializer(membership).data)


class Roles(APIView):
    """Give a member a role (organisers); a club keeps at least one organiser."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=serializers.RoleSerializer, responses=serializers.MemberSerializer)
    def post(self, request: Request, slug: str) -> Response:
        club = _club(self)
        _require(selectors.may_organise(request.user, club), "Only the club's organisers give roles.")
        given = serializers.RoleSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wish = given.validated_data
        member = get_object_or_404(selectors.players(club), public_id=wish["member"])
        try:
            membership = services.give_role(club=club, user=member, role=wish["role"], by=signed_in.user(request))
        except services.LastOrganiser as last:
            raise Refused(str(last), "last_organiser") from last
        return Response(serializers.MemberSerializer(membership).data)


class Approval(APIView):
    """Let the events of a club count for ratings, or no longer (site staff)."""

    permission_classes = (IsAdminUser,)

    @extend_schema(request=serializers.ApprovalSerializer, responses=serializers.ClubSerializer)
    def post(self, request: Request, slug: str) -> Response:
        given = serializers.ApprovalSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        act = services.approve_club if given.validated_data["approved"] else services.withdraw_approval
        act(club=_club(self), by=signed_in.user(request), now=timezone.now())
        return Response(serializers.ClubSerializer(selectors.clubs().get(slug=slug)).data)


def _club(view: APIView) -> Club:
    return get_object_or_404(Club, slug=view.kwargs["slug"])


def _require(may: bool, whom_to_ask: str) -> None:
    if not may:
        raise PermissionDenied(whom_to_ask)
