"""Reading about teams: how many belong to an entry, who plays at which board, and a team's card."""

from collections.abc import Sequence
from dataclasses import dataclass

from games import engine
from tournaments.formats import FORMATS, team_terms
from tournaments.formats.duplicate import TEAMS
from tournaments.models import Entry, EntryMember, Match, Round, RoundState, Stage, TeamBoard, Tournament

BOARD_PEOPLE = ("first__user", "second__user", "first__entry", "second__entry")


@dataclass(frozen=True, slots=True)
class Size:
    """How many people an entry has: `least`, and with its reserves `most`."""

    least: int
    most: int

    @property
    def is_team(self) -> bool:
        """Is an entry more than one person?"""
        return self.most > 1


@dataclass(frozen=True, slots=True)
class MemberGame:
    """One board that a member has played: as it stands, seen from the member's side."""

    board: TeamBoard
    opponent: EntryMember | None
    points: int | None
    game_points: tuple[int, int]
    margin: int


@dataclass(frozen=True, slots=True)
class MemberCard:
    """A member of a team with its boards, its points in the unit of the board table, and its margin."""

    member: EntryMember
    games: tuple[MemberGame, ...]
    points: int
    margin: int


def size_of(tournament: Tournament) -> Size:
    """How many people an entry of a tournament has: one; in team stages as many as a match has boards, and
    reserves; in duplicate by teams two; in
    the partnership games the members of a side (PRT-1)."""
    stage = next(iter(sorted(tournament.stages.all(), key=lambda stage: stage.number)))
    if FORMATS[stage.format].is_team:
        terms = team_terms(stage.settings)
        return Size(terms.boards, terms.boards + terms.reserves)
    if stage.settings.get("scoring") == TEAMS:
        return Size(2, 2)
    rules = engine.VARIANTS[tournament.variant]
    if rules.seating.name != "teams":
        return Size(1, 1)
    return Size(rules.team_size, rules.team_size)


def is_team(stage: Stage) -> bool:
    """Do teams meet here on several boards?"""
    return FORMATS[stage.format].is_team


def line_up(entry: Entry, round_number: int, boards: int) -> list[EntryMember | None]:
    """Who plays for a team in a round, from the top: as named, else the first of its list; None where nobody is."""
    named = {place.board: place.member for place in entry.line_up_places.filter(round_number=round_number)}
    if named:
        return [named.get(board) for board in range(1, boards + 1)]
    members: list[EntryMember | None] = list(entry.members.all()[:boards])
    return members + [None] * (boards - len(members))


def next_line_up_round(tournament: Tournament) -> int:
    """The number of the first round that is not published: for it line-ups can be named."""
    shown = Round.objects.filter(stage__tournament=tournament).exclude(state=RoundState.DRAFT)
    return (shown.order_by("-number").values_list("number", flat=True).first() or 0) + 1


def boards_of(match: Match) -> list[TeamBoard]:
    """The boards of a match from the top, with their people."""
    return list(match.boards.select_related(*BOARD_PEOPLE))


def bench(board: TeamBoard, order: int) -> list[EntryMember]:
    """The members of a side who play at no board of its match."""
    side = board.match.sides.get(order=order)
    column = "second" if order else "first"
    busy = board.match.boards.exclude(**{column: None}).values(column)
    return list(side.entry.members.exclude(pk__in=busy).select_related("user"))


def member_cards(entry: Entry) -> list[MemberCard]:
    """What each member of a team has played, round by round; boards of drafts are left out."""
    members = list(entry.members.select_related("user"))
    found: dict[int, list[MemberGame]] = {member.pk: [] for member in members}
    boards = TeamBoard.objects.filter(match__sides__seat__entry=entry).exclude(match__round__state=RoundState.DRAFT)
    boards = boards.select_related("match__round", *BOARD_PEOPLE).order_by("match__round__number", "number")
    for board in boards:
        for order, member in enumerate((board.first_id, board.second_id)):
            if member in found:
                found[member].append(_seen_from(board, order))
    return [_card(member, found[member.pk]) for member in members]


def _seen_from(board: TeamBoard, order: int) -> MemberGame:
    points, games = (board.first_points, board.second_points), (board.first_game_points, board.second_game_points)
    return MemberGame(
        board=board,
        opponent=board.first if order else board.second,
        points=points[order],
        game_points=(games[order], games[1 - order]),
        margin=-board.margin if order else board.margin,
    )


def _card(member: EntryMember, games: Sequence[MemberGame]) -> MemberCard:
    points, margin = sum(game.points or 0 for game in games), sum(game.margin for game in games)
    return MemberCard(member, tuple(games), points, margin)


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board on the page of its match: whether its result is still to be entered, or confirmed, and who could come in
    for whom."""

    board: TeamBoard
    is_open: bool
    is_reported: bool
    reserves: tuple[EntryMember, ...]


@dataclass(frozen=True, slots=True)
class MatchOfTeams:
    """A team match with its boards; `points` are those of the boards of both sides, in `unit`s."""

    tournament: Tournament
    lines: tuple[BoardLine, ...]
    points: tuple[int, int]
    unit: int


def match_of_teams(match: Match) -> MatchOfTeams | None:
    """The boards of a team match for its page; None of any other match."""
    if not is_team(match.round.stage):
        return None
    boards = boards_of(match)
    busy = {pk for board in boards for pk in (board.first_id, board.second_id)}
    members = [member for side in match.sides.all() for member in side.entry.members.all()]
    idle = tuple(member for member in members if member.pk not in busy)
    is_running = match.round.state == RoundState.RUNNING
    lines = tuple(
        BoardLine(
            board=board,
            is_open=is_running and board.state in ("paired", "reported"),
            is_reported=is_running and board.state == "reported",
            reserves=idle if board.state == "paired" and match.state == "paired" else (),
        )
        for board in boards
    )
    points = sum(board.first_points or 0 for board in boards), sum(board.second_points or 0 for board in boards)
    return MatchOfTeams(
        match.round.stage.tournament, lines, points, team_terms(match.round.stage.settings).board_table.unit
    )


@dataclass(frozen=True, slots=True)
class TeamCard:
    """A team on its card: its members with what they played, and its line-up of the next round."""

    members: tuple[MemberCard, ...]
    unit: int
    next_round: int
    line_up: tuple[EntryMember | None, ...]


def team_card(entry: Entry) -> TeamCard | None:
    """What the card of a team shows; None of an entry that plays alone."""
    stage = entry.tournament.stages.order_by("number").first()
    if stage is None or not is_team(stage):
        return None
    terms = team_terms(stage.settings)
    number = next_line_up_round(entry.tournament)
    named = tuple(line_up(entry, number, terms.boards))
    return TeamCard(tuple(member_cards(entry)), terms.board_table.unit, number, named)
