"""API views for the page of a table, for whoever looks at it: a signed-in player, a guest of this browser, or a
watcher. They accept no token, because they act for the player at the table."""

from collections.abc import Callable
from typing import Any

from django.core.cache import cache
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from accounts import guests
from accounts.api_tokens.authentication import TokenAuthentication
from accounts.models import User
from doors.api.problems import Refused
from doors.api.scopes import needs
from doors.limits import Hints
from games import permissions, selectors, serializers
from games.live import wire
from games.live.finished import hindsight
from games.live.setup import terms
from games.live.talk import asides, talk_rows
from games.models import Table
from games.services import gatherings, lessons, tables, talking

SEEN_KEPT_S = 60  # seconds for which a finished deal as watchers saw it, which never changes, is kept


class AtTable(APIView):
    """A view for a table's page. No cache may store its answers."""

    authentication_classes = (TokenAuthentication, guests.GuestSession)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Mark the answer as one that no cache may keep."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer["Cache-Control"] = "no-store"
        return answer


class DealAtTable(AtTable):
    """A finished deal of a sitting, numbered through all its games, as this visitor saw it."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    @needs(None)
    def get(self, request: Request, public_id: str, number: int) -> HttpResponse:
        """Answer with the deal. 404 while it is played, and for watchers with a delay until they have seen it to the
        end."""
        found, seat = permissions.at_table(request, public_id)
        key = f"deal-seen:{public_id}:{number}" if seat is None else ""
        text = cache.get(key) if key else None
        if text is None:
            seen = hindsight.deal_seen(found, number, seat)
            if seen is None:
                raise NotFound
            text = wire.pack(seen).decode()
            if key:
                cache.set(key, text, SEEN_KEPT_S)
        return HttpResponse(text, content_type="application/json")


class LessonAtTable(AtTable):
    """The lesson at a table."""

    @extend_schema(responses=serializers.LessonSerializer)
    @needs(None)
    def get(self, request: Request, public_id: str) -> Response:
        """Answer with what the lesson tells the person who sits there, and the version `v` that it is about."""
        return _learnt(request, public_id, lessons.told)


class HintAtTable(AtTable):
    """A hint for a person who practises against the house."""

    throttle_classes = (Hints,)

    @extend_schema(responses=serializers.HintSerializer)
    @needs(None)
    def get(self, request: Request, public_id: str) -> Response:
        """Answer with what the house would do now, and why, and the version `v`; `now` is null if it is not one's
        turn."""
        return _learnt(request, public_id, lessons.hint)


def _learnt(request: Request, public_id: str, told: Callable[..., dict[str, Any]]) -> Response:
    found = selectors.table(public_id)
    if found is None:
        raise NotFound
    try:
        return Response(told(table=found, user=guests.player_of(request)))
    except lessons.NoLesson as refused:
        raise NotFound(str(refused)) from refused


class Rematch(AtTable):
    """A rematch after a casual table, for the people who sat there."""

    @extend_schema(responses=serializers.RematchSerializer)
    @needs(None)
    def get(self, request: Request, public_id: str) -> Response:
        """Answer with who wants a rematch, and with the next table once all agree."""
        return Response(_rematch(self._sat(request, public_id)[0]))

    @extend_schema(request=serializers.RematchWishSerializer, responses=serializers.RematchSerializer)
    @needs(None)
    def post(self, request: Request, public_id: str) -> Response:
        """Offer, accept or decline a rematch, or take back one's own offer."""
        table, player = self._sat(request, public_id)
        wish = _given(serializers.RematchWishSerializer, request)
        try:
            if wish["do"] == "refuse":
                gatherings.refuse_rematch(table=table, user=player)
            else:
                gatherings.offer_rematch(table=table, user=player, now=timezone.now())
        except tables.CannotSit as refused:
            raise Refused(str(refused), "no_rematch") from refused
        return Response(_rematch(table))

    def _sat(self, request: Request, public_id: str) -> tuple[Table, User]:
        found, player = selectors.table(public_id), guests.player_of(request)
        if found is None or player is None or selectors.seat_of(found, player) is None or found.ref:
            raise Http404
        return found, player


def _rematch(table: Table) -> dict[str, Any]:
    """The seats that want a rematch, the seat that declines, and the address of the next table once all agree."""
    found = selectors.rematch(table)
    letters = {at.user_id: terms.LETTERS[at.seat] for at in table.seats.all()}
    return {
        "wish": [terms.LETTERS[place.seat] for place in found.places.all()] if found else [],
        "declined": letters.get(found.declined_by_id) if found and found.declined_by_id else None,
        "table": reverse("games:table", args=[found.table.public_id]) if found and found.table else None,
    }


class Talk(AtTable):
    """The chat at a table."""

    @extend_schema(responses=serializers.TalkSerializer)
    @needs(None)
    def get(self, request: Request, public_id: str) -> Response:
        """Answer with the chat as a player at the table sees it, or as a watcher with an account does; 404 for
        others."""
        return self._standing(*self._heard_by(request, public_id))

    def _heard_by(self, request: Request, public_id: str) -> tuple[Table, int | None, User]:
        """The table, the seat (None: a watcher) and the person. Raises Http404 for a person who hears nothing there."""
        found, seat = permissions.at_table(request, public_id)
        player = guests.player_of(request)
        if player is None or (seat is None and not permissions.talks_aside(request, found)):
            raise Http404
        return found, seat, player

    def _standing(self, found: Table, seat: int | None, player: User) -> Response:
        return Response(asides.standing(found, player) if seat is None else talk_rows.standing(found, seat))

    def _about(self, found: Table, seat: int | None, named: str) -> User:
        about = selectors.at_seat(found, named) if seat is not None else asides.speaker(found, named)
        if about is None:
            raise Http404
        return about


class MuteAtTable(Talk):
    """Mute a person at tables."""

    http_method_names = ["post", "options"]

    @extend_schema(request=serializers.MuteSerializer, responses=serializers.TalkSerializer)
    @needs(None)
    def post(self, request: Request, public_id: str) -> Response:
        """Mute or unmute somebody for one's own account, at every table; the answer is the chat afterwards."""
        found, seat, player = self._heard_by(request, public_id)
        wish = _given(serializers.MuteSerializer, request)
        about = self._about(found, seat, wish["seat"])
        try:
            talking.mute(of=about, is_muted=wish["muted"], by=player, now=timezone.now())
        except talking.NotHeard as refused:
            raise Refused(str(refused), "not_heard") from refused
        return self._standing(found, seat, player)


class ReportFromTable(Talk):
    """Report somebody to the officials of the site. At a table of a tournament a player reports to its director."""

    http_method_names = ["post", "options"]

    @extend_schema(request=serializers.TableReportSerializer, responses={201: serializers.TalkSerializer})
    @needs(None)
    def post(self, request: Request, public_id: str) -> Response:
        """Report a player of a casual table, or a watcher, with the lines heard last."""
        found, seat, player = self._heard_by(request, public_id)
        if found.ref and seat is not None:
            raise Http404
        wish = _given(serializers.TableReportSerializer, request)
        about = self._about(found, seat, wish["seat"])
        try:
            talking.report_conduct(table=found, about=about, words=wish["words"], by=player, now=timezone.now())
        except talking.NotHeard as refused:
            raise Refused(str(refused), "not_heard") from refused
        answer = self._standing(found, seat, player)
        answer.status_code = 201
        return answer


def _given(kind: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    given = kind(data=request.data)
    given.is_valid(raise_exception=True)
    found: dict[str, Any] = given.validated_data
    return found
