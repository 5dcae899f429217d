"""What goes on paper: who sits where by name, result slips four to a page, blank score sheets."""

from collections.abc import Callable
from dataclasses import dataclass

import segno

from games import engine
from tournaments.formats import team_terms
from tournaments.models import Bye, Match, Round, RoundState, TeamBoard, Tournament
from tournaments.selectors import codes, duplicate
from tournaments.selectors.board_grid import board_grid
from tournaments.selectors.finding import round_byes, round_matches
from tournaments.selectors.lengths import counts_games
from tournaments.selectors.teams import is_team

SLIPS_A_PAGE = 4
ROWS_A_SHEET = 18


@dataclass(frozen=True, slots=True)
class NameLine:
    """Where one entry of a round sits: a table and an opponent, or a bye of this kind."""

    name: str
    table_no: int | None
    opponent: str
    order: int
    bye: Bye | None = None


@dataclass(frozen=True, slots=True)
class Slip:
    """A result slip: the match with its sides, the address behind its QR code, the letters for typing; of teams the
    `boards`, which the desk enters; with room for games won where the best of several is played."""

    match: Match
    first: str
    second: str
    letters: str
    address: str
    qr: str
    boards: tuple[TeamBoard, ...] = ()
    deals: range = range(0)  # of a duplicate match: a box for each deal, in the order of play
    counts_games: bool = False


@dataclass(frozen=True, slots=True)
class SheetForm:
    """A blank score sheet: its kind, its rows, and the bonuses that its foot names (0: none)."""

    kind: str
    rows: range
    target: int | None
    box_value: int
    game_bonus: int


def by_name(rnd: Round) -> list[NameLine]:
    """Everybody of a round in order of name, with table and opponent or bye; those who are not here are left out."""
    lines = []
    for match in round_matches(rnd):
        sides = [side.entry.name for side in match.sides.all()]
        for order, name in enumerate(sides):
            lines.append(NameLine(name, match.table_no, sides[1 - order], order))
    lines += [NameLine(bye.seat.entry.name, None, "", 0, bye) for bye in round_byes(rnd) if bye.kind != "zero"]
    return sorted(lines, key=lambda line: line.name.casefold())


def slips(rnd: Round, address: Callable[[str], str]) -> list[list[Slip]]:
    """The slips of a round in pages of four, by table; `address` makes the whole web address of a slip's code.

    Matches at live tables need none.
    """
    matches = round_matches(rnd)
    boards = _boards(rnd) if is_team(rnd.stage) else {}
    found = [_slip(match, address, boards.get(match.pk, ())) for match in matches if not match.table]
    return [found[start : start + SLIPS_A_PAGE] for start in range(0, len(found), SLIPS_A_PAGE)]


def qr_svg(text: str) -> str:
    """A QR code as inline SVG without size: the page's style gives it one."""
    return str(segno.make(text, error="m", micro=False).svg_inline(omitsize=True, border=2, svgclass="qr"))


def score_sheet(tournament: Tournament) -> SheetForm:
    """The blank score sheet of a tournament's variant."""
    rules = engine.VARIANTS[tournament.variant]
    kind = "columns" if rules.sheet.name == "columns" else "pad"
    has_boxes = rules.sheet.name in ("pad", "columns")
    return SheetForm(
        kind=kind,
        rows=range(1, ROWS_A_SHEET + 1),
        target=rules.target,
        box_value=rules.box_value if has_boxes else 0,
        game_bonus=rules.game_bonus if has_boxes else 0,
    )


def printable_round(tournament: Tournament, number: int | None, with_draft: bool) -> Round | None:
    """The round with this number, or the last one; drafts only for those who may see them."""
    found = Round.objects.filter(stage__tournament=tournament).select_related("stage__tournament")
    if not with_draft:
        found = found.exclude(state=RoundState.DRAFT)
    if number is not None:
        found = found.filter(number=number)
    return found.order_by("-stage__number", "-number").first()


def _boards(rnd: Round) -> dict[int, tuple[TeamBoard, ...]]:
    """The boards of each match of teams; blank ones while the round is a draft and nobody is seated."""
    blank = tuple(TeamBoard(number=n) for n in range(1, team_terms(rnd.stage.settings).boards + 1))
    return {line.match.pk: line.boards or blank for line in board_grid(rnd)}


def _slip(match: Match, address: Callable[[str], str], boards: tuple[TeamBoard, ...]) -> Slip:
    first, second = (side.entry.name for side in match.sides.all())
    where = address(codes.slip_code(match))
    deals = range(1, len(duplicate.columns(match.round)) + 1) if duplicate.is_duplicate(match.round.stage) else range(0)
    return Slip(
        match, first, second, codes.slip_letters(match), where, qr_svg(where), boards, deals, counts_games(match)
    )
