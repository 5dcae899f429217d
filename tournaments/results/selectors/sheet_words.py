"""A score sheet as its page shows it, in the game's own form: the pad, Hollywood's columns, the colours."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from doors.words import SUIT_SIGNS
from games import engine
from tournaments.models import Match
from tournaments.results.selectors.score_sheets import ScoreSheet, has_sheet, score_sheet, takes_deals


@dataclass(frozen=True, slots=True)
class Cell:
    """The change of one side in one column by a deal: the signed gain and the total after it; empty strings if it
    gained nothing."""

    gained: str
    total: str


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board of a deal of teams: who played there, how it ended, its points as the first team sees them, and its
    irregularity."""

    players: tuple[str, str]
    how: str
    points: str
    irr: str


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal on the sheet: its number (none: dealt again), how it ended, who dealt, its cells, its irregularity with
    the offender and the words about it; the players where others waited (the box first), and of teams its boards."""

    number: int | None
    how: str
    dealer: str
    cells: tuple[Cell, ...]
    irr: str
    offender: str
    words: str
    players: tuple[str, ...] = ()
    boards: tuple[BoardLine, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnSheet:
    """One game: a title where there are several, the heads of its sides, those of its columns with whether they are
    closed (none: a pad), its deals, and at the foot names with a value for each side (of each column). `settled`: what
    each seat of a chouette wins or loses, once it is over."""

    title: str
    heads: tuple[str, ...]
    columns: tuple[tuple[str, bool], ...]
    lines: tuple[DealLine, ...]
    foot: tuple[tuple[str, tuple[str, ...]], ...]
    won_by: str
    settled: tuple[tuple[str, str], ...] = ()

    @property
    def notes(self) -> tuple[DealLine, ...]:
        """The deals with notes to read below the sheet."""
        return tuple(line for line in self.lines if line.irr or line.words)

    @property
    def has_boards(self) -> bool:
        """Is it the sheet of two teams?"""
        return any(line.boards for line in self.lines)


def drawn(sheet: ScoreSheet) -> list[DrawnSheet]:
    """The sheets of a sitting, the current one last."""
    several = len(sheet.book.sheets) > 1
    return [
        _drawn(one, sheet, _("Game %(n)d") % {"n": n} if several else "") for n, one in enumerate(sheet.book.sheets, 1)
    ]


def sheet_facts(match: Match) -> dict[str, Any]:
    """The facts about a match's sheet for its page: `takes_deals`, and if a deal is written down `sheets`, and
    `credited` in a match to points."""
    found = score_sheet(match) if has_sheet(match) else None
    return {"takes_deals": takes_deals(match), **(shown(found) if found else {})}


def shown(sheet: ScoreSheet) -> dict[str, Any]:
    """`sheets` and `credited` of a sitting, once a deal is written down."""
    return {"sheets": drawn(sheet), "credited": credited(sheet)} if sheet.book.deals else {}


def credited(sheet: ScoreSheet) -> list[tuple[str, int]]:
    """GIN-39: the sides of a match to points by name, with what they have been credited; else empty."""
    return list(zip(sheet.names, sheet.credits or (), strict=False))


def leader(sheet: ScoreSheet) -> str:
    """The side or seat that leads or has won; empty when level."""
    found = sheet.book.verdict.leader
    return "" if found is None else sheet.names[found]


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in the next deal: who deals; who plays, box or captain first, and who waits where not all play; of
    teams the pairs of the boards."""

    dealer: str
    playing: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    has_box: bool = False
    pairs: tuple[tuple[str, str], ...] = ()


def seating(sheet: ScoreSheet, order: Sequence[int] = ()) -> Seating | None:
    """Who sits where in the next deal, the first deal after this draw; None when the sitting is over."""
    places, names = sheet.book.seated(order), sheet.sitters
    if places is None or places.dealer is None:
        return None
    playing: tuple[int, ...] = ()
    if places.waiting:
        seats = (seat for seat in range(len(names)) if seat not in places.waiting)
        playing = tuple(sorted(seats, key=lambda seat: seat != places.box))
    pairs = sheet.book.boards if sheet.is_for_teams else ()
    return Seating(
        dealer=sheet.names[places.dealer],
        playing=tuple(names[seat] for seat in playing),
        waiting=tuple(names[seat] for seat in places.waiting),
        has_box=places.box is not None,
        pairs=tuple((names[first], names[second]) for first, second in pairs),
    )


def draw_words(sheet: ScoreSheet) -> list[str]:
    """3P-1, 7: the meaning of each place of the draw, from the highest card to the lowest."""
    if sheet.rules.seating.name == "chouette":
        rest = len(sheet.sitters) - 2
        return [
            _("Highest: the box"),
            _("Second: captain"),
            *[_("Then number %(n)d") % {"n": n + 3} for n in range(rest)],
        ]
    return [_("Highest card"), _("Second card"), _("Lowest: sits out")]


def how_words(result: engine.DealResult) -> str:
    """How a deal ended, by the arithmetic: a knock may have been an undercut."""
    words = {
        "knock": _("Knock"),
        "gin": _("Gin"),
        "big_gin": _("Big gin"),
        "undercut": _("Undercut"),
        "declined": _("Double declined"),
        "tie": _("Tie"),
        "dead": _("Dead hand"),
        "no_winner": _("No winner"),
        "void": _("Dealt again"),
        "out": _("Out"),
        "exhausted": _("Stock used up"),
        "challenge": _("Challenge"),
        "draw": _("Drawn"),
        "team": _("Boards"),
    }
    return words[result.type]


def _drawn(one: engine.BookedSheet, sheet: ScoreSheet, title: str) -> DrawnSheet:
    standing, rules = one.standing, sheet.rules
    columns = tuple((SUIT_SIGNS.get(column.name, column.name), column.over) for column in standing.columns)
    lines, before = [], rules.sheet.settle(rules, rules.sheet.blank(len(sheet.sitters)))
    box, was = None, (0, 0)
    for deal in one.deals:
        box = deal.places.box
        cells = tuple(_cells(before, deal.standing))
        if box is not None:  # 3P-9: the scores of the box and of the side, whoever sits there
            now = deal.standing.points[box], deal.standing.points[_aside(box)]
            cells, was = tuple(map(_cell, was, now)), now
        lines.append(_line(deal, sheet, cells))
        before = deal.standing
    foot = _sides_foot(standing, rules, box) if rules.sheet.name == "sides" else _foot(standing, rules)
    return DrawnSheet(
        title,
        (_("Box"), _("Side")) if rules.sheet.name == "sides" else sheet.names,
        columns,
        tuple(lines),
        tuple(foot),
        _won_by(one, sheet),
        _settled(standing, sheet),
    )


def _line(deal: engine.BookedDeal, sheet: ScoreSheet, cells: tuple[Cell, ...]) -> DealLine:
    entry, names = deal.entry, sheet.sitters
    dealer = sheet.names[deal.dealer]
    players: tuple[str, ...] = ()
    if deal.places.waiting:
        playing = [seat for seat in range(len(names)) if seat not in deal.places.waiting]
        players = tuple(names[seat] for seat in sorted(playing, key=lambda seat: seat != deal.places.box))
    offender = "" if entry.offender is None else names[entry.offender]
    boards = tuple(_boards(deal, sheet)) if deal.boards else ()
    irr = entry.irr or next((board.irr for board in boards if board.irr), "")
    return DealLine(deal.number, how_words(deal.result), dealer, cells, irr, offender, entry.words, players, boards)


def _boards(deal: engine.BookedDeal, sheet: ScoreSheet) -> Iterator[BoardLine]:
    pairs = engine.pairings(len(sheet.sitters) // 2, deal.places.rotation)
    for pair, result, said in zip(pairs, deal.boards, deal.entry.boards, strict=True):
        points = 0 if result.winner is None else result.points if result.winner % 2 == 0 else -result.points
        players = (sheet.sitters[pair[0]], sheet.sitters[pair[1]])
        yield BoardLine(players, how_words(result), _signed(points) or "0", said.irr)


def _won_by(one: engine.BookedSheet, sheet: ScoreSheet) -> str:
    """The winner of the game; in a chouette the box or the side."""
    standing = one.standing
    if not standing.over or standing.winner is None:
        return ""
    if sheet.rules.sheet.name == "sides" and one.deals:
        return _("Box") if standing.winner == one.deals[-1].places.box else _("Side")
    return sheet.names[standing.winner]


def _settled(standing: engine.Settlement, sheet: ScoreSheet) -> tuple[tuple[str, str], ...]:
    """3P-9: what each seat of a chouette wins or loses."""
    if not standing.over or sheet.rules.sheet.name != "sides":
        return ()
    return tuple((name, _signed(net) or "0") for name, net in zip(sheet.names, standing.net, strict=True))


def _aside(box: int) -> int:
    """A seat of the side."""
    return 0 if box else 1


def _sides_foot(
    standing: engine.Settlement, rules: engine.RuleSet, box: int | None
) -> Iterator[tuple[str, tuple[str, ...]]]:
    seats = (box or 0, _aside(box or 0))
    yield _("Points"), _row(tuple(standing.points[seat] for seat in seats))
    if any(standing.boxes) and rules.box_value:
        yield _("Boxes"), _row(tuple(standing.boxes[seat] for seat in seats))
    if standing.over:
        yield _("Total"), _row(tuple(standing.totals[seat] for seat in seats))


def _cells(before: engine.Settlement, after: engine.Settlement) -> Iterator[Cell]:
    """The changes of a deal on the pad, or in each column."""
    if not after.columns:
        yield from (_cell(old, new) for old, new in zip(before.points, after.points, strict=True))
    for old, new in zip(before.columns, after.columns, strict=True):
        yield from (_cell(a, b) for a, b in zip(old.points, new.points, strict=True))


def _cell(old: int, new: int) -> Cell:
    return Cell(_signed(new - old), str(new)) if new != old else Cell("", "")


def _foot(standing: engine.Settlement, rules: engine.RuleSet) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The totals of the sheet so far, and once it is over with all bonuses (GIN-33..37, HOL-6)."""
    if standing.columns:
        yield _("Points"), _row(points for column in standing.columns for points in column.points)
        if any(column.totals != column.points for column in standing.columns):
            yield _("Total"), _row(total for column in standing.columns for total in column.totals)
        return
    yield _("Units") if rules.sheet.name == "stakes" else _("Points"), _row(standing.points)
    if any(standing.boxes) and rules.box_value:
        yield _("Boxes"), _row(standing.boxes)
    if standing.over and rules.sheet.name == "pairwise":
        yield _("Total"), _row(standing.totals)
        yield _("Settlement"), tuple(_signed(net) or "0" for net in standing.net)
    if not standing.over or standing.winner is None or rules.sheet.name not in ("pad", "partnership"):
        return
    if rules.stake is not None:
        yield _("Stake"), tuple(_signed(net) for net in standing.net)
        return
    bonus = [rules.game_bonus if seat == standing.winner else 0 for seat in range(len(standing.points))]
    rest = [total - points - more for total, points, more in zip(standing.totals, standing.points, bonus, strict=True)]
    yield _("Game bonus"), tuple(_signed(more) for more in bonus)
    yield _("Boxes and shutout") if standing.shutout else _("Boxes in points"), tuple(_signed(more) for more in rest)
    yield _("Total"), _row(standing.totals)
    yield _("Difference"), tuple(_signed(net) for net in standing.net)


def _row(values: Iterator[int] | tuple[int, ...]) -> tuple[str, ...]:
    return tuple(str(value) for value in values)


def _signed(value: int) -> str:
    return f"+{value}" if value > 0 else f"−{-value}" if value else ""
