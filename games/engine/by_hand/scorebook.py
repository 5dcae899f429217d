"""A sitting of two written down deal by deal: its sheets, who deals next, how it stands, and what it comes to.

Stands on the sheets, the seating, the lengths and the series of games, as a live table does.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.engine.by_hand.deal_entry import BadEntry, DealEntry, entry_doubts, points_doubt, result_of
from games.engine.moves.result import DealResult, Score, Settlement
from games.engine.play.impossible import Unplayable
from games.engine.play.rules import RuleSet
from games.engine.play.state import Places
from games.engine.seatings.two import REPEATED
from games.engine.sheets.entered import Doubt
from games.engine.sheets.lengths import Length, Verdict, verdict
from games.engine.sheets.series import Final, Game, final_of, game_of, tally_of

Pair = tuple[int, int]
AFTER = (1, 0)


@dataclass(frozen=True, slots=True)
class BookedDeal:
    """One deal as it stands in the book: what was said, who dealt it, what it came to, and the sheet after it. `number`
    is its place on that sheet, None where it is dealt again and no sheet has it."""

    entry: DealEntry
    dealer: int
    result: DealResult
    number: int | None
    standing: Settlement


@dataclass(frozen=True, slots=True)
class BookedSheet:
    """One game: its deals, those that count for nothing too, and what they add up to."""

    deals: tuple[BookedDeal, ...]
    standing: Settlement


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorebook:
    """The sheets of a sitting, the last one perhaps open (none before the first deal is asked for), who deals next
    (None: over), how it stands, and what all games come to so far."""

    sheets: tuple[BookedSheet, ...]
    next_dealer: int | None
    verdict: Verdict
    games: tuple[Game, ...]
    final: Final

    @property
    def deals(self) -> tuple[BookedDeal, ...]:
        """All deals in their order."""
        return tuple(deal for sheet in self.sheets for deal in sheet.deals)

    @property
    def credits(self) -> Pair:
        """GIN-39: what both sides have been credited by the differences of the finished games."""
        return tally_of(self.games, is_called=False, is_dealt=False).credits

    @property
    def closed(self) -> str:
        """CGN-10: the colours that take no more on the sheet that is written on."""
        return _closed(self.sheets[-1].standing)


def scorebook(
    rules: RuleSet,
    length: Length,
    entries: Iterable[DealEntry],
    *,
    head_start: Pair = (0, 0),
    is_called: bool = False,
    first_dealer: int = 0,
) -> Scorebook:
    """The book of these deals in their order, under rules with the options of their length laid over them.

    `head_start` are the games that both start with, `is_called` says that time was called, `first_dealer` deals first
    unless the first entry names another. Raises BadEntry for a deal that cannot have been, or after the end; Unplayable
    for rules that are not for two.
    """
    if rules.seating.name != "two":
        raise Unplayable("seats", rules.seating.name, "two")
    written = _Writing(rules, length, head_start, first_dealer)
    for at, entry in enumerate(entries, 1):
        written.enter(at, entry)
    stands = written.stands(is_called)
    games = tuple(game_of(sheet.standing) for sheet in written.sheets)
    return Scorebook(
        sheets=tuple(written.sheets),
        next_dealer=None if stands.is_over else written.places.dealer,
        verdict=stands,
        games=games,
        final=final_of(games, stands.leader if stands.is_over else None, head_start),
    )


class _Writing:
    """The book while it is written; `score` is that of the sheet that is open."""

    def __init__(self, rules: RuleSet, length: Length, head_start: Pair, first_dealer: int) -> None:
        self.rules, self.length, self.head_start = rules, length, head_start
        self.places = Places(first_dealer, AFTER)
        self.score = Score(len(AFTER))
        self.sheets: list[BookedSheet] = []
        self._open()

    def enter(self, at: int, entry: DealEntry) -> None:
        """One deal more. Raises BadEntry."""
        if self.stands(False).is_over:
            raise BadEntry(at, (Doubt(field="how", code="match_is_over", rule="GIN-32"),))
        if self.sheets[-1].standing.over:
            self._open()
        closed = _closed(self.sheets[-1].standing)
        found = entry_doubts(self.rules, entry, closed) or self._of_dealer(at, entry)
        result = DealResult(type="void", winner=None, points=0) if found else result_of(self.rules, entry, closed)
        found = found or points_doubt(entry, result)
        if found:
            raise BadEntry(at, found)
        self._write(entry, result)

    def stands(self, is_called: bool) -> Verdict:
        """How the match stands by its length."""
        games = [game_of(sheet.standing) for sheet in self.sheets]
        tally = tally_of(games, is_called=is_called, is_dealt=False, head_start=self.head_start)
        return verdict(self.length, tally)

    def _of_dealer(self, at: int, entry: DealEntry) -> tuple[Doubt, ...]:
        """GIN-38: whose deal it was; the first deal is drawn for (GIN-4), and by IRR-2 another's deal stands."""
        due = self.places.dealer
        if at == 1 or entry.dealer in (None, due) or entry.irr == "IRR-2":
            return ()
        return (Doubt(field="dealer", code="not_the_dealer", rule="GIN-38", least=due, most=due),)

    def _write(self, entry: DealEntry, result: DealResult) -> None:
        """The deal on the sheet, and who deals next; what is dealt again is on no sheet (IRR-3, 6, 12, 33)."""
        dealer = self.places.dealer if entry.dealer is None else entry.dealer
        assert dealer is not None
        self.places = self.rules.seating.next(self.rules, Places(dealer, AFTER), result)
        result = replace(result, next_dealer=self.places.dealer)
        sheet, number = self.sheets[-1], None
        if result.type not in REPEATED:
            self.score = self.rules.sheet.enter(self.rules, self.score, result)
            number = len(self.score.deals)
        standing = self.rules.sheet.settle(self.rules, self.score)
        deal = BookedDeal(entry, dealer, result, number, standing)
        self.sheets[-1] = BookedSheet((*sheet.deals, deal), standing)

    def _open(self) -> None:
        """An empty sheet."""
        self.score = self.rules.sheet.blank(len(AFTER))
        self.sheets.append(BookedSheet((), self.rules.sheet.settle(self.rules, self.score)))


def _closed(standing: Settlement) -> str:
    return "".join(column.name for column in standing.columns if column.over)
