"""Open events under /api/v1/: arenas that are not over, and sit-and-gos that wait for players. Open one, join it or
take a seat, pause or leave it."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import signed_in
from games import engine
from tournaments.event.api import SIGNED_IN, Reading, attempt, validated
from tournaments.models import Arena, SitAndGo, SitAndGoKind
from tournaments.open_events.selectors import arena_tables, waiting
from tournaments.open_events.services import arenas, sit_and_gos


class ArenaSerializer(serializers.ModelSerializer[Arena]):
    """An arena. `rules` is a key of the variants, `clock` that of each game, `length` empty for one game to the
    target."""

    id = serializers.CharField(source="public_id", read_only=True)
    name = serializers.CharField(source="__str__", read_only=True)
    by = serializers.CharField(source="by.public_id", read_only=True)
    clock = serializers.JSONField(read_only=True)
    joined = serializers.IntegerField(read_only=True)

    class Meta:
        model = Arena
        fields = (
            "id", "name", "rules", "length", "clock", "is_rated", "by", "starts_at", "ends_at",
            "cancelled_at", "joined",
        )  # fmt: skip
        read_only_fields = fields


class NewArenaSerializer(serializers.Serializer[Any]):
    """The fields of a new arena, with the minutes until it starts and the minutes that it lasts."""

    name = serializers.CharField(max_length=arenas.LONGEST_NAME)
    rules = serializers.CharField(max_length=engine.KEY_LETTERS)
    clock = serializers.JSONField(help_text="bank_s, increment_s and move_s, in seconds.")
    minutes = serializers.ChoiceField(arenas.MINUTES)
    starts_in = serializers.ChoiceField(arenas.STARTS_IN)
    length = serializers.ChoiceField(arenas.LENGTHS, default="")
    is_rated = serializers.BooleanField(default=False)


class ArenaRowSerializer(serializers.Serializer[Any]):
    """A line of the table; `table` is the live table at which the player sits now."""

    place = serializers.IntegerField()
    player = serializers.CharField(source="player.user.public_id")
    name = serializers.CharField(source="player.user.name")
    points = serializers.IntegerField(source="player.points")
    games = serializers.IntegerField(source="player.games")
    wins = serializers.IntegerField(source="player.wins")
    streak = serializers.IntegerField(source="player.streak")
    table = serializers.CharField()


class ArenaPlaceSerializer(serializers.Serializer[Any]):
    """One's own place: whether one waits for a game, and the table of the current game."""

    waits = serializers.BooleanField()
    table = serializers.CharField()


class Arenas(Reading):
    """Arenas that are not over, the next first."""

    serializer_class = ArenaSerializer

    def get_queryset(self) -> QuerySet[Arena]:
        return arena_tables.to_come(timezone.now()) if self.action == "list" else arena_tables.arenas()

    @extend_schema(request=NewArenaSerializer, responses={201: ArenaSerializer})
    def create(self, request: Request) -> Response:
        """Open an arena, and join it."""
        data = validated(NewArenaSerializer, request)
        made = attempt(lambda: arenas.open_arena(**signed_in.asked(request), **data))
        return Response(ArenaSerializer(arena_tables.arenas().get(pk=made.pk)).data, status=201)

    @extend_schema(responses=ArenaRowSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None)
    def table(self, request: Request, public_id: str) -> Response:
        """The table: points, then wins, then fewer games."""
        return Response(ArenaRowSerializer(arena_tables.table_of(self.get_object()), many=True).data)

    @extend_schema(request=None, responses=ArenaPlaceSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def join(self, request: Request, public_id: str) -> Response:
        """Join, or say that one still waits: ask every few seconds. A player who has not asked for 15 seconds is not
        paired. `table` is set once the next game is on."""
        arena, user, now = self.get_object(), signed_in.user(request), timezone.now()
        player = attempt(lambda: arenas.join(arena=arena, user=user, now=now))
        game = arenas.keep_waiting(player=player, now=now)
        return Response({"waits": game is None, "table": game.table.public_id if game else ""})

    @extend_schema(request=None, responses={204: None})
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def pause(self, request: Request, public_id: str) -> Response:
        """Stop waiting for further games."""
        arenas.pause(arena=self.get_object(), user=signed_in.user(request))
        return Response(status=204)


class SitAndGoSerializer(serializers.ModelSerializer[SitAndGo]):
    """A sit-and-go: the people who wait (public ids), and its tournament once that has begun."""

    id = serializers.CharField(source="public_id", read_only=True)
    clock = serializers.JSONField(read_only=True)
    players = serializers.SerializerMethodField()
    tournament = serializers.CharField(source="tournament.public_id", read_only=True, allow_null=True, default=None)

    class Meta:
        model = SitAndGo
        fields = ("id", "rules", "kind", "seats", "clock", "opened_at", "closed_at", "players", "tournament")
        read_only_fields = fields

    def get_players(self, found: SitAndGo) -> list[str]:
        return [user.public_id for user in waiting.seated(found)]


class NewSitAndGoSerializer(serializers.Serializer[Any]):
    """The fields of a new sit-and-go."""

    rules = serializers.CharField(max_length=engine.KEY_LETTERS)
    kind = serializers.ChoiceField(SitAndGoKind.choices, default=SitAndGoKind.CUP)
    seats = serializers.ChoiceField(sit_and_gos.SEATS)
    clock = serializers.JSONField(help_text="bank_s, increment_s and move_s, in seconds.")


class SitAndGos(Reading):
    """Sit-and-gos for which somebody waits, the fullest first."""

    serializer_class = SitAndGoSerializer
    pagination_class = None

    def get_queryset(self) -> QuerySet[SitAndGo]:
        return waiting.sit_and_gos()

    @extend_schema(responses=SitAndGoSerializer(many=True), filters=False)
    def list(self, request: Request) -> Response:
        """List those for which somebody waits now."""
        return Response(SitAndGoSerializer(waiting.that_wait(timezone.now()), many=True).data)

    @extend_schema(request=NewSitAndGoSerializer, responses={201: SitAndGoSerializer})
    def create(self, request: Request) -> Response:
        """Open one and take its first seat."""
        data = validated(NewSitAndGoSerializer, request)
        made = attempt(lambda: sit_and_gos.open_sit_and_go(**signed_in.asked(request), **data))
        return Response(SitAndGoSerializer(made).data, status=201)

    @extend_schema(request=None, responses=SitAndGoSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def sit(self, request: Request, public_id: str) -> Response:
        """Take a seat, or say that one still waits: ask every few seconds. A player who has not asked for a minute has
        left. With the last seat the tournament begins."""
        found, user, now = self.get_object(), signed_in.user(request), timezone.now()
        return Response(
            SitAndGoSerializer(attempt(lambda: sit_and_gos.take_seat(found=found, user=user, now=now))).data
        )

    @extend_schema(request=None, responses={204: None})
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def leave(self, request: Request, public_id: str) -> Response:
        """Leave one's seat."""
        sit_and_gos.stand_up(found=self.get_object(), user=signed_in.user(request), now=timezone.now())
        return Response(status=204)
