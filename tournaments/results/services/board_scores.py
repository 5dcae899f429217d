"""The score of a match of teams from its boards."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from accounts.models import User
from tournaments.matches.services.match_scores import Score, opposite, revised
from tournaments.matches.services.own_words import mark_unwitnessed
from tournaments.matches.services.writing import after_result, facts_of_match, give_way, record_match, write_score
from tournaments.models import Match, MatchState
from tournaments.pairing import FORFEITS, Kind

RATED = (Kind.PLAYED, Kind.ABANDONED, Kind.ADJUSTED)


def score_of(boards: Sequence[Match], other: Mapping[int, Score] | None = None) -> Score:
    """The score of a match from all its boards: the side with more board points wins, and game points and margin are
    sums. A match without a played board is a forfeit. A board (by its key) counts with the `other` score it has."""
    counted = [_counted(board, (other or {}).get(board.pk)) for board in boards]
    first, second = (sum(points[side] or 0 for _kind, points, *_more in counted) for side in (0, 1))
    is_played = any(kind in RATED for kind, *_more in counted)
    winner = None if first == second else int(second > first)
    unplayed = Kind.DOUBLE_FORFEIT if winner is None else Kind.FORFEIT
    return Score(
        kind=Kind.PLAYED if is_played else unplayed,
        winner=winner,
        game_points=(sum(won[0] for _, _, won, _, _ in counted), sum(won[1] for _, _, won, _, _ in counted)),
        margins=opposite(sum(margin for _, _, _, margin, _ in counted)),
        deals=sum(deals for *_more, deals in counted),
    )


def follows_boards(match: Match, boards: Sequence[Match]) -> bool:
    """Does the result of a match of teams come from its boards, which all have one; else it was decided as a whole."""
    are_over = all(board.state == MatchState.OVER for board in boards)
    return bool(boards) and are_over and match.result_kind == score_of(boards).kind


def is_forfeited(match: Match) -> bool:
    """Was a match with parts, boards or decks, forfeited as a whole, whatever they say?"""
    return match.result_kind in FORFEITS and not follows_boards(match, list(match.boards.prefetch_related("sides")))


def open_again(match: Match, now: datetime, by: User | None) -> None:
    """Before a board of a match gets a result: a forfeit of the match as a whole gives way, or refuses it. Called with
    it locked."""
    if is_forfeited(match):
        give_way(match, now, by)


def settle(match: Match, now: datetime, by: User | None) -> None:
    """Record the result of a match of teams when all its boards have one. Called with it locked, and where it was not
    forfeited as a whole."""
    boards = list(match.boards.prefetch_related("sides"))
    if any(board.state != MatchState.OVER for board in boards):
        return
    before = facts_of_match(match)
    write_score(match, score_of(boards), now, MatchState.OVER, by)
    record_match(match, "match.result", by, now, before=before, after=facts_of_match(match))
    if any(board.is_unwitnessed for board in boards):
        mark_unwitnessed(match, now, by)
    after_result(match.round, now)


def _counted(board: Match, other: Score | None) -> tuple[str, Sequence[int | None], Sequence[int], int, int]:
    """The part of a match's result that a board gives: kind, points, game points, margin and deals."""
    if other is None:
        return board.result_kind, board.points, board.game_points, board.margin, board.deals
    return other.kind, revised(board, other).points, other.game_points or (0, 0), other.margins[0], other.deals
