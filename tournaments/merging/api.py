"""Merging and claims under /api/v1/: a name without a login becomes another person."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import signed_in
from clubs import selectors as clubs
from clubs.models import Claim, Club
from clubs.serializers import InvitationSerializer
from clubs.services.rights import require_organiser
from tournaments.entries.serializers import RemovedSerializer
from tournaments.event import permissions
from tournaments.event.api import SIGNED_IN, attempt, validated
from tournaments.merging import selectors
from tournaments.merging.services import claims, inviting, merging, same_person


class MergeSerializer(serializers.Serializer[Any]):
    """The name, and the person it becomes."""

    name = serializers.CharField(max_length=12, help_text="Id of a member without a login.")
    into = serializers.CharField(max_length=12, help_text="Id of the member who is the same person.")
    dry_run = serializers.BooleanField(default=True)
    seen = serializers.CharField(
        default="", allow_blank=True, max_length=16, help_text="The digest of the preview: exactly that is done."
    )


class MovedSerializer(serializers.Serializer[Any]):
    """An event whose entry moves to the other person."""

    event = serializers.CharField()
    slug = serializers.CharField()
    decided = serializers.IntegerField()


class MergedSerializer(serializers.Serializer[Any]):
    """The effects of a merge: events and rated matches that move, and what prevents it."""

    events = MovedSerializer(many=True)
    matches = serializers.IntegerField()
    obstacles = serializers.ListField(child=serializers.CharField())
    digest = serializers.CharField()


class ClaimCodeSerializer(serializers.Serializer[Any]):
    """The code that was printed for a name."""

    code = serializers.CharField(max_length=20)


class ClaimSerializer(serializers.ModelSerializer[Claim]):
    """A claim to a name, and its answer (null: none yet)."""

    name = serializers.CharField(source="name.name", read_only=True)
    id = serializers.CharField(source="name.public_id", read_only=True)

    class Meta:
        model = Claim
        fields = ("id", "name", "asked_at", "answered_at", "is_accepted")
        read_only_fields = fields


class Merging(APIView):
    """Make a name without a login and another member one person (organisers): preview it, then do it. It cannot be
    undone. Refused if both played in the same event."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=MergeSerializer, responses=MergedSerializer)
    def post(self, request: Request, slug: str) -> Response:
        club, by = get_object_or_404(Club, slug=slug), signed_in.user(request)
        require_organiser(club, by)
        data = validated(MergeSerializer, request)
        name = get_object_or_404(clubs.players(club), public_id=data["name"])
        into = get_object_or_404(clubs.players(club), public_id=data["into"])
        if data["dry_run"]:
            return Response(MergedSerializer(selectors.merge_of(name=name, into=into, by=by, club=club)).data)
        facts = {"club": club, "name": name, "into": into, "by": by, "now": timezone.now(), "seen": data["seen"]}
        return Response(MergedSerializer(attempt(lambda: merging.merge(**facts))).data)


class Claims(APIView):
    """Claim a name as one's own by its printed code; an organiser of its club has to agree."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=ClaimCodeSerializer, responses={202: ClaimSerializer})
    def post(self, request: Request) -> Response:
        data = validated(ClaimCodeSerializer, request)
        made = attempt(lambda: claims.claim(by=signed_in.user(request), now=timezone.now(), **data))
        return Response(ClaimSerializer(made).data, status=202)


class SameAsSerializer(serializers.Serializer[Any]):
    """The person whom the name of an entry means."""

    player = serializers.CharField(max_length=12, help_text="Public id of a person of the club.")


class EntryInvitations:
    """Invite the people of an entry who are only names, or say who they are; mixed into the entries."""

    get_object: Any

    @extend_schema(request=SameAsSerializer, responses={200: RemovedSerializer})
    @action(detail=True, methods=["post"], url_path="same-as", permission_classes=SIGNED_IN)
    def same_as(self, request: Request, public_id: str) -> Response:
        """Say that the name of an entry means another person of the club (organisers). If both are entered, the entry
        is removed, and for ten minutes `undo` puts it back; else it becomes theirs, for good, and `undo` is empty."""
        entry = self.get_object()
        permissions.require_director(request.user, entry.tournament)
        player = validated(SameAsSerializer, request)["player"]
        into = get_object_or_404(clubs.players(entry.tournament.club), public_id=player)
        undo = attempt(lambda: same_person.same_as(entry=entry, into=into, **signed_in.asked(request)))
        return Response({"undo": undo})

    @extend_schema(request=None, responses={204: None})
    @action(detail=True, methods=["post"], url_path="two-people", permission_classes=SIGNED_IN)
    def two_people(self, request: Request, public_id: str) -> Response:
        """Say that an entry is another person than whoever has a like name in the club (directors)."""
        entry = self.get_object()
        permissions.require_director(request.user, entry.tournament)
        attempt(lambda: same_person.tell_apart(entry=entry, **signed_in.asked(request)))
        return Response(status=204)

    @extend_schema(request=None, responses={202: InvitationSerializer(many=True)})
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN, pagination_class=None)
    def invite(self, request: Request, public_id: str) -> Response:
        """Invite the people of an entry who have no account to the club (directors): by mail if an address is known,
        else by the link in the answer."""
        entry = self.get_object()
        permissions.require_director(request.user, entry.tournament)
        made = attempt(lambda: inviting.invite_people(entry=entry, **signed_in.asked(request)))
        return Response(InvitationSerializer(made, many=True, context={"request": request}).data, status=202)
