"""Clubs under /api/v1/: read by all, founded by whoever is signed in."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import selectors, serializers, services
from clubs.models import Club, Membership
from doors.paging import KeysetPagination


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
    """The members of a club and their roles."""

    serializer_class = serializers.MemberSerializer
    pagination_class = ByMemberName

    def get_queryset(self) -> QuerySet[Membership]:
        if getattr(self, "swagger_fake_view", False):
            return Membership.objects.none()
        return selectors.members(get_object_or_404(Club, slug=self.kwargs["slug"]))
