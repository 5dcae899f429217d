"""Correct entries over the API: change name, rating and club; remove, admit, mark as paid; read the door list."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as drf
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import signed_in
from tournaments.entries import selectors
from tournaments.entries.services import changing, paying, ticking, waiting
from tournaments.event import permissions, serializers
from tournaments.event.api import SIGNED_IN, attempt, validated


class DoorList:
    """The door list, which says who has paid; a mixin of the viewset of tournaments."""

    get_object: Any

    @extend_schema(responses=serializers.DoorLineSerializer(many=True), filters=False)
    @action(detail=True, permission_classes=SIGNED_IN, pagination_class=None)
    def door(self, request: Request, public_id: str) -> Response:
        """The door list: who has paid (directors)."""
        tournament = self.get_object()
        permissions.require_director(request.user, tournament)
        lines = selectors.door(tournament).lines
        return Response(serializers.DoorLineSerializer(lines, many=True).data)


class TickedSerializer(drf.Serializer[Any]):
    """Members of the tournament's club."""

    people = drf.ListField(child=drf.CharField(max_length=12), max_length=ticking.MOST, help_text="Ids of members.")


class EnteredSerializer(drf.Serializer[Any]):
    """What came of entering members: the new entries, and how many were in already."""

    entries = serializers.EntrySerializer(many=True)
    known = drf.IntegerField()


class MembersEntered:
    """Tonight's players; a mixin of the viewset of tournaments."""

    get_object: Any

    @extend_schema(request=TickedSerializer, responses=EnteredSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN, url_path="entries/members")
    def enter_members(self, request: Request, public_id: str) -> Response:
        """Enter members of the club who are not in yet, in one go: all or none (directors)."""
        tournament = self.get_object()
        permissions.require_director(request.user, tournament)
        data = validated(TickedSerializer, request)
        done = attempt(lambda: ticking.enter_members(tournament=tournament, **signed_in.asked(request), **data))
        return Response(EnteredSerializer(done).data)


class RemovedSerializer(drf.Serializer[Any]):
    """With `undo` an entry that was taken out comes back as it was."""

    undo = drf.CharField(max_length=20_000)


class PuttingBack:
    """Undoing the removal of an entry; mixed into the tournaments."""

    get_object: Any

    @extend_schema(request=RemovedSerializer, responses=serializers.EntrySerializer)
    @action(detail=True, methods=["post"], url_path="entries/put-back", permission_classes=SIGNED_IN)
    def put_back(self, request: Request, public_id: str) -> Response:
        """Put an entry back that was taken out in the last ten minutes (directors)."""
        tournament = self.get_object()
        permissions.require_director(request.user, tournament)
        said = validated(RemovedSerializer, request)
        entry = attempt(lambda: changing.put_back(tournament=tournament, **signed_in.asked(request), **said))
        return Response(serializers.EntrySerializer(entry).data)


class EntryChanges:
    """Corrections by officials; a mixin of the viewset of entries."""

    get_object: Any
    get_serializer: Any

    @extend_schema(request=serializers.EntryChangeSerializer, responses=serializers.EntrySerializer)
    def partial_update(self, request: Request, public_id: str) -> Response:
        """Put the name, the rating or the club of an entry right (officials)."""
        entry = self.get_object()
        permissions.require_director(request.user, entry.tournament)
        data = validated(serializers.EntryChangeSerializer, request)
        attempt(lambda: changing.change_entry(entry=entry, **signed_in.asked(request), **data))
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(responses={200: RemovedSerializer})
    def destroy(self, request: Request, public_id: str) -> Response:
        """Take an entry out before the tournament has begun (officials); afterwards it withdraws. For ten minutes
        `undo` puts it back."""
        entry = self.get_object()
        permissions.require_director(request.user, entry.tournament)
        undo = attempt(lambda: changing.remove_entry(entry=entry, **signed_in.asked(request)))
        return Response({"undo": undo})

    @extend_schema(request=serializers.PaidSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def paid(self, request: Request, public_id: str) -> Response:
        """Tick that an entry has paid the fee, or take the tick back (directors)."""
        return self._officially(request, paying.set_paid, **validated(serializers.PaidSerializer, request))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def admit(self, request: Request, public_id: str) -> Response:
        """Let an entry in from the waiting list although all places are taken (directors)."""
        return self._officially(request, waiting.admit)

    def _officially(self, request: Request, service: Callable[..., Any], **facts: Any) -> Response:
        entry = self.get_object()
        permissions.require_director(request.user, entry.tournament)
        attempt(lambda: service(entry=entry, **signed_in.asked(request), **facts))
        return Response(self.get_serializer(self.get_object()).data)
