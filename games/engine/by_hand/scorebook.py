"""A sitting that is written down deal by deal: its sheets, the next dealer, the standing, and the final result.

It uses the same sheets, seatings, lengths and series of games as a live table.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from games.engine.by_hand.deal_entry import BadEntry, DealEntry
from games.engine.by_hand.doubts import Doubt
from games.engine.by_hand.seated import (
    board_results,
    boards_of,
    check_seats,
    entry_doubts,
    entry_result,
    first_places,
    may_deal_first,
    points_doubt,
    seat_order,
)
from games.engine.moves.result import DEALT_AGAIN, DealResult, Settlement
from games.engine.play.impossible import Unplayable
from games.engine.play.rules import RuleSet
from games.engine.play.state import Places
from games.engine.sheets.lengths import KINDS, Length, Verdict, verdict
from games.engine.sheets.series import Final, Game, final_of, game_of, tally_of

Pair = tuple[int, int]
OF_SEVERAL = ("game", "deals")  # the kinds of lengths of a sitting of three and more sides


@dataclass(frozen=True, slots=True)
class BookedDeal:
    """One deal in the book: its entry, the seats and dealer, its result, and the sheet after it. `number` is its place
    on that sheet; None for a deal that is dealt again and so is on no sheet. In a game of teams `boards` are the
    results of its boards."""

    entry: DealEntry
    places: Places
    result: DealResult
    number: int | None
    standing: Settlement
    boards: tuple[DealResult, ...] = ()

    @property
    def dealer(self) -> int:
        """The dealer of the deal: a seat, or a team."""
        assert self.places.dealer is not None
        return self.places.dealer


@dataclass(frozen=True, slots=True)
class BookedSheet:
    """One game: its deals, including those that do not count, and their total."""

    deals: tuple[BookedDeal, ...]
    standing: Settlement


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorebook:
    """A sitting so far: its sheets (the last may still be open); `places`, who sits where in the next deal (None: the
    sitting is over); `verdict`, the standing; and the totals of all games. `verdict.leader` is a side if there are two
    sides, else a seat."""

    rules: RuleSet
    sheets: tuple[BookedSheet, ...]
    places: Places | None
    verdict: Verdict
    games: tuple[Game, ...]
    final: Final

    @property
    def deals(self) -> tuple[BookedDeal, ...]:
        """All deals in their order."""
        return tuple(deal for sheet in self.sheets for deal in sheet.deals)

    @property
    def next_dealer(self) -> int | None:
        """The dealer of the next deal: a seat, or a team; None when the sitting is over."""
        return None if self.places is None else self.places.dealer

    @property
    def boards(self) -> tuple[Pair, ...]:
        """The pairs that play each other in the next deal: at every board of teams; in cutthroat and chouette the two
        who play."""
        return () if self.places is None else boards_of(self.rules, self.places)

    def boards_in(self, deal: BookedDeal) -> tuple[Pair, ...]:
        """The pairs that played each other in a deal of the book."""
        return boards_of(self.rules, deal.places)

    @property
    def asks_draw(self) -> bool:
        """3P-1, 7: is the first deal still to come, and do the players draw for who plays and who waits?"""
        return not self.deals and self.rules.seating.name in ("cutthroat", "chouette")

    def seated(self, order: Sequence[int]) -> Places | None:
        """The places of the next deal. For the first deal, `order` is the draw that decides them (empty: all stay where
        they sit)."""
        if self.places is None or not order or self.deals:
            return self.places
        return first_places(self.rules, len(self.places.after), order, None)

    def boards_after(self, order: Sequence[int]) -> tuple[Pair, ...]:
        """The pairs that play each other in the next deal; for the first deal, after the draw `order`."""
        places = self.seated(order)
        return () if places is None else boards_of(self.rules, places)

    def may_deal_first(self, order: Sequence[int]) -> tuple[int, ...]:
        """The seats that may deal first after the draw `order`."""
        places = self.seated(order)
        return () if places is None else may_deal_first(self.rules, places)

    def first_dealer(self, order: Sequence[int]) -> int | None:
        """The seat that deals first after the draw `order`, unless the players say otherwise."""
        places = self.seated(order)
        return None if places is None else places.dealer

    @property
    def credits(self) -> Pair:
        """GIN-39: the points of the match that both sides have been credited with for the finished games."""
        return tally_of(self.games, is_called=False, is_dealt=False).credits

    @property
    def closed(self) -> str:
        """CGN-10: the colours of the open sheet that take no more points; none if the next deal opens a new sheet."""
        standing = self.sheets[-1].standing
        return "" if standing.over and self.places is not None else _closed(standing)


def scorebook(
    rules: RuleSet,
    length: Length,
    entries: Iterable[DealEntry],
    *,
    seats: int | None = None,
    head_start: Pair = (0, 0),
    is_called: bool = False,
    first_dealer: int = 0,
) -> Scorebook:
    """The book of these deals in their order, under these rules with the options of their length.

    `seats` is how many sit there (None: as the rules have it), `head_start` the games that both sides start with,
    `is_called` says that time was called, `first_dealer` deals first unless the first entry says otherwise. Raises
    BadEntry for a deal that cannot have been, or after the end; Unplayable for a number of seats or a length that these
    rules do not have.
    """
    seats = rules.seating.numbers(rules)[0] if seats is None else seats
    check_seats(rules, seats)
    if _sides(rules, seats) != 2 and length.kind not in OF_SEVERAL:
        raise Unplayable("length", length.kind, ", ".join(kind for kind in KINDS if kind in OF_SEVERAL))
    written = _Writing(rules, length, seats, head_start, first_dealer)
    for at, entry in enumerate(entries, 1):
        written.enter(at, entry)
    stands = written.stands(is_called)
    games = tuple(game_of(sheet.standing) for sheet in written.sheets)
    return Scorebook(
        rules=rules,
        sheets=tuple(written.sheets),
        places=None if stands.is_over else written.places,
        verdict=stands,
        games=games,
        final=final_of(games, stands.leader if stands.is_over else None, head_start),
    )


class _Writing:
    """The book while it is written; `score` is that of the sheet that is open."""

    def __init__(self, rules: RuleSet, length: Length, seats: int, head_start: Pair, first_dealer: int) -> None:
        self.rules, self.length, self.seats, self.head_start = rules, length, seats, head_start
        self.places = first_places(rules, seats, seat_order(rules, seats, first_dealer), first_dealer)
        self.score = rules.sheet.blank(seats)
        self.sheets: list[BookedSheet] = []
        self._open()

    def enter(self, at: int, entry: DealEntry) -> None:
        """Add one deal. Raises BadEntry."""
        if self.stands(False).is_over:
            raise BadEntry(at, (Doubt(field="how", code="match_is_over", rule="GIN-32"),))
        if self.sheets[-1].standing.over:
            self._open()
        found = self._of_order(at, entry)
        places = self._seated(at, entry) if not found else self.places
        found = found or self._of_dealer(at, entry, places)
        closed = _closed(self.sheets[-1].standing)
        found = found or entry_doubts(self.rules, places, entry, closed)
        if found:
            said = entry if found[0].board is None else entry.boards[found[0].board]
            raise BadEntry(at, found, said.irr)
        result = entry_result(self.rules, places, entry, closed)
        found = points_doubt(entry, result)
        if found:
            raise BadEntry(at, found)
        self._write(entry, places, result)

    def stands(self, is_called: bool) -> Verdict:
        """The standing of the sitting by its length."""
        games = [game_of(sheet.standing) for sheet in self.sheets]
        if _sides(self.rules, self.seats) == 2:
            tally = tally_of(games, is_called=is_called, is_dealt=False, head_start=self.head_start)
            return verdict(self.length, tally)
        return self._stands_of_several(games[-1], is_called)

    def _stands_of_several(self, game: Game, is_called: bool) -> Verdict:
        """Three and more sides play one game, or a fixed number of deals; after a call or the last deal the side with
        the most points leads."""
        if game.over:
            return Verdict(True, game.winner, False)
        is_over = is_called or (self.length.kind == "deals" and game.deals >= self.length.n)
        leader = _leader(game, self.places)
        is_over = is_over and (leader is not None or not self.length.decides)
        return Verdict(is_over, leader, not is_over)

    def _of_order(self, at: int, entry: DealEntry) -> tuple[Doubt, ...]:
        """3P-1, 7: check the draw: it must be entered once, and name every seat."""
        if entry.order and (at > 1 or sorted(entry.order) != list(range(self.seats))):
            code = "drawn_already" if at > 1 else "not_every_seat"
            return (Doubt(field="order", code=code, rule="GIN-4", least=self.seats, most=self.seats),)
        return ()

    def _seated(self, at: int, entry: DealEntry) -> Places:
        """The places of this deal."""
        if at == 1 and (entry.order or entry.dealer is not None):
            order = entry.order
            if not order:
                due = self.places.dealer
                assert due is not None
                order = seat_order(self.rules, self.seats, due)
            return first_places(self.rules, self.seats, order, entry.dealer)
        return self.places

    def _of_dealer(self, at: int, entry: DealEntry, places: Places) -> tuple[Doubt, ...]:
        """GIN-38: the dealer of this deal. The first deal is drawn for (GIN-4), and a deal by the wrong player stands
        by IRR-2."""
        due = places.dealer
        if entry.dealer in (None, due) or entry.irr == "IRR-2":
            return ()
        if at == 1 and entry.dealer in may_deal_first(self.rules, places):
            return ()
        return (
            Doubt(field="dealer", code="not_the_dealer", rule="GIN-38" if at > 1 else "GIN-4", least=due, most=due),
        )

    def _write(self, entry: DealEntry, places: Places, result: DealResult) -> None:
        """Enter the deal on the sheet and find the next dealer. A deal that is dealt again is on no sheet (IRR-3, 6,
        12, 33)."""
        places = places if entry.dealer is None else replace(places, dealer=entry.dealer)
        self.places = self.rules.seating.next(self.rules, places, result)
        result = replace(result, next_dealer=self.places.dealer)
        sheet, number = self.sheets[-1], None
        if result.type not in DEALT_AGAIN:
            self.score = self.rules.sheet.enter(self.rules, self.score, result)
            number = len(self.score.deals)
        standing = self.rules.sheet.settle(self.rules, self.score)
        boards = tuple(board_results(self.rules, places, entry)) if self.rules.seating.name == "teams" else ()
        deal = BookedDeal(entry, places, result, number, standing, boards)
        self.sheets[-1] = BookedSheet((*sheet.deals, deal), standing)

    def _open(self) -> None:
        """An empty sheet."""
        self.score = self.rules.sheet.blank(self.seats)
        self.sheets.append(BookedSheet((), self.rules.sheet.settle(self.rules, self.score)))


def _sides(rules: RuleSet, seats: int) -> int:
    """The number of sides on a sheet: two for two players or teams, else one a seat."""
    return 2 if rules.seating.name in ("two", "teams") else seats


def _closed(standing: Settlement) -> str:
    return "".join(column.name for column in standing.columns if column.over)


def _leader(game: Game, places: Places) -> int | None:
    """The seat with the most points; for a side that shares points, its captain."""
    best = [seat for seat, points in enumerate(game.points) if points == max(game.points)]
    if places.box is not None and places.box not in best:
        return places.after[places.box]
    return best[0] if len(best) == 1 else None
