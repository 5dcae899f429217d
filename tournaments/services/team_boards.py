"""Boards of team matches: set up from the line-ups, their results entered or from live tables, and what they make."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from games import models as game_models
from games import selectors as games
from ratings import services as ratings
from tournaments.formats import TeamTerms, team_terms
from tournaments.models import EntryMember, Match, MatchState, Round, TeamBoard
from tournaments.pairing import Kind, Outcome
from tournaments.selectors import teams as reading
from tournaments.services import figures, results
from tournaments.services.errors import Conflict, Invalid, NeedsReason, Refusal
from tournaments.services.scores import Score, check_score, facts_of_match, record_match, write_score

REF = "board:"
RATED = (Kind.PLAYED, Kind.ABANDONED)


def set_up(rnd: Round) -> None:
    """Make the boards of a round's matches from the line-ups; those that fit their match stay. A board for which a team
    has nobody is lost by forfeit. Called with the round claimed or locked; repeating it changes nothing."""
    if not reading.is_team(rnd.stage):
        return
    terms = team_terms(rnd.stage.settings)
    matches = rnd.matches.exclude(state=MatchState.OVER).prefetch_related("sides__seat__entry__members__user", "boards")
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
        _write(board, score, terms, now, MatchState.OVER, None)
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
    is_final: bool = True,
    version: int | None = None,
) -> TeamBoard:
    """Enter the result of a board by hand: the game points of both sides, or a forfeit and its winner; the last one
    makes the match. With `is_final` off the other side must confirm it, and what stands is not touched.

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
    score = check_score(kind, points, winner, deals, terms.board_table, may_tie=figures.may_tie(match))
    figures.check_figures(match, kind, points, deals)
    before = facts_of_board(board)
    _write(board, score, terms, now, MatchState.OVER if is_final else MatchState.REPORTED, by)
    _record(board, "board.result", by, now, before=before, after=facts_of_board(board))
    _settle(match, now, by)
    return board


@transaction.atomic
def confirm_board(*, board: TeamBoard, now: datetime, by: User) -> TeamBoard:
    """The other side, or an official, says that the reported result of a board is right. Locks round and match."""
    match, board = _lock(board)
    if board.state != MatchState.REPORTED:
        raise Refusal(_("There is no result to confirm."), "nothing_reported")
    if board.entered_by_id == by.pk:
        raise Refusal(_("You have reported this result: the other side confirms it."), "own_report")
    board.state, board.version = MatchState.OVER, board.version + 1
    board.save(update_fields=["state", "version"])
    _record(board, "board.confirm", by, now, after=facts_of_board(board))
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
    _record(board, "board.substitute", by, now, before=before, after=facts_of_board(board), reason=reason.strip())
    return board


@transaction.atomic
def table_over(*, table: game_models.Table, result: games.TableResult, now: datetime) -> TeamBoard | None:
    """The live table of a board has ended. Running it twice changes nothing. Locks the round and the match."""
    board = TeamBoard.objects.filter(public_id=result.ref.removeprefix(REF)).first()
    if board is None:
        return None
    match, board = _lock(board, refuse=False)
    if board.state != MatchState.PLAYING or board.table != table.public_id:
        return board
    _write(board, results.from_table(result), team_terms(match.round.stage.settings), now, MatchState.OVER, None)
    _record(board, "board.result", None, now, after=facts_of_board(board))
    _settle(match, result.finished_at, None)
    return board


def hand_down(match: Match) -> None:
    """Give the boards that were played to the ratings, one by one. Repeating it changes nothing."""
    tournament = match.round.stage.tournament
    for board in reading.boards_of(match):
        if board.result_kind not in RATED or not board.first or not board.second or not board.finished_at:
            continue
        players = [board.first.user, board.second.user]
        is_house = bool(tournament.settings.get("house_level")) or any(user.house_level for user in players)
        ratings.record_match(
            source=f"{REF}{board.public_id}",
            pool=tournament.variant,
            finished_at=board.finished_at,
            players=players,
            score_a=results.share(board.first_points or 0, board.second_points or 0),
            margin=board.margin,
            deals=board.deals,
            kind=board.result_kind,
            weight=int(not is_house or bool(tournament.settings.get("rated_house"))),
            label=_("%(tournament)s, round %(n)d, board %(board)d")
            % {"tournament": tournament.name, "n": match.round.number, "board": board.number},
            link=f"/matches/{match.public_id}/",
        )


def facts_of_board(board: TeamBoard) -> dict[str, Any]:
    """A board for the audit log: who plays, its state and what both sides have."""
    people = [member.user.public_id if member else "" for member in (board.first, board.second)]
    figures_ = [[board.first_points, board.first_game_points], [board.second_points, board.second_game_points]]
    return {"people": people, "state": board.state, "kind": board.result_kind, "sides": figures_, "deals": board.deals}


def _write(board: TeamBoard, score: Score, terms: TeamTerms, at: datetime, state: str, by: User | None) -> None:
    outcome = Outcome(winner=score.winner, margin=score.margin, deals=score.deals, is_shutout=score.is_shutout)
    board.first_points, board.second_points = terms.board_table.points(score.kind, outcome)
    board.first_game_points, board.second_game_points = score.game_points
    board.result_kind, board.margin, board.deals = score.kind, score.margin, score.deals
    board.state, board.finished_at, board.entered_by = state, at, by
    board.version += 1
    board.save()


def _settle(match: Match, now: datetime, by: User | None) -> None:
    """When all boards of a match have their result, the match has: won by who has more points of the boards, its game
    points and margin their sums. A match of which no board was played is a forfeit."""
    boards = reading.boards_of(match)
    if any(board.state != MatchState.OVER for board in boards):
        return
    first, second = (sum(getattr(board, f"{side}_points") or 0 for board in boards) for side in ("first", "second"))
    is_played = any(board.result_kind in RATED for board in boards)
    winner = None if first == second else int(second > first)
    unplayed = Kind.DOUBLE_FORFEIT if winner is None else Kind.FORFEIT
    score = Score(
        kind=Kind.PLAYED if is_played else unplayed,
        winner=winner,
        game_points=(sum(b.first_game_points for b in boards), sum(b.second_game_points for b in boards)),
        margin=sum(board.margin for board in boards),
        deals=sum(board.deals for board in boards),
    )
    before = facts_of_match(match)
    write_score(match, score, now, MatchState.OVER, by)
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


def _record(board: TeamBoard, action: str, by: User | None, now: datetime, **facts: Any) -> None:
    target = f"match:{board.match.public_id}/board:{board.number}"
    audit.record(actor=by, action=action, target=target, now=now, **facts)
