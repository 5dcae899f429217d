"""Boards of team matches: set up from the line-ups, their results entered or from live tables, and what they make."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import models as game_models
from games import selectors as game_reading
from tournaments.formats import team_terms
from tournaments.formats.duplicate import KEY as DUPLICATE
from tournaments.models import EntryMember, Match, MatchState, Round, TeamBoard
from tournaments.pairing import Kind
from tournaments.selectors import teams as reading
from tournaments.selectors.finding import SIDES
from tournaments.services import duplicate, figures, rated, results
from tournaments.services.board_scores import facts_of_board, record_board_act, score_of, write_board
from tournaments.services.errors import Conflict, Invalid, NeedsReason, Refusal
from tournaments.services.scores import Score, facts_of_match, record_match, write_score

REF = rated.BOARD


def set_up(rnd: Round) -> None:
    """Make the boards of a round's matches from the line-ups; those that fit their match stay. A board for which a team
    has nobody is lost by forfeit. Called with the round claimed or locked; repeating it changes nothing."""
    if not reading.is_team(rnd.stage):
        return
    terms = team_terms(rnd.stage.settings)
    matches = rnd.matches.exclude(state=MatchState.OVER).prefetch_related(SIDES, "boards")
    for match in matches:
        sides = [side.entry for side in match.sides.all()]
        if _fits(match, [entry.pk for entry in sides]):
            continue
        match.boards.all().delete()
        named = [reading.line_up(entry, rnd.number, terms.boards) for entry in sides]
        TeamBoard.objects.bulk_create(
            TeamBoard(match=match, number=number, first=first, second=second)
            for number, (first, second) in enumerate(zip(*named, strict=True), 1)
        )


def start(match: Match, now: datetime) -> list[TeamBoard]:
    """A match begins: boards that lack a player are forfeited; the others are to be played. Called with the round
    locked."""
    to_play = []
    terms = team_terms(match.round.stage.settings)
    for board in reading.boards_of(match):
        here = [order for order, member in enumerate((board.first, board.second)) if member is not None]
        if len(here) == 2:
            to_play.append(board)
            continue
        score = Score(kind=Kind.FORFEIT, winner=here[0]) if here else Score(kind=Kind.DOUBLE_FORFEIT, winner=None)
        write_board(board, score, terms, now, MatchState.OVER, None)
    if not to_play:
        _settle(match, now, None)
    return to_play


@transaction.atomic
def record_board(
    *,
    board: TeamBoard,
    now: datetime,
    by: User | None,
    points: tuple[int, int] = (0, 0),
    kind: str = Kind.PLAYED,
    winner: int | None = None,
    deals: int = 0,
    games: tuple[int, int] | None = None,
    is_final: bool = True,
    version: int | None = None,
) -> TeamBoard:
    """Enter the result of a board by hand: the game points of both sides, the games that they won where the best of
    several is played, or a forfeit and its winner; the last one makes the match. With `is_final` off the other side
    must confirm it, and what stands is not touched.

    Locks the round and the match. Raises Invalid for impossible figures, Conflict for another `version`, Refusal
    outside a running round.
    """
    match, board = _lock(board)
    if version is not None and board.version != version:
        raise Conflict(_("Somebody else has entered a result for this board meanwhile."))
    if board.state == MatchState.PLAYING:
        raise Refusal(_("This board is being played at a live table: its result comes by itself."), "live")
    if board.state == MatchState.OVER and not is_final:
        raise Refusal(_("This result stands. Ask an official if it is wrong."), "stands")
    terms = team_terms(match.round.stage.settings)
    said = {"kind": kind, "points": points, "winner": winner, "deals": deals, "games": games}
    score = figures.checked(match, terms.board_table, **said)
    before = facts_of_board(board)
    write_board(board, score, terms, now, MatchState.OVER if is_final else MatchState.REPORTED, by)
    record_board_act(board, "board.result", by, now, before=before, after=facts_of_board(board))
    _settle(match, now, by)
    return board


@transaction.atomic
def confirm_board(*, board: TeamBoard, now: datetime, by: User) -> TeamBoard:
    """The other side, or an official, says that the reported result of a board is right. Locks round and match."""
    match, board = _lock(board)
    if board.state != MatchState.REPORTED:
        raise Refusal(_("There is no result to confirm."), "nothing_reported")
    results.refuse_own_word(match, board.entered_by_id, by)
    board.state, board.version = MatchState.OVER, board.version + 1
    board.save(update_fields=["state", "version"])
    record_board_act(board, "board.confirm", by, now, after=facts_of_board(board))
    _settle(match, now, by)
    return board


@transaction.atomic
def substitute(*, board: TeamBoard, order: int, member: EntryMember, now: datetime, by: User, reason: str) -> TeamBoard:
    """An official lets another member of a side (0 or 1) play at a board that has no result yet, for a reason.

    Locks the match. Raises Invalid for somebody of another team or who plays at another board, NeedsReason, Refusal
    once the board is played or its round is over.
    """
    Match.objects.select_for_update().get(pk=board.match_id)
    board = TeamBoard.objects.select_related("match__round__stage__tournament").get(pk=board.pk)
    if board.state != MatchState.PAIRED or board.match.state != MatchState.PAIRED:
        raise Refusal(_("This board is being played, or is over."), "board_not_open")
    if not reason.strip():
        raise NeedsReason(_("This needs a reason."), [_("The line-up of this round is published.")])
    if member.pk not in {one.pk for one in reading.bench(board, order)}:
        raise Invalid("member", _("Somebody of the same team who plays at no other board."))
    column = "second" if order else "first"
    before = facts_of_board(board)
    setattr(board, column, member)
    board.version += 1
    board.save(update_fields=[column, "version"])
    after = facts_of_board(board)
    record_board_act(board, "board.substitute", by, now, before=before, after=after, reason=reason.strip())
    return board


@transaction.atomic
def table_over(*, table: game_models.Table, result: game_reading.TableResult, now: datetime) -> TeamBoard | None:
    """The live table of a board has ended. Running it twice changes nothing. Locks the round and the match."""
    board = TeamBoard.objects.filter(public_id=result.ref.removeprefix(REF)).first()
    if board is None:
        return None
    match, board = _lock(board, refuse=False)
    if board.state != MatchState.PLAYING or board.table != table.public_id:
        return board
    if match.round.stage.format == DUPLICATE:
        TeamBoard.objects.filter(pk=board.pk).update(state=MatchState.OVER, finished_at=result.finished_at)
        duplicate.table_over(match=match, table=table, now=result.finished_at, board=board.number)
        return board
    write_board(board, results.from_table(result), team_terms(match.round.stage.settings), now, MatchState.OVER, None)
    record_board_act(board, "board.result", None, now, after=facts_of_board(board))
    _settle(match, result.finished_at, None)
    return board


def _settle(match: Match, now: datetime, by: User | None) -> None:
    """When all boards of a match have their result, the match has."""
    boards = reading.boards_of(match)
    if any(board.state != MatchState.OVER for board in boards):
        return
    before = facts_of_match(match)
    write_score(match, score_of(boards), now, MatchState.OVER, by)
    record_match(match, "match.result", by, now, before=before, after=facts_of_match(match))
    results.after_result(match.round, now)


def _fits(match: Match, entries: list[int]) -> bool:
    """Are the boards of a match those of the two that meet now?"""
    boards = list(match.boards.select_related("first", "second"))
    pairs = [(member, entry) for b in boards for member, entry in zip((b.first, b.second), entries, strict=True)]
    return bool(boards) and all(member is None or member.entry_id == entry for member, entry in pairs)


def _lock(board: TeamBoard, refuse: bool = True) -> tuple[Match, TeamBoard]:
    """The board with its match, the round locked first, as for results of whole matches."""
    match = results.lock(board.match, refuse)
    if refuse and match.result_kind in (Kind.FORFEIT, Kind.DOUBLE_FORFEIT) and not board.result_kind:
        raise Refusal(_("This match is forfeited as a whole."), "forfeited")
    return match, TeamBoard.objects.select_related(*reading.BOARD_PEOPLE).get(pk=board.pk)
