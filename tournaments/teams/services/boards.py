"""Boards of team matches: made from the line-ups, given results by hand or by live tables, and added up."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import models as game_models
from games import selectors as game_reading
from tournaments.duplicate import services as duplicate
from tournaments.errors import Invalid, NeedsReason, Refusal
from tournaments.event.selectors import entry_sizes, finding, sitters
from tournaments.event.selectors.finding import SIDES
from tournaments.formats import team_terms
from tournaments.formats.kinds.duplicate import KEY as DUPLICATE
from tournaments.matches import services as matches_services
from tournaments.matches.selectors import BOARD
from tournaments.matches.services import Score, facts_of_match, record_match, write_score
from tournaments.models import Entry, EntryMember, LineUpPlace, Match, MatchState, Round, TeamBoard
from tournaments.pairing import Kind
from tournaments.results.services import recording, validation
from tournaments.results.services.board_scores import facts_of_board, record_board_act, score_of, stands_at, write_board
from tournaments.results.services.seen import is_sent_again, require_seen
from tournaments.standings.selectors.words import said_of_two
from tournaments.teams import selectors
from tournaments.teams.services import line_ups


def set_up(rnd: Round) -> None:
    """Make the boards of a round's matches from the line-ups; those that fit their match stay. A board for which a team
    has nobody, or not all partners, is lost by forfeit. Called with the round claimed or locked; repeating it changes
    nothing."""
    if not entry_sizes.is_team(rnd.stage):
        return
    terms, together = team_terms(rnd.stage.settings), sitters.at_table(rnd.stage.tournament.variant)
    matches = rnd.matches.exclude(state=MatchState.OVER).prefetch_related(SIDES, "boards")
    for match in matches:
        sides = [side.entry for side in match.sides.all()]
        if _fits(match, [entry.pk for entry in sides]):
            continue
        match.boards.all().delete()
        named = [_leads(entry, rnd.number, terms.boards, together) for entry in sides]
        TeamBoard.objects.bulk_create(
            TeamBoard(match=match, number=number, first=first, second=second)
            for number, (first, second) in enumerate(zip(*named, strict=True), 1)
        )


def _leads(entry: Entry, round_number: int, boards: int, together: int) -> list[EntryMember | None]:
    """The first of those who sit at each board for a team, None where not all are there. Who sits beside them is
    written down."""
    named = sitters.line_up(entry, round_number, boards * together)
    if together == 1:
        return named
    seated = [named[at : at + together] for at in range(0, len(named), together)]
    full = [(number, group) for number, group in enumerate(seated) if None not in group]
    line_ups.write_places(
        entry, round_number, {n * together + at: one for n, group in full for at, one in enumerate(group, 1) if one}
    )
    return [group[0] if None not in group else None for group in seated]


def start(match: Match, now: datetime) -> list[TeamBoard]:
    """A match begins: boards that lack a player are forfeited; the others are to be played. Called with the round
    locked."""
    to_play = []
    terms = team_terms(match.round.stage.settings)
    for board in finding.boards_of(match):
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
    must confirm it, and a final result is not changed. An official who plays for one of the two teams counts as a
    player here.

    Locks the round and the match. Raises Invalid for impossible figures, Conflict for another `version` (without one:
    where a result stands that somebody else has entered), Refusal outside a running round.
    """
    match, board = _lock(board)
    said = said_of_two(kind, points, winner, deals, games)
    if is_sent_again(board, version, by, stands=stands_at(board), said=said):
        return board
    _require_seen(board, version, by)
    if board.state == MatchState.PLAYING:
        raise Refusal(_("This board is being played at a live table: its result comes by itself."), "live")
    is_own = matches_services.side_of(match, by) is not None
    if board.state == MatchState.OVER and (is_own or not is_final):
        raise Refusal(_("This result stands. Ask an official if it is wrong."), "stands")
    if is_own and matches_services.confirmation(match) != matches_services.NONE:
        is_final = False
    terms = team_terms(match.round.stage.settings)
    score = validation.checked(
        match, terms.board_table, kind=kind, points=points, winner=winner, deals=deals, games=games
    )
    before = facts_of_board(board)
    write_board(board, score, terms, now, MatchState.OVER if is_final else MatchState.REPORTED, by)
    record_board_act(board, "board.result", by, now, before=before, after=facts_of_board(board))
    _settle(match, now, by)
    return board


def _require_seen(board: TeamBoard, version: int | None, by: User | None) -> None:
    place = _("Board %(table)d.%(number)d") % {"table": board.match.table_no, "number": board.number}
    require_seen(board, version, by, place=place, stands=stands_at(board))


@transaction.atomic
def confirm_board(*, board: TeamBoard, now: datetime, by: User, version: int | None = None) -> TeamBoard:
    """The other side, or an official, says that the reported result of a board is right. Locks round and match.
    Raises Conflict for another `version`."""
    match, board = _lock(board)
    if board.state != MatchState.REPORTED:
        raise Refusal(_("There is no result to confirm."), "nothing_reported")
    if version is not None:
        _require_seen(board, version, by)
    recording.refuse_own_word(match, by, matches_services.side_of(match, board.entered_by))
    matches_services.refuse_alone(match, board.entered_by, by)
    board.state, board.version = MatchState.OVER, board.version + 1
    board.save(update_fields=["state", "version"])
    record_board_act(board, "board.confirm", by, now, after=facts_of_board(board))
    _settle(match, now, by)
    return board


@transaction.atomic
def substitute(
    *,
    board: TeamBoard,
    order: int,
    member: EntryMember,
    now: datetime,
    by: User,
    reason: str,
    leaves: EntryMember | None = None,
) -> TeamBoard:
    """An official lets another member of a side (0 or 1) play at a board that has no result yet, for a reason; where
    partners sit there, in the place of who `leaves` (else of the first).

    Locks the match. Raises Invalid for somebody of another team or who plays at another board, and for who leaves and
    does not sit there; NeedsReason; Refusal once the board is played or its round is over.
    """
    Match.objects.select_for_update().get(pk=board.match_id)
    match = Match.objects.select_related("round__stage__tournament").get(pk=board.match_id)
    board = next(one for one in finding.boards_of(match) if one.pk == board.pk)
    board.match = match
    if board.state != MatchState.PAIRED or board.match.state != MatchState.PAIRED:
        raise Refusal(_("This board is being played, or is over."), "board_not_open")
    if not reason.strip():
        raise NeedsReason(_("This needs a reason."), [_("The line-up of this round is published.")])
    if member.pk not in {one.pk for one in selectors.bench(board, order)}:
        raise Invalid("member", _("Somebody of the same team who plays at no other board."))
    seated = [one.pk for one in board.people[order]]
    if leaves is not None and leaves.pk not in seated:
        raise Invalid("leaves", _("Somebody who sits at this board for the same team."))
    gone = leaves.pk if leaves is not None else next(iter(seated), None)
    before = facts_of_board(board)
    column = "second" if order else "first"
    if gone == getattr(board, f"{column}_id"):
        setattr(board, column, member)
    if len(seated) > 1:
        LineUpPlace.objects.filter(round_number=match.round.number, member=gone).update(member=member)
    board.version += 1
    board.save(update_fields=[column, "version"])
    sitters.seat_partners([board], match.round, match.round.stage.tournament.variant)
    after = facts_of_board(board)
    record_board_act(board, "board.substitute", by, now, before=before, after=after, reason=reason.strip())
    return board


@transaction.atomic
def table_over(*, table: game_models.Table, result: game_reading.TableResult, now: datetime) -> TeamBoard | None:
    """The live table of a board has ended. Running it twice changes nothing. Locks the round and the match."""
    board = TeamBoard.objects.filter(public_id=result.ref.removeprefix(BOARD)).first()
    if board is None:
        return None
    match, board = _lock(board, refuse=False)
    if board.state != MatchState.PLAYING or board.table != table.public_id:
        return board
    if match.round.stage.format == DUPLICATE:
        TeamBoard.objects.filter(pk=board.pk).update(state=MatchState.OVER, finished_at=result.finished_at)
        duplicate.table_over(match=match, table=table, now=result.finished_at, board=board.number)
        return board
    write_board(board, recording.from_table(result), team_terms(match.round.stage.settings), now, MatchState.OVER, None)
    record_board_act(board, "board.result", None, now, after=facts_of_board(board))
    _settle(match, result.finished_at, None)
    return board


def _settle(match: Match, now: datetime, by: User | None) -> None:
    """Record the result of a match when all its boards have one."""
    boards = finding.boards_of(match)
    if any(board.state != MatchState.OVER for board in boards):
        return
    before = facts_of_match(match)
    write_score(match, score_of(boards), now, MatchState.OVER, by)
    record_match(match, "match.result", by, now, before=before, after=facts_of_match(match))
    matches_services.after_result(match.round, now)


def _fits(match: Match, entries: list[int]) -> bool:
    """Do the boards of a match belong to the two teams that meet now?"""
    boards = list(match.boards.select_related("first", "second"))
    pairs = [(member, entry) for b in boards for member, entry in zip((b.first, b.second), entries, strict=True)]
    return bool(boards) and all(member is None or member.entry_id == entry for member, entry in pairs)


def _lock(board: TeamBoard, refuse: bool = True) -> tuple[Match, TeamBoard]:
    """The board with its match, the round locked first, as for results of whole matches."""
    match = matches_services.lock(board.match, refuse)
    if refuse and match.result_kind in (Kind.FORFEIT, Kind.DOUBLE_FORFEIT) and not board.result_kind:
        raise Refusal(_("This match is forfeited as a whole."), "forfeited")
    board = TeamBoard.objects.select_related(*finding.BOARD_PEOPLE).get(pk=board.pk)
    board.match = match
    sitters.seat_partners([board], match.round, match.round.stage.tournament.variant)
    return match, board
