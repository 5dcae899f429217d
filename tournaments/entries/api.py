"""Entries over the API: make, correct, check in, withdraw and remove them; import a roster, enter members, read the
door list."""

from collections.abc import Callable
from typing import Any

import django_filters
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import signed_in
from accounts.models import User
from tournaments import errors
from tournaments.entries import selectors, serializers
from tournaments.entries.services import changing, entering, paying, ticking, waiting
from tournaments.event import permissions
from tournaments.event.api import SIGNED_IN, Reading, attempt, validated
from tournaments.event.serializers import ReasonSerializer
from tournaments.models import Entry, Tournament


class EntryDoors:
    """The entrants of a tournament: roster, members, check-in, door list; mixed into the tournaments."""

    get_object: Any

    @extend_schema(responses=serializers.DoorLineSerializer(many=True), filters=False)
    @action(detail=True, permission_classes=SIGNED_IN, pagination_class=None)
    def door(self, request: Request, public_id: str) -> Response:
        """The door list: who has paid (directors)."""
        lines = selectors.door(self._directed(request)).lines
        return Response(serializers.DoorLineSerializer(lines, many=True).data)

    @extend_schema(request=serializers.TickedSerializer, responses=serializers.EnteredSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN, url_path="entries/members")
    def enter_members(self, request: Request, public_id: str) -> Response:
        """Enter members of the club who are not entered yet, together: all or none (directors)."""
        tournament = self._directed(request)
        data = validated(serializers.TickedSerializer, request)
        done = attempt(lambda: ticking.enter_members(tournament=tournament, **signed_in.asked(request), **data))
        return Response(serializers.EnteredSerializer(done).data)

    @extend_schema(request=serializers.RemovedSerializer, responses=serializers.EntrySerializer)
    @action(detail=True, methods=["post"], url_path="entries/put-back", permission_classes=SIGNED_IN)
    def put_back(self, request: Request, public_id: str) -> Response:
        """Restore an entry that was removed in the last ten minutes (directors)."""
        tournament = self._directed(request)
        said = validated(serializers.RemovedSerializer, request)
        entry = attempt(lambda: changing.put_back(tournament=tournament, **signed_in.asked(request), **said))
        return Response(serializers.EntrySerializer(entry).data)

    @extend_schema(request=serializers.RosterSerializer, responses=serializers.ReportSerializer)
    @action(detail=True, methods=["post"], url_path="entries/import", permission_classes=SIGNED_IN)
    def roster(self, request: Request, public_id: str) -> Response:
        """Enter a roster, all of it or nothing; a dry run by default."""
        tournament = self._directed(request)
        data = validated(serializers.RosterSerializer, request)
        report = attempt(lambda: entering.import_entries(tournament=tournament, **signed_in.asked(request), **data))
        return Response(serializers.ReportSerializer(_plain(report)).data)

    @extend_schema(request=None, responses=serializers.CheckedInSerializer)
    @action(detail=True, methods=["post"], url_path="entries/check-in", permission_classes=SIGNED_IN)
    def check_in_all(self, request: Request, public_id: str) -> Response:
        """Check in everybody who is entered."""
        tournament = self._directed(request)
        count = attempt(lambda: entering.check_in_all(tournament=tournament, **signed_in.asked(request)))
        return Response({"checked_in": count})

    def _directed(self, request: Request) -> Tournament:
        tournament: Tournament = self.get_object()
        permissions.require_director(request.user, tournament)
        return tournament


class EntryFilter(django_filters.FilterSet):
    """By tournament, status and player (public ids)."""

    tournament = django_filters.CharFilter(field_name="tournament__public_id")
    player = django_filters.CharFilter(field_name="members__user__public_id")

    class Meta:
        model = Entry
        fields = ("tournament", "status", "player")


class Entries(Reading):
    """Entries of all tournaments."""

    serializer_class = serializers.EntrySerializer
    filterset_class = EntryFilter

    def get_queryset(self) -> QuerySet[Entry]:
        return Entry.objects.select_related("tournament__club").prefetch_related("members__user")

    @extend_schema(
        request=serializers.NewEntrySerializer,
        responses={201: serializers.EntrySerializer},
        parameters=[OpenApiParameter("tournament", str, required=True, description="public id")],
    )
    def create(self, request: Request) -> Response:
        """Enter somebody (officials), or oneself by one's own id, then without a rating, because only officials give
        ratings."""
        tournament = get_object_or_404(Tournament, public_id=request.query_params.get("tournament", ""))
        data = validated(serializers.NewEntrySerializer, request)
        player = data.pop("player")
        user = get_object_or_404(User, public_id=player) if player else None
        if user != request.user or data["rating"] is not None or data["house"]:
            permissions.require_director(request.user, tournament)
        entry = attempt(lambda: _enter(tournament=tournament, user=user, **signed_in.asked(request), **data))
        return Response(self.get_serializer(entry).data, status=201)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], url_path="check-in", permission_classes=SIGNED_IN)
    def check_in(self, request: Request, public_id: str) -> Response:
        """Check the entry in."""
        return self._act(request, entering.check_in)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], url_path="undo-check-in", permission_classes=SIGNED_IN)
    def undo_check_in(self, request: Request, public_id: str) -> Response:
        """Undo the check-in."""
        return self._act(request, entering.undo_check_in)

    @extend_schema(request=ReasonSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def withdraw(self, request: Request, public_id: str) -> Response:
        """Withdraw the entry; its results stay."""
        return self._act(request, entering.withdraw, **validated(ReasonSerializer, request))

    @extend_schema(responses=serializers.LeavingSerializer)
    @withdraw.mapping.get
    def withdrawal(self, request: Request, public_id: str) -> Response:
        """What becomes of the match that the entry still has to play, if it withdraws now; empty without such a
        match."""
        entry = self.get_object()
        if not entry.members.filter(user=signed_in.user(request)).exists():
            permissions.require_director(request.user, entry.tournament)
        said = selectors.leaving(entry.tournament, entry).get(entry.pk, "")
        return Response(serializers.LeavingSerializer({"says": said}).data)

    @extend_schema(request=serializers.EntryChangeSerializer, responses=serializers.EntrySerializer)
    def partial_update(self, request: Request, public_id: str) -> Response:
        """Correct the name, the rating or the club of an entry (officials)."""
        entry = self.get_object()
        permissions.require_director(request.user, entry.tournament)
        data = validated(serializers.EntryChangeSerializer, request)
        attempt(lambda: changing.change_entry(entry=entry, **signed_in.asked(request), **data))
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(responses={200: serializers.RemovedSerializer})
    def destroy(self, request: Request, public_id: str) -> Response:
        """Remove an entry before the tournament has begun (officials); afterwards an entry can only withdraw. For ten
        minutes `undo` puts it back."""
        entry = self.get_object()
        permissions.require_director(request.user, entry.tournament)
        undo = attempt(lambda: changing.remove_entry(entry=entry, **signed_in.asked(request)))
        return Response({"undo": undo})

    @extend_schema(request=serializers.PaidSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def paid(self, request: Request, public_id: str) -> Response:
        """Mark that an entry has paid the fee, or remove the mark (directors)."""
        return self._officially(request, paying.set_paid, **validated(serializers.PaidSerializer, request))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def admit(self, request: Request, public_id: str) -> Response:
        """Enter an entry from the waiting list although all places are taken (directors)."""
        return self._officially(request, waiting.admit)

    def _officially(self, request: Request, service: Callable[..., Any], **facts: Any) -> Response:
        entry = self.get_object()
        permissions.require_director(request.user, entry.tournament)
        attempt(lambda: service(entry=entry, **signed_in.asked(request), **facts))
        return Response(self.get_serializer(self.get_object()).data)

    def _act(self, request: Request, service: Callable[..., Any], **facts: Any) -> Response:
        entry = self.get_object()
        if all(member.user_id != request.user.pk for member in entry.members.all()):
            permissions.require_director(request.user, entry.tournament)
        attempt(lambda: service(entry=entry, **signed_in.asked(request), **facts))
        return Response(self.get_serializer(self.get_object()).data)


def _enter(**facts: Any) -> Entry:
    if facts["user"] is None and not facts["house"] and not facts["name"].strip():
        raise errors.Invalid("name", _("A name, or the id of a player."))
    try:
        return entering.enter(**facts)
    except ValueError as bad:
        raise errors.Invalid("name", str(bad)) from bad


def _plain(report: entering.ImportReport) -> dict[str, Any]:
    return {
        "is_done": report.is_done,
        "digest": report.digest,
        "entered": report.entered,
        "lines": [
            {"line": line.line, "name": line.name, "status": line.status, "note": line.note} for line in report.lines
        ],
        "problems": [{"line": problem.line, "text": problem.text} for problem in report.problems],
        "notes": [{"line": note.line, "text": note.text} for note in report.notes],
        "without_account": list(report.away),
    }
