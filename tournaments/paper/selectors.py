"""The contents of printed documents (seats, slips, blank score sheets) and of hall screens."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import combinations

from django.utils.translation import gettext as _

from doors.addresses import qr_svg
from games import engine
from tournaments.duplicate import selectors as duplicate
from tournaments.event.selectors import codes, sitters
from tournaments.event.selectors.entry_sizes import is_team, size_of
from tournaments.event.selectors.finding import main_stage, people, round_byes, round_matches, stages
from tournaments.event.selectors.lengths import counts_games
from tournaments.event.selectors.words import points_text, stage_name
from tournaments.formats import team_terms
from tournaments.formats.kinds.pods import shape_of
from tournaments.merging.selectors import claim_code
from tournaments.models import (
    GONE,
    Bye,
    Entry,
    EntryMember,
    EntryStatus,
    Match,
    MatchSide,
    MatchState,
    Round,
    RoundState,
    Screen,
    StageState,
    Tournament,
    TournamentState,
)
from tournaments.pairing import Result
from tournaments.results.selectors.board_grid import board_grid
from tournaments.stages.selectors import BracketPart, bracket_parts
from tournaments.standings.selectors.rows import facts
from tournaments.standings.selectors.standings import StandingRow, overall_with_facts, standings

SLIPS_A_PAGE, LEAST_A_PAGE = 4, 2
STUBS_A_PAGE = 8  # one for each side
MOST_BLANK = 8  # lines of a pairing card for rounds to come
ROWS_A_SHEET = 18
ROWS_OF_SEVERAL = 16  # what is settled stands beneath them
SHEETS = {"columns": "columns", "pairwise": "several", "sides": "sides", "partnership": "boards"}  # else a pad


@dataclass(frozen=True, slots=True)
class NameLine:
    """The seat of an entry in a round: a table and an opponent, or a bye of this kind."""

    name: str
    table_no: int | None
    opponent: str
    order: int
    bye: Bye | None = None


@dataclass(frozen=True, slots=True)
class Stub:
    """The part of a slip that one side tears off and keeps, with which it enters or confirms the result. The address is
    behind its QR code, the letters are for typing. `claim` is the code by which a name without a login becomes an
    account."""

    name: str
    letters: str
    address: str
    qr: str
    claim: str = ""


@dataclass(frozen=True, slots=True)
class SlipBoard:
    """A board on the slip of a team match: its number and the players of each side, empty for nobody."""

    number: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slip:
    """A result slip: the match with its `names`, and a stub for each; for teams the `boards`, which the desk enters;
    with room for games won if the best of several is played."""

    match: Match
    names: tuple[str, ...]
    stubs: tuple[Stub, ...]
    boards: tuple[SlipBoard, ...] = ()
    deals: range = range(0)  # of a duplicate match: a box for each deal, in the order of play
    counts_games: bool = False

    @property
    def first(self) -> str:
        """The first of the names."""
        return self.names[0]

    @property
    def second(self) -> str:
        """The second of the names."""
        return self.names[1]


@dataclass(frozen=True, slots=True)
class SheetForm:
    """A blank score sheet: its `kind` (a pad or columns for two, "several" each for themselves, the "sides" of a
    chouette, the "boards" of two teams), its `players` (on boards: the members of a team), its rows, the target, and
    the values named in its foot (0: none). `waits`: somebody sits out each deal; `pairs` are the players who settle
    with each other."""

    kind: str
    players: range
    rows: range
    target: int | None
    box_value: int
    game_bonus: int
    has_shutout: bool = True
    waits: bool = False
    pairs: tuple[tuple[int, int], ...] = ()


def by_name(rnd: Round) -> list[NameLine]:
    """Everybody in a round in the order of names, partners each under their own, with table and opponent or bye; absent
    entries are left out."""
    have_partners = size_of(rnd.stage.tournament).is_at_one_table
    lines = []
    for match in round_matches(rnd, with_people=have_partners):
        sides = [side.entry.name for side in match.sides.all()]
        called = [[name] for name in sides]
        if have_partners:
            called = [[str(member.user) for member in side] for side in sitters.at_match(match)]
        for order, names in enumerate(called):
            others = ", ".join(other for at, other in enumerate(sides) if at != order)
            lines += [NameLine(name, match.table_no, others, order) for name in names]
    lines += [NameLine(bye.seat.entry.name, None, "", 0, bye) for bye in round_byes(rnd) if bye.kind != "zero"]
    return sorted(lines, key=lambda line: line.name.casefold())


def slips(rnd: Round, address: Callable[[str], str]) -> list[list[Slip]]:
    """The slips of a round in pages, by table; `address` makes the full web address of a slip's code.

    Matches at live tables need none.
    """
    claims = _claims(rnd.stage.tournament)
    matches = round_matches(rnd)
    boards = _boards(rnd) if is_team(rnd.stage) else {}
    found = [_slip(match, address, boards.get(match.pk, ()), claims) for match in matches if not match.table]
    together = max(STUBS_A_PAGE // shape_of(rnd.stage.settings).most, LEAST_A_PAGE)
    return [found[start : start + together] for start in range(0, len(found), together)]


def desk_list(tournament: Tournament) -> list[tuple[Entry, str]]:
    """The players by start number, else by name, each with the code by which a name without a login is claimed."""
    claims = _claims(tournament)
    entries = tournament.entries.exclude(status__in=GONE).prefetch_related(people())
    listed = sorted(entries, key=lambda one: (one.tpn is None, one.tpn or 0, one.name.casefold()))
    return [(entry, claims.get(entry.pk, "")) for entry in listed]


def score_sheet(tournament: Tournament) -> SheetForm:
    """The blank score sheet of a tournament's variant."""
    rules = engine.VARIANTS[tournament.variant]
    stage = stages(tournament)[0]
    kind = SHEETS.get(rules.sheet.name, "pad")
    players = range(1, (rules.team_size if kind == "boards" else shape_of(stage.settings).most) + 1)
    has_boxes = rules.sheet.name in ("pad", "columns", "pairwise", "sides", "partnership")
    return SheetForm(
        kind=kind,
        players=players,
        rows=range(1, (ROWS_A_SHEET if kind in ("pad", "columns") else ROWS_OF_SEVERAL) + 1),
        target=rules.seating.target(rules),
        box_value=rules.box_value if has_boxes else 0,
        game_bonus=rules.game_bonus if has_boxes else 0,
        has_shutout=rules.shutout.mode != "none",
        waits=rules.seating.name == "cutthroat",
        pairs=tuple(combinations(players, 2)) if kind == "several" else (),
    )


@dataclass(frozen=True, slots=True)
class CardLine:
    """A round on a pairing card: opponents and points; empty where they are to be written by hand."""

    number: int
    opponents: str = ""
    points: str = ""


@dataclass(frozen=True, slots=True)
class PairingCard:
    """The card of an entry for pairing by hand: its rounds so far, and lines for the rounds to come."""

    name: str
    points: str
    lines: tuple[CardLine, ...]


@dataclass(frozen=True, slots=True)
class BlankSlip:
    """A result slip without names: a row for each player at a table, or for each board of teams."""

    rows: range
    boards: range
    counts_games: bool


def pairing_cards(tournament: Tournament, rnd: Round | None) -> list[PairingCard]:
    """The cards of the present stage in the order of its standings, with the opponents of `rnd` filled in."""
    stage = main_stage(tournament)
    rows, found = overall_with_facts(stage)
    table, names = found.facts.crosstable, {number: entry.name for number, entry in found.entries.items()}
    numbers = {entry.pk: number for number, entry in found.entries.items()}
    played = list(stage.rounds.order_by("number").values_list("number", flat=True))
    now = _opponents(rnd) if rnd is not None and rnd.stage_id == stage.pk else {}
    first, unit = (played or [1])[0], table.table.unit
    most = max(facts.rounds_of(stage), len(played))
    cards = []
    for row in rows:
        number = numbers[row.entry.pk]
        lines = [_card_line(first + n, result, names, unit) for n, result in enumerate(table.results(number))]
        if rnd is not None and rnd.number == first + len(lines):
            lines.append(CardLine(rnd.number, now.get(row.entry.pk, "")))
        lines += [CardLine(first + n) for n in range(len(lines), min(most, len(lines) + MOST_BLANK))]
        cards.append(PairingCard(row.entry.name, row.points_text, tuple(lines)))
    return cards


def _card_line(number: int, result: Result, names: Mapping[int, str], unit: int) -> CardLine:
    met = [one for one, _place in result.others] or [result.opponent]
    others = [names[one] for one in met if one]
    return CardLine(number, ", ".join(others) or _("no opponent"), points_text(result.points, unit))


def _opponents(rnd: Round) -> dict[int, str]:
    """The opponents of each entry in a round, by name; none for an entry with a bye."""
    found = {bye.seat.entry.pk: _("no opponent") for bye in round_byes(rnd)}
    for entries in (match.entries for match in round_matches(rnd)):
        found |= {one.pk: ", ".join(other.name for other in entries if other is not one) for one in entries}
    return found


def blank_slip(tournament: Tournament, rnd: Round | None) -> BlankSlip:
    """The slip to copy for a round that is paired without the site."""
    stage = main_stage(tournament)
    if is_team(stage):
        return BlankSlip(range(2), range(1, team_terms(stage.settings).boards + 1), counts_games=False)
    seats = shape_of(stage.settings).most
    first = rnd.matches.paired().select_related("round__stage__tournament").first() if rnd is not None else None
    return BlankSlip(range(seats), range(0), counts_games=first is not None and counts_games(first))


def printable_round(tournament: Tournament, number: int | None, with_draft: bool) -> Round | None:
    """The round with this number, or the last one; drafts only for those who may see them."""
    found = Round.objects.filter(stage__tournament=tournament).select_related("stage__tournament")
    if not with_draft:
        found = found.exclude(state=RoundState.DRAFT)
    if number is not None:
        found = found.filter(number=number)
    return found.order_by("-stage__number", "-number").first()


def _boards(rnd: Round) -> dict[int, tuple[SlipBoard, ...]]:
    """The boards of each team match; blank ones while the round is a draft without line-ups."""
    blank = tuple(SlipBoard(n, ("", "")) for n in range(1, team_terms(rnd.stage.settings).boards + 1))
    lines = board_grid(rnd)
    return {
        line.match.pk: tuple(SlipBoard(board.number, board.names) for board in line.boards) or blank for line in lines
    }


def _claims(tournament: Tournament) -> dict[int, str]:
    """The codes by which names without a login are claimed, by entry; teams and pairs have none."""
    if size_of(tournament).is_team:
        return {}
    members = EntryMember.objects.filter(tournament=tournament).select_related("user")
    return {one.entry_id: claim_code(one.user) for one in members if one.user.is_only_a_name}


def _slip(
    match: Match, address: Callable[[str], str], boards: tuple[SlipBoard, ...], claims: Mapping[int, str]
) -> Slip:
    entries = [side.entry for side in match.sides.all()]
    names = tuple(entry.name for entry in entries)
    stubs = tuple(_stub(match, order, entry, address, claims) for order, entry in enumerate(entries))
    deals = range(1, len(duplicate.columns(match.round)) + 1) if duplicate.is_duplicate(match.round.stage) else range(0)
    return Slip(match, names, stubs, boards, deals, counts_games(match))


def _stub(match: Match, order: int, entry: Entry, address: Callable[[str], str], claims: Mapping[int, str]) -> Stub:
    where = address(codes.slip_code(match, order))
    return Stub(entry.name, codes.slip_letters(match, order), where, qr_svg(where), claims.get(entry.pk, ""))


BOTH, PAIRINGS, STANDINGS = "both", "pairings", "standings"
SHOWS = (BOTH, PAIRINGS, STANDINGS)


@dataclass(frozen=True, slots=True)
class HallView:
    """The state of a hall: `ends_at` when time is called (None: no time set), `missing` the absent players,
    `open_tables` the tables without a result. While a bracket is played its `trees` stand in place of the standings."""

    tournament: Tournament
    round: Round | None
    names: list[NameLine] = field(default_factory=list)
    standings: list[StandingRow] = field(default_factory=list)
    missing: list[Entry] = field(default_factory=list)
    open_tables: list[int] = field(default_factory=list)
    ends_at: datetime | None = None
    results: int = 0
    matches: int = 0
    trees: list[BracketPart] = field(default_factory=list)


def screen_code(screen: Screen) -> str:
    """The code in a screen's address."""
    return codes.code("screen", screen.public_id)


def screen_by_code(code: str) -> Screen | None:
    """The screen that a code opens; a revoked one too, so that the page can say so."""
    screen = Screen.objects.select_related("tournament__club").filter(public_id=codes.identity(code)).first()
    return screen if screen is not None and codes.is_right(code, screen_code(screen)) else None


def hall(screen: Screen) -> HallView:
    """The contents of a hall screen now; drafts are left out."""
    tournament = screen.tournament
    rnd = printable_round(tournament, None, with_draft=False)
    is_on = rnd is not None and rnd.state in (RoundState.PUBLISHED, RoundState.RUNNING)
    shown = standings(tournament) if screen.shows != PAIRINGS and tournament.state != TournamentState.OPEN else []
    if rnd is None:
        return HallView(tournament, None, standings=shown, missing=_not_here(tournament))
    trees = _trees(tournament) if screen.shows != PAIRINGS else []
    states = list(rnd.matches.paired().order_by("table_no").values_list("table_no", "state"))
    return HallView(
        tournament,
        rnd,
        names=by_name(rnd) if is_on and screen.shows != STANDINGS else [],
        standings=[] if trees else shown,
        trees=trees,
        missing=_missing(rnd) if is_on else [],
        open_tables=[no for no, state in states if state != MatchState.OVER] if rnd.state == RoundState.RUNNING else [],
        ends_at=_ends_at(rnd),
        results=sum(state == MatchState.OVER for _no, state in states),
        matches=len(states),
    )


def _trees(tournament: Tournament) -> list[BracketPart]:
    """The brackets that are played now, one after the other if two cups run at the same time."""
    brackets = [stage for stage in stages(tournament) if stage.has_bracket and stage.state == StageState.RUNNING]
    running = [stage for stage in brackets if facts.next_step(stage).step != "finish"]
    several = len(running) > 1
    return [
        replace(part, name=f"{stage_name(stage)} · {part.name}") if several else part
        for stage in running
        for part in bracket_parts(stage)
    ]


def _not_here(tournament: Tournament) -> list[Entry]:
    """Before round 1: the entries that are not checked in."""
    waiting = (EntryStatus.ENTERED, EntryStatus.ABSENT)
    return list(tournament.entries.filter(status__in=waiting).order_by("name"))


def _missing(rnd: Round) -> list[Entry]:
    """The players flagged as missing in matches that are not over."""
    sides = MatchSide.objects.filter(seat__round=rnd, missing_since__isnull=False, is_absent=False)
    sides = sides.exclude(match__state=MatchState.OVER).select_related("seat__entry").order_by("match__table_no")
    return [side.entry for side in sides]


def _ends_at(rnd: Round) -> datetime | None:
    if rnd.state != RoundState.RUNNING or rnd.started_at is None or not rnd.minutes:
        return None
    return rnd.started_at + timedelta(minutes=rnd.minutes)
