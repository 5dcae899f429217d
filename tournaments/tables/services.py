"""Live tables of a tournament: opened for a match or for one board of it, and heard when they are over."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from games import models as game_models
from games import selectors as game_reading
from games import services as games
from games.live import talk
from games.live.terms import CLAIM
from tournaments.models import Match, MatchState, Mode, TeamBoard
from tournaments.selectors import duplicate, lengths
from tournaments.services import duplicate as duplicates
from tournaments.services import results, team_boards


def is_live(match: Match) -> bool:
    """Is this match played at a live table?"""
    mode = match.round.stage.tournament.mode
    return mode == Mode.ONLINE or (mode == Mode.MIXED and match.is_live)


def open_for_match(match: Match, now: datetime) -> None:
    """Set up the live table of a match, or those of its two boards in duplicate by teams. Called with its round
    locked."""
    if duplicate.has_boards(match.round.stage):
        duplicates.set_up_boards(match)
        for board in match.boards.all():
            open_for_board(board, now)
        return
    users = [side.entry.members.all()[0].user for side in match.sides.all()]
    label = _("%(name)s, round %(n)d, table %(table)d") % _said(match)
    match.table, match.state = _opened(match, users, f"{results.REF}{match.public_id}", label, now), MatchState.PLAYING
    match.save(update_fields=["table", "state"])


def open_for_board(board: TeamBoard, now: datetime) -> None:
    """Set up the live table of a board for which both teams have a player. Called with its round locked."""
    users = [member.user for member in (board.first, board.second) if member is not None]
    label = _("%(name)s, round %(n)d, table %(table)d, board %(board)d") % (
        _said(board.match) | {"board": board.number}
    )
    board.table = _opened(board.match, users, f"{team_boards.REF}{board.public_id}", label, now, board.number)
    board.state = MatchState.PLAYING
    board.save(update_fields=["table", "state"])


def table_over(*, table: game_models.Table, now: datetime) -> Match | TeamBoard | None:
    """A live table has ended: record its match or its board, or hand a casual sitting down to the ratings. Running it
    twice changes nothing. Locks the round and the match."""
    if not table.ref.startswith(team_boards.REF):
        return results.table_over(table=table, now=now)
    result = game_reading.result(table)
    return team_boards.table_over(table=table, result=result, now=now) if result is not None else None


def _opened(match: Match, users: Sequence[User], ref: str, label: str, now: datetime, board: int = 1) -> str:
    """Who sits, and what the games floor must know, as plain data; the table's public id."""
    tournament = match.round.stage.tournament
    chosen = tournament.settings
    house = chosen.get("house_level", "")
    seats = [games.SeatSpec(user=user, house_level=house or user.house_level) for user in users]
    decks = duplicate.given_decks(match.round, board)
    table = games.open_table(
        rules_key=tournament.variant,
        seats=seats,
        options=None if chosen.get("laws", "strict") == "strict" else {"laws": chosen["laws"]},
        ref=ref,
        label=label,
        settings={
            "aids": chosen.get("aids", "full"),
            "clock": chosen.get("clock"),
            "gone": chosen.get("gone", CLAIM),
            "pace": chosen.get("pace", "people"),
            "chat": chosen.get("chat", talk.DEFAULT),
            "spectators": chosen.get("spectators", True),
            "delay": chosen.get("delay", "none"),
            "shuffle": "server" if decks or all(seat.house_level for seat in seats) else "players",
            "tournament": tournament.public_id,
            "round": match.round.number,
            **lengths.played_to(match),
        },
        decks=decks,
        now=now,
    )
    return table.public_id


def _said(match: Match) -> dict[str, object]:
    return {"name": match.round.stage.tournament.name, "n": match.round.number, "table": match.table_no}
