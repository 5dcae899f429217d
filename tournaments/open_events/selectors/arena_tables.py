"""Read arenas: those to come, under way and over; the table of one; what its players are doing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, F, Q, QuerySet

from accounts.models import User
from tournaments.models import Arena, ArenaGame, ArenaPlayer
from tournaments.pairing.on_the_spot import Score

GONE = timedelta(seconds=15)  # whose page has not asked for so long has left
LATELY = timedelta(days=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of the table. `table` is the live table (public id) at which the player sits now, else empty; `last` are
    the points of their latest games, the newest first, each with whether it was won (None: drawn)."""

    place: int
    player: ArenaPlayer
    table: str
    last: tuple[tuple[int, bool | None], ...]


def score_of(player: ArenaPlayer) -> Score:
    """A player's score in the form of the core."""
    return Score(points=player.points, games=player.games, wins=player.wins, streak=player.streak)


def arenas() -> QuerySet[Arena]:
    """All arenas, with the number of people who joined each (`joined`)."""
    return Arena.objects.select_related("by").annotate(joined=Count("players"))


def to_come(now: datetime) -> QuerySet[Arena]:
    """Those that have not ended, the next first."""
    return arenas().filter(ends_at__gt=now, cancelled_at=None).order_by("starts_at", "pk")


def over_lately(now: datetime, most: int = 20) -> Sequence[Arena]:
    """Those that ended in the last two days and had a game, the latest first."""
    ended = arenas().filter(ends_at__lte=now, ends_at__gt=now - LATELY, cancelled_at=None)
    return list(ended.filter(games__isnull=False).distinct().order_by("-ends_at", "-pk")[:most])


def place_of(arena: Arena, user: User | None) -> ArenaPlayer | None:
    """The place of a person in an arena; None if they did not join."""
    return None if user is None else ArenaPlayer.objects.filter(arena=arena, user=user).first()


def running(arena: Arena) -> QuerySet[ArenaGame]:
    """The games of an arena that are being played."""
    return ArenaGame.objects.filter(arena=arena, over_at=None).select_related("table")


def game_of(player: ArenaPlayer) -> ArenaGame | None:
    """The game that a player plays now."""
    return running(player.arena).filter(Q(first=player) | Q(second=player)).first()


def table_of(arena: Arena, most: int = 200) -> list[Row]:
    """The first `most` lines of the table of an arena."""
    players = sorted(arena.players.select_related("user"), key=lambda one: (*score_of(one).key, one.pk))
    sitting: dict[int, str] = {}
    last: dict[int, list[tuple[int, bool | None]]] = {}
    for game in ArenaGame.objects.filter(arena=arena).select_related("table").order_by(F("over_at").desc(), "-pk"):
        sides = ((game.first_id, 0, game.first_points), (game.second_id, 1, game.second_points))
        for key, side, points in sides:
            if game.over_at is None:
                sitting[key] = game.table.public_id
            else:
                won = None if game.winner is None else game.winner == side
                last.setdefault(key, []).append((points, won))
    rows: list[Row] = []
    for number, player in enumerate(players[:most], 1):
        shares = rows and score_of(rows[-1].player).key == score_of(player).key
        place = rows[-1].place if shares else number
        games = tuple(last.get(player.pk, ())[:8])
        rows.append(Row(place=place, player=player, table=sitting.get(player.pk, ""), last=games))
    return rows
