"""Clubs under /api/v1/: read by all, founded and joined by whoever is signed in, kept by their officials."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs import selectors, serializers, services
from clubs.models import Club, Membership
from doors.paging import KeysetPagination
from doors.problems import Refused


class ByName(KeysetPagination):
    """In the order of their names."""

    ordering = ("name", "pk")


class ByMemberName(KeysetPagination):
    """Members in the order of their names."""

    ordering = ("user__name", "pk")


class Clubs(generics.ListAPIView[Club]):
    """All clubs; POST founds one and makes its founder the organiser."""

    serializer_class = serializers.ClubSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)
    pagination_class = ByName

    def get_queryset(self) -> QuerySet[Club]:
        return selectors.clubs()

    @extend_schema(request=serializers.NewClubSerializer, responses={201: serializers.ClubSerializer})
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        asked = serializers.NewClubSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        club = services.create_club(
            name=asked.validated_data["name"], zone=asked.validated_data["timezone"], organiser=request.user
        )
        return Response(serializers.ClubSerializer(selectors.clubs().get(pk=club.pk)).data, status=201)


class ClubDetail(generics.RetrieveAPIView[Club]):
    """One club."""

    serializer_class = serializers.ClubSerializer
    lookup_field = "slug"

    def get_queryset(self) -> QuerySet[Club]:
        return selectors.clubs()


class Members(generics.ListAPIView[Membership]):
    """The members of a club and their roles; POST enrols one (directors and organisers)."""

    serializer_class = serializers.MemberSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)
    pagination_class = ByMemberName

    def get_queryset(self) -> QuerySet[Membership]:
        if getattr(self, "swagger_fake_view", False):
            return Membership.objects.none()
        return selectors.members(_club(self))

    @extend_schema(request=serializers.NewMemberSerializer, responses={201: serializers.MemberSerializer})
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        club = _club(self)
        _require(selectors.may_direct(request.user, club), "Only the club's directors and organisers add members.")
        given = serializers.NewMemberSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        membership = services.enrol(club=club, **given.validated_data)
        return Response(serializers.MemberSerializer(membership).data, status=201)


class Join(APIView):
    """Become a member as a player."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses=serializers.MemberSerializer)
    def post(self, request: Request, slug: str) -> Response:
        membership = services.add_member(club=_club(self), user=request.user)
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
            membership = services.give_role(club=club, user=member, role=wish["role"], by=request.user)
        except services.LastOrganiser as last:
            raise Refused(str(last), "last_organiser") from last
        return Response(serializers.MemberSerializer(membership).data)


def _club(view: APIView) -> Club:
    return get_object_or_404(Club, slug=view.kwargs["slug"])


def _require(may: bool, whom_to_ask: str) -> None:
    if not may:
        raise PermissionDenied(whom_to_ask)
