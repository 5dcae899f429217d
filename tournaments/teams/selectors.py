"""Selectors for teams: line-ups, boards, the card of a team."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tournaments.event.selectors import sitters
from tournaments.event.selectors.entry_sizes import is_team, size_of
from tournaments.event.selectors.finding import BOARD_SIDES, boards_of
from tournaments.formats import team_terms
from tournaments.models import (
    Entry,
    EntryMember,
    Match,
    MatchSide,
    MatchState,
    Round,
    RoundState,
    Tournament,
)
from tournaments.results.selectors import board_grid, slips


@dataclass(frozen=True, slots=True)
class MemberGame:
    """One board that a member has played, seen from the member's side. `partners` and `opponents` name the others at
    the board (empty for nobody)."""

    board: Match
    partners: str
    opponents: str
    points: int | None
    game_points: tuple[int, int]
    margin: int


@dataclass(frozen=True, slots=True)
class MemberCard:
    """A member of a team: the boards they played, their points in the unit of the board table, and their margin."""

    member: EntryMember
    games: tuple[MemberGame, ...]
    points: int
    margin: int


def next_line_up_round(tournament: Tournament) -> int:
    """The number of the round after the last published one: the round for which line-ups can be named."""
    shown = Round.objects.filter(stage__tournament=tournament).exclude(state=RoundState.DRAFT)
    return (shown.order_by("-number").values_list("number", flat=True).first() or 0) + 1


def bench(board: Match, order: int) -> list[EntryMember]:
    """The members of a side who play at none of the boards of this board's match."""
    side = board.whole.sides.get(order=order)
    busy = {member.pk for one in boards_of(board.whole) for member in one.people[order]}
    return list(side.entry.members.exclude(pk__in=busy).select_related("user"))


def member_cards(entry: Entry) -> list[MemberCard]:
    """The games of each member of a team, round by round; boards of drafts are left out."""
    members = list(entry.members.select_related("user"))
    found: dict[int, list[MemberGame]] = {member.pk: [] for member in members}
    boards = Match.objects.filter(parent__sides__seat__entry=entry).exclude(round__state=RoundState.DRAFT)
    boards = boards.select_related("parent", "round").prefetch_related(BOARD_SIDES).order_by("round__number", "number")
    for rnd, at_once in groupby(boards, key=lambda board: board.round):
        played = list(at_once)
        sitters.seat_partners(played, rnd, entry.tournament.variant)
        for board in played:
            for order, people in enumerate(board.people):
                for member in people:
                    if member.pk in found:
                        found[member.pk].append(_seen_from(board, order, member))
    return [_card(member, found[member.pk]) for member in members]


def _seen_from(board: Match, order: int, member: EntryMember) -> MemberGame:
    side = board.sides.all()[order]
    return MemberGame(
        board=board,
        partners=" & ".join(str(one.user) for one in side.people if one.pk != member.pk),
        opponents=board.names[1 - order],
        points=side.points,
        game_points=(board.game_points[order], board.game_points[1 - order]),
        margin=side.margin,
    )


def _card(member: EntryMember, games: Sequence[MemberGame]) -> MemberCard:
    points, margin = sum(game.points or 0 for game in games), sum(game.margin for game in games)
    return MemberCard(member, tuple(games), points, margin)


@dataclass(frozen=True, slots=True)
class BoardOfMatch:
    """A board on the page of its match. `is_open`: its result can be entered; `is_disputed`: its sides have reported
    different results; `may_agree`: a reported result waits that this person's own side has not reported; `reserves`:
    who can still replace a player."""

    board: Match
    is_open: bool
    is_disputed: bool
    may_agree: bool
    reserves: tuple[EntryMember, ...]


@dataclass(frozen=True, slots=True)
class MatchOfTeams:
    """A team match with its boards; `points` are each side's points from the boards, in `unit`s."""

    tournament: Tournament
    lines: tuple[BoardOfMatch, ...]
    points: tuple[int, int]
    unit: int


def match_of_teams(match: Match, user: User | AnonymousUser) -> MatchOfTeams | None:
    """A team match with its boards, as its page shows them to this person; None for any other match."""
    if not is_team(match.round.stage):
        return None
    boards = boards_of(match)
    busy = {member.pk for board in boards for side in board.people for member in side}
    members = [member for side in match.sides.all() for member in side.entry.members.all()]
    idle = tuple(member for member in members if member.pk not in busy)
    is_running = match.round.state == RoundState.RUNNING
    lines = tuple(
        BoardOfMatch(
            board=board,
            is_open=is_running and board.state in ("paired", "reported"),
            is_disputed=is_running and slips.are_disputed(board),
            may_agree=is_running
            and board.state == "reported"
            and not slips.is_own_word(board, user, board.slip_reports.all()),
            reserves=idle if board.state == "paired" and match.state == "paired" else (),
        )
        for board in boards
    )
    return MatchOfTeams(
        match.round.stage.tournament,
        lines,
        board_grid.points_of(boards),
        team_terms(match.round.stage.settings).board_table.unit,
    )


@dataclass(frozen=True, slots=True)
class LineUpSeat:
    """A seat of a line-up: the board, the number of the seat there (from 1), and the member named for it."""

    board: int
    seat: int
    member: EntryMember | None


@dataclass(frozen=True, slots=True)
class TeamCard:
    """The content of a team's card: its members with the boards that they played, and its line-up for the next round,
    with `together` members at each board."""

    members: tuple[MemberCard, ...]
    unit: int
    next_round: int
    line_up: tuple[LineUpSeat, ...]
    together: int


def team_card(entry: Entry) -> TeamCard | None:
    """The card of a team; None for an entry that plays alone."""
    stage = entry.tournament.stages.order_by("number").first()
    if stage is None or not is_team(stage):
        return None
    terms = team_terms(stage.settings)
    number = next_line_up_round(entry.tournament)
    together = sitters.at_table(entry.tournament.variant)
    named = sitters.line_up(entry, number, terms.boards * together)
    seats = tuple(LineUpSeat(at // together + 1, at % together + 1, member) for at, member in enumerate(named))
    return TeamCard(tuple(member_cards(entry)), terms.board_table.unit, number, seats, together)


@dataclass(frozen=True, slots=True)
class PairCard:
    """The content of a card of partners at one table: who of them sits there in the next match (that of `next_round`),
    who is a substitute, and whether they have been paired already."""

    seated: tuple[EntryMember, ...]
    substitutes: tuple[EntryMember, ...]
    next_round: int
    has_played: bool


def pair_card(entry: Entry) -> PairCard | None:
    """The card of partners; None for an entry that plays alone, or at several boards."""
    size = size_of(entry.tournament)
    if not size.is_at_one_table:
        return None
    sides = MatchSide.objects.filter(seat__entry=entry).exclude(match__round__state=RoundState.DRAFT)
    waiting = sides.filter(match__state=MatchState.PAIRED).order_by("match__round__number")
    number = waiting.values_list("match__round__number", flat=True).first() or next_line_up_round(entry.tournament)
    seated = [one for one in sitters.line_up(entry, number, size.least) if one is not None]
    others = [one for one in entry.members.all() if one not in seated]
    return PairCard(tuple(seated), tuple(others), number, sides.exists())
