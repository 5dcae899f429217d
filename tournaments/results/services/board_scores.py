"""The score of a board of a team match, and the score of the match from its boards."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from accounts.models import User
from audit import services as audit
from tournaments.formats import TeamTerms
from tournaments.matches.services import Score, opposite
from tournaments.models import TeamBoard
from tournaments.pairing import Kind
from tournaments.standings.selectors.words import typed_result

RATED = (Kind.PLAYED, Kind.ABANDONED, Kind.ADJUSTED)


def put_score(board: TeamBoard, score: Score, terms: TeamTerms) -> None:
    """Let a board in memory have this score; nothing is saved."""
    board.first_points, board.second_points = terms.board_table.points(score.kind, score.outcome)
    board.first_game_points, board.second_game_points = score.game_points or (0, 0)
    board.first_games, board.second_games = score.games or (None, None)
    board.result_kind, board.margin, board.deals = score.kind, score.margins[0], score.deals


def write_board(board: TeamBoard, score: Score, terms: TeamTerms, at: datetime, state: str, by: User | None) -> None:
    """Put a score into a board. Called with its match locked."""
    put_score(board, score, terms)
    board.state, board.finished_at, board.entered_by = state, at, by
    board.version += 1
    board.save()


def score_of(boards: Sequence[TeamBoard]) -> Score:
    """The score of a match from all its boards: the side with more board points wins, and game points and margin are
    sums. A match without a played board is a forfeit."""
    first, second = (sum(getattr(board, f"{side}_points") or 0 for board in boards) for side in ("first", "second"))
    is_played = any(board.result_kind in RATED for board in boards)
    winner = None if first == second else int(second > first)
    unplayed = Kind.DOUBLE_FORFEIT if winner is None else Kind.FORFEIT
    return Score(
        kind=Kind.PLAYED if is_played else unplayed,
        winner=winner,
        game_points=(sum(b.first_game_points for b in boards), sum(b.second_game_points for b in boards)),
        margins=opposite(sum(board.margin for board in boards)),
        deals=sum(board.deals for board in boards),
    )


def facts_of_board(board: TeamBoard) -> dict[str, Any]:
    """A board for the audit log: who plays, its state, of each side points, game points and margin, and games won
    where these were noted."""
    people = [" ".join(member.user.public_id for member in side) for side in board.people]
    sides = [
        [board.first_points, board.first_game_points, board.margin],
        [board.second_points, board.second_game_points, -board.margin],
    ]
    kept = {"people": people, "state": board.state, "kind": board.result_kind, "sides": sides, "deals": board.deals}
    return kept | ({"games": list(board.games)} if board.games else {})


def stands_at(board: TeamBoard) -> str:
    """The result of a board as people type it; empty while there is none."""
    sides = (board.first_points or 0, board.second_points or 0)
    points = (board.first_game_points, board.second_game_points)
    return typed_result(board.result_kind, points, sides, board.deals, (board.first_games, board.second_games))


def record_board_act(board: TeamBoard, action: str, by: User | None, now: datetime, **facts: Any) -> None:
    """An audit entry about a board."""
    target = f"match:{board.match.public_id}/board:{board.number}"
    audit.record(actor=by, action=action, target=target, now=now, **facts)
