"""Boards of team matches: make them from the line-ups, begin them, change who sits there. Results: as of any match."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.errors import Invalid, NeedsReason, Refusal
from tournaments.event.selectors import entry_sizes, finding, sitters
from tournaments.event.selectors.finding import SIDES
from tournaments.formats import team_terms
from tournaments.matches.services import writing
from tournaments.matches.services.match_scores import not_played
from tournaments.matches.services.writing import facts_of_match, record_match, write_score
from tournaments.models import Entry, EntryMember, LineUpPlace, Match, MatchState, Round
from tournaments.results.services.board_scores import settle
from tournaments.teams import selectors
from tournaments.teams.services import line_ups


def set_up(rnd: Round) -> None:
    """Make the boards of a round's matches from the line-ups; boards that still fit their match stay. A board for which
    a team has nobody, or not all partners, is lost by forfeit. Called with the round claimed or locked; repeating it
    changes nothing."""
    if not entry_sizes.is_team(rnd.stage):
        return
    terms, together = team_terms(rnd.stage.settings), sitters.at_table(rnd.stage.tournament.variant)
    matches = rnd.matches.paired().exclude(state=MatchState.OVER).prefetch_related(SIDES, "boards__sides")
    for match in matches:
        sides = [side.entry for side in match.sides.all()]
        if _fits(match):
            continue
        match.boards.all().delete()
        named = [_leads(entry, rnd.number, terms.boards, together) for entry in sides]
        writing.make_boards(match, zip(*named, strict=True))


def _leads(entry: Entry, round_number: int, boards: int, together: int) -> list[EntryMember | None]:
    """The first player of a team at each board; None if the board's players are not complete. Who sits beside them is
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


def start(match: Match, now: datetime) -> list[Match]:
    """Begin the boards of a match: boards that lack a player are forfeited; the others are to be played. Called with
    the round locked."""
    to_play = []
    for board in finding.boards_of(match):
        if board.is_manned:
            to_play.append(board)
            continue
        empty = [order for order, people in enumerate(board.people) if not people]
        write_score(board, not_played(len(board.people), empty), now, MatchState.OVER, None)
    if not to_play:
        settle(match, now, None)
    return to_play


@transaction.atomic
def substitute(
    *,
    board: Match,
    order: int,
    member: EntryMember,
    now: datetime,
    by: User,
    reason: str,
    leaves: EntryMember | None = None,
) -> Match:
    """Let another member of a side (0 or 1) play at a board that has no result yet, as an official, for a reason; among
    partners in the place of the one who `leaves` (by default the first).

    Locks the match. Raises Invalid for somebody of another team or who plays at another board, and for who leaves and
    does not sit there; NeedsReason; Refusal once the board is played or its round is over.
    """
    Match.objects.select_for_update().get(pk=board.whole.pk)
    match = Match.objects.select_related("round__stage__tournament").get(pk=board.whole.pk)
    board = next(one for one in finding.boards_of(match) if one.pk == board.pk)
    if board.state != MatchState.PAIRED or match.state != MatchState.PAIRED:
        raise Refusal(_("This board is being played, or is over."), "board_not_open")
    if not reason.strip():
        raise NeedsReason(_("This needs a reason."), [_("The line-up of this round is published.")])
    if member.pk not in {one.pk for one in selectors.bench(board, order)}:
        raise Invalid("member", _("Somebody of the same team who plays at no other board."))
    side = board.sides.all()[order]
    seated = [one.pk for one in side.people]
    if leaves is not None and leaves.pk not in seated:
        raise Invalid("leaves", _("Somebody who sits at this board for the same team."))
    gone = leaves.pk if leaves is not None else next(iter(seated), None)
    before = facts_of_match(board)
    if gone == side.member_id:
        side.member = member
        side.save(update_fields=["member"])
    if len(seated) > 1:
        LineUpPlace.objects.filter(round_number=match.round.number, member=gone).update(member=member)
    board.version += 1
    board.save(update_fields=["version"])
    sitters.seat_partners([board], match.round, match.round.stage.tournament.variant)
    after = facts_of_match(board)
    record_match(board, "board.substitute", by, now, before=before, after=after, reason=reason.strip())
    return board


def _fits(match: Match) -> bool:
    """Do the boards of a match belong to the two teams that meet now?"""
    sides = [side.pk for side in match.sides.all()]
    boards = match.boards.all()
    return bool(boards) and all([side.parent_id for side in board.sides.all()] == sides for board in boards)
