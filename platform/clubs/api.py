"""Clubs under /api/v1/: everybody reads them, signed-in users start and join them, and officials manage them."""

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
from accounts.models import User
from clubs import selectors, serializers, services
from clubs.models import Club, Invitation, JoinRequest, Membership, Removal
from clubs.services import leaving, pasting, requests, rights
from doors.api.paging import KeysetPagination
from doors.api.problems import Refused
from doors.api.scopes import Scope, needs


class ByName(KeysetPagination):
    """Pages of clubs in the order of their names."""

    ordering = ("name", "pk")


class ByMemberName(KeysetPagination):
    """Pages of members in the order of their names."""

    ordering = ("user__name", "pk")


class ByInvitation(KeysetPagination):
    """Pages of invitations, the latest first."""

    ordering = ("-invited_at", "-pk")


class ByRemoval(KeysetPagination):
    """Pages of removals, the latest first."""

    ordering = ("-removed_at", "-pk")


class ByRequest(KeysetPagination):
    """Pages of requests to be let in, the oldest first."""

    ordering = ("asked_at", "pk")


class Clubs(generics.ListAPIView[Club]):
    """All clubs; POST starts a club whose organiser is the caller."""

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
            name=asked.validated_data["name"], zone=asked.validated_data["timezone"], organiser=signed_in.user(request)
        )
        return Response(serializers.ClubSerializer(selectors.clubs().get(pk=club.pk)).data, status=201)


class ClubDetail(generics.RetrieveAPIView[Club]):
    """One club."""

    serializer_class = serializers.ClubSerializer
    lookup_field = "slug"

    def get_queryset(self) -> QuerySet[Club]:
        return selectors.clubs(with_closed=True)


class Members(generics.ListAPIView[Membership]):
    """The members of a club and their roles, filtered by `search` in the name and by `role`. Officials of a club see
    all; others see those who confirmed their membership. POST (directors and organisers) puts a name on the list, or
    invites an address; the answer does not reveal whether the address is known here."""

    serializer_class = serializers.MemberSerializer
    permission_classes = (IsAuthenticatedOrReadOnly,)
    pagination_class = ByMemberName

    def get_queryset(self) -> QuerySet[Membership]:
        if getattr(self, "swagger_fake_view", False):
            return Membership.objects.none()
        asked = serializers.MembersAskedSerializer(data=self.request.query_params)
        asked.is_valid(raise_exception=True)
        return selectors.listed(_club(self), self.request.user, **asked.validated_data)

    @extend_schema(parameters=[serializers.MembersAskedSerializer])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        request=serializers.NewMemberSerializer,
        responses={201: serializers.MemberSerializer, 202: serializers.InvitationSerializer},
    )
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        club = _club(self)
        _require(selectors.may_direct(request.user, club), "Only the club's directors and organisers add members.")
        given = serializers.NewMemberSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        try:
            return self._add(club, given.validated_data)
        except rights.ClubClosed as closed:
            raise Refused(str(closed), "closed") from closed

    def _add(self, club: Club, whom: dict[str, str]) -> Response:
        by = signed_in.user(self.request)
        if not whom["email"]:
            membership = services.enrol(club=club, name=whom["name"], by=by)
            return Response(serializers.MemberSerializer(membership).data, status=201)
        invitation = services.invite(club=club, name=whom["name"], email=whom["email"], by=by, now=timezone.now())
        said = serializers.InvitationSerializer(invitation, context={"request": self.request})
        return Response(said.data, status=202)


class Invitations(generics.ListAPIView[Invitation]):
    """The open invitations of a club, for its directors and organisers."""

    serializer_class = serializers.InvitationSerializer
    permission_classes = (IsAuthenticated,)
    pagination_class = ByInvitation

    @needs(Scope.ORGANISE, to_read=Scope.ORGANISE)
    def get(self, request: Request, *args: Any, **named: Any) -> Response:
        """The open invitations; a person with a link can be let in by it."""
        return super().get(request, *args, **named)

    def get_queryset(self) -> QuerySet[Invitation]:
        if getattr(self, "swagger_fake_view", False):
            return Invitation.objects.none()
        club = _club(self)
        _require(selectors.may_direct(self.request.user, club), "Only the club's directors and organisers see them.")
        return selectors.open_invitations(club, timezone.now())


class InvitationDetail(APIView):
    """DELETE withdraws an open invitation (directors and organisers)."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, slug: str, token: str) -> Response:
        try:
            services.withdraw_invitation(club=_club(self), token=token, by=signed_in.user(request), now=timezone.now())
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
    """Become a member as a player: at once if everybody may join, else the club's officials are asked (202)."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=serializers.JoinSerializer,
        responses={200: serializers.MemberSerializer, 202: serializers.JoinRequestSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        given = serializers.JoinSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        club, user, note = _club(self), signed_in.user(request), given.validated_data["note"]
        try:
            joined = requests.join(club=club, user=user, note=note, now=timezone.now())
        except requests.NotNow as not_now:
            raise Refused(str(not_now), "not_now") from not_now
        if isinstance(joined, Membership):
            return Response(serializers.MemberSerializer(joined).data)
        return Response(serializers.JoinRequestSerializer(joined).data, status=202)


class Requests(generics.ListAPIView[JoinRequest]):
    """The people who wait to be let in, for the club's directors and organisers."""

    serializer_class = serializers.JoinRequestSerializer
    permission_classes = (IsAuthenticated,)
    pagination_class = ByRequest

    def get_queryset(self) -> QuerySet[JoinRequest]:
        if getattr(self, "swagger_fake_view", False):
            return JoinRequest.objects.none()
        club = _club(self)
        _require(selectors.may_direct(self.request.user, club), "Only the club's directors and organisers see them.")
        return selectors.open_requests(club)


class Answer(APIView):
    """Let in a person who asks, or decline (directors and organisers)."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=serializers.LetInSerializer, responses=serializers.JoinRequestSerializer)
    def post(self, request: Request, slug: str, public_id: str) -> Response:
        given = serializers.LetInSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        user, by = get_object_or_404(User, public_id=public_id), signed_in.user(request)
        try:
            asked = requests.answer_request(
                club=_club(self), user=user, by=by, now=timezone.now(), **given.validated_data
            )
        except JoinRequest.DoesNotExist as gone:
            raise Refused("this request was answered already, or taken back", "answered") from gone
        return Response(serializers.JoinRequestSerializer(asked).data)


class MemberDetail(APIView):
    """DELETE removes a member (organisers), or leaves the club (oneself). Entries, results and ratings stay."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, slug: str, public_id: str) -> Response:
        club, by = _club(self), signed_in.user(request)
        member = get_object_or_404(selectors.players(club), public_id=public_id)
        try:
            if member == by:
                leaving.leave(club=club, user=by, now=timezone.now())
            else:
                leaving.remove(club=club, user=member, by=by, now=timezone.now())
        except services.LastOrganiser as last:
            raise Refused(str(last), "last_organiser") from last
        return Response(status=204)


class Removals(generics.ListAPIView[Removal]):
    """The people whom a club has removed and not let in again, for its directors and organisers."""

    serializer_class = serializers.RemovalSerializer
    permission_classes = (IsAuthenticated,)
    pagination_class = ByRemoval

    def get_queryset(self) -> QuerySet[Removal]:
        if getattr(self, "swagger_fake_view", False):
            return Removal.objects.none()
        club = _club(self)
        _require(selectors.may_direct(self.request.user, club), "Only the club's directors and organisers see them.")
        return selectors.removed(club)


class RemovalDetail(APIView):
    """DELETE lifts a removal: the person may come back like anybody else (directors and organisers)."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, slug: str, public_id: str) -> Response:
        club = _club(self)
        removed = get_object_or_404(selectors.removed(club), user__public_id=public_id)
        leaving.lift_removal(club=club, user=removed.user, by=signed_in.user(request), now=timezone.now())
        return Response(status=204)


class HandOver(APIView):
    """Make another member an organiser in one's own place (organisers)."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=serializers.HandOverSerializer, responses=serializers.MemberSerializer)
    def post(self, request: Request, slug: str) -> Response:
        given = serializers.HandOverSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        club, by = _club(self), signed_in.user(request)
        member = get_object_or_404(selectors.players(club), public_id=given.validated_data["member"])
        try:
            membership = leaving.hand_over(club=club, to=member, by=by, now=timezone.now())
        except services.CannotTakeOver as cannot:
            raise Refused(str(cannot), "cannot_take_over") from cannot
        return Response(serializers.MemberSerializer(membership).data)


class Paste(APIView):
    """Read a list of members, and say what each line means: a name, or a name and an address. With `dry_run` off and
    without problems the whole list is taken, else nothing (directors and organisers)."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=serializers.PasteSerializer, responses=serializers.PastedSerializer)
    def post(self, request: Request, slug: str) -> Response:
        given = serializers.PasteSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        club, by = _club(self), signed_in.user(request)
        try:
            found = pasting.paste(club=club, by=by, now=timezone.now(), **given.validated_data)
        except pasting.CannotPaste as cannot:
            raise Refused(str(cannot), "cannot_paste") from cannot
        return Response(serializers.PastedSerializer(found).data)


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
        except services.CannotTakeOver as cannot:
            raise Refused(str(cannot), "cannot_take_over") from cannot
        return Response(serializers.MemberSerializer(membership).data)


class Approval(APIView):
    """Let the events of a club count for ratings, or stop that (site staff)."""

    permission_classes = (IsAdminUser,)

    @extend_schema(request=serializers.ApprovalSerializer, responses=serializers.ClubSerializer)
    def post(self, request: Request, slug: str) -> Response:
        given = serializers.ApprovalSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        act = services.approve_club if given.validated_data["approved"] else services.withdraw_approval
        act(club=_club(self), by=signed_in.user(request), now=timezone.now())
        return Response(serializers.ClubSerializer(selectors.clubs(with_closed=True).get(slug=slug)).data)


def _club(view: APIView) -> Club:
    return get_object_or_404(Club, slug=view.kwargs["slug"])


def _require(may: bool, whom_to_ask: str) -> None:
    if not may:
        raise PermissionDenied(whom_to_ask)
