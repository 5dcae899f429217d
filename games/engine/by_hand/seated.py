"""A deal at a table of any seating: who sat at it, whether its entry is possible, and its result on the sheet.

Two of three or more play while the others wait (cutthroat, chouette), all three play (battle royal), or two teams play
a board a member: each board is an ordinary deal of two hands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.engine.by_hand.deal_entry import BOARDS, MOST_RULED, DealEntry, ways
from games.engine.by_hand.doubts import Doubt
from games.engine.by_hand.hands import hand_doubts, hand_result
from games.engine.laws.catalogue import SHEET, call
from games.engine.moves.result import DealResult
from games.engine.play.impossible import Unplayable
from games.engine.play.rules import RuleSet
from games.engine.play.state import Places
from games.engine.seatings.lifting import lifted_result
from games.engine.seatings.pairs import paired
from games.engine.seatings.teams import pairings
from games.engine.sheets.partnership import team_result

Seats = tuple[int, int]


def seat_order(rules: RuleSet, seats: int, dealer: int) -> tuple[int, ...]:
    """The order of the draw, highest first, that makes this seat the first dealer and keeps the others in their
    order."""
    others = [(dealer + step) % seats for step in range(1, seats)]
    if rules.seating.name == "cutthroat" and rules.three_dealer == "sitting_out":
        return (*others, dealer)
    if rules.seating.name in ("cutthroat", "chouette") and not _box_deals(rules):
        return (others[0], dealer, *others[1:])
    return (dealer, *others)


def first_places(rules: RuleSet, seats: int, order: Sequence[int], dealer: int | None) -> Places:
    """The seats at the first deal after this draw (`order`, highest first). `dealer` deals if the draw leaves that
    open; it is a team in a game of teams. Raises Unplayable for another number of seats."""
    name = rules.seating.name
    blank = rules.seating.places(seats)
    if name == "cutthroat":  # 3P-1
        high, middle, low = order
        named = middle if rules.three_dealer == "entering" else low
        return paired(seats, named, *sorted((high, middle)), waiting=(low,))
    if name == "chouette":  # 3P-7
        box, captain, *queue = order
        named = dealer if dealer in (box, captain) else box if _box_deals(rules) else captain
        return paired(seats, named, box, captain, waiting=tuple(queue), box=box)
    first = order[0] if dealer is None else dealer
    return replace(blank, dealer=first % 2 if name == "teams" else first)


def _box_deals(rules: RuleSet) -> bool:
    """GIN-4 between box and captain: the player who may choose takes the deal (our reading); else the lower card
    deals."""
    return rules.seating.name == "chouette" and rules.first_dealer == "high_chooses"


def may_deal_first(rules: RuleSet, places: Places) -> tuple[int, ...]:
    """The seats that may deal first after the draw that made these places; in cutthroat the draw decides."""
    assert places.dealer is not None
    if rules.seating.name == "cutthroat":
        return (places.dealer,)
    if places.box is not None:
        return (places.box, places.after[places.box])
    return (0, 1) if rules.seating.name == "teams" else tuple(range(len(places.after)))


def boards_of(rules: RuleSet, places: Places) -> tuple[Seats, ...]:
    """The pairs that play each other: every board of teams; the one pair of cutthroat and chouette; none if all play
    one deal."""
    if rules.seating.name == "teams":
        return pairings(len(places.after) // 2, places.rotation)
    if rules.inner is None:
        return ()
    first, second = (seat for seat in range(len(places.after)) if seat not in places.waiting)
    return ((first, second),)


def entry_doubts(rules: RuleSet, places: Places, entry: DealEntry, closed: str = "") -> tuple[Doubt, ...]:
    """Everything that is impossible under the rules about an entry at these places; empty if it can be scored. `closed`
    are the colours that take no more points (CGN-9)."""
    seats = len(places.after)
    found = tuple(_of_seats(rules, entry, seats))
    if not found and rules.seating.name == "teams":
        found = tuple(_of_teams(rules, places, entry))
    elif not found and rules.inner is not None:
        found = tuple(_of_pair(rules, places, entry))
    elif not found:
        found = hand_doubts(rules, entry, seats, closed, is_board=False)
    return found or tuple(_of_law(rules, entry)) or tuple(_of_ruling(rules, entry))


def entry_result(rules: RuleSet, places: Places, entry: DealEntry, closed: str = "") -> DealResult:
    """The result on the sheet of a deal without doubts, with points of a ruling; `next_dealer` is left open."""
    seats = len(places.after)
    if rules.seating.name == "teams":
        result = team_result(board_results(rules, places, entry)) if entry.how == BOARDS else _void(2)
    elif rules.inner is not None:
        (pair,) = boards_of(rules, places)
        result = lifted_result(hand_result(rules.inner, local_entry(entry, pair), 2), pair, seats)
        result = replace(result, box=places.box)
    else:
        result = hand_result(rules, entry, seats, closed)
    return _with_ruling(result, entry.ruled) if any(entry.ruled) else result


def board_results(rules: RuleSet, places: Places, entry: DealEntry) -> list[DealResult]:
    """PRT-4: the result of each board of a deal of teams, by the seats of the table; none for a void deal."""
    assert rules.inner is not None
    pairs = boards_of(rules, places) if entry.how == BOARDS else ()
    found = zip(pairs, entry.boards, strict=False)
    return [lifted_result(hand_result(rules.inner, board, 2), pair, len(places.after)) for pair, board in found]


def points_doubt(entry: DealEntry, result: DealResult) -> tuple[Doubt, ...]:
    """GIN-29: compare the players' own sum with the right one; no doubt if they give none."""
    if entry.points is None or entry.points == result.points:
        return ()
    right = result.points
    rule = "COL-12" if result.scores is not None else "PRT-3" if entry.how == BOARDS else "GIN-29"
    return (Doubt(field="points", code="does_not_add_up", rule=rule, least=right, most=right),)


def local_entry(entry: DealEntry, pair: Seats) -> DealEntry:
    """The entry for the two who play, renumbered as 0 and 1."""

    def two(values: Sequence[int]) -> tuple[int, ...]:
        return tuple(values[seat] for seat in pair) if values else ()

    def at(seat: int | None) -> int | None:
        return pair.index(seat) if seat in pair else None

    counts = None if entry.counts is None else tuple(entry.counts[seat] for seat in pair)
    no_bonus, offender = at(entry.no_bonus), at(entry.offender)
    return replace(
        entry,
        seat=at(entry.seat),
        counts=counts,
        fixes=two(entry.fixes),
        no_bonus=no_bonus,
        offender=offender,
        dealer=None,
        ruled=(),
        order=(),
    )


def _of_seats(rules: RuleSet, entry: DealEntry, seats: int) -> Iterator[Doubt]:
    """Check that the game has that ending, and that every tuple has a value for every seat and names nobody else."""
    sides = 2 if rules.seating.name == "teams" else seats
    whole = {"counts": seats, "laid": seats, "fixes": seats, "ruled": sides}
    for field, length in whole.items():
        if getattr(entry, field) and len(getattr(entry, field)) != length:
            yield Doubt(field=field, code="not_by_seat", rule="§2", least=length, most=length)
    most = {"seat": sides, "dealer": sides, "no_bonus": sides, "offender": seats}
    for field, length in most.items():
        seat = getattr(entry, field)
        if seat is not None and not 0 <= seat < length:
            yield Doubt(field=field, code="no_such_seat", rule="§2", least=0, most=length - 1)
    if entry.how not in ways(rules):
        yield Doubt(field="how", code="not_in_this_game", rule="GIN-19" if entry.how == "knock" else "§2")


def _of_pair(rules: RuleSet, places: Places, entry: DealEntry) -> Iterator[Doubt]:
    """3P-2, 8: check that those who wait end no deal and hold no cards; the two who play have an ordinary deal."""
    (pair,) = boards_of(rules, places)
    rule = "3P-2" if places.box is None else "3P-8"
    for field in ("seat", "no_bonus"):
        if getattr(entry, field) in places.waiting:
            yield Doubt(field=field, code="sits_out", rule=rule)
            return
    for field in ("counts", "fixes"):
        said = getattr(entry, field)
        if said and any(said[seat] for seat in places.waiting):
            yield Doubt(field=field, code="sits_out", rule=rule)
            return
    assert rules.inner is not None
    yield from hand_doubts(rules.inner, local_entry(entry, pair), 2, is_board=False)


def _of_teams(rules: RuleSet, places: Places, entry: DealEntry) -> Iterator[Doubt]:
    """PRT-1, 4: check an ordinary deal at every board. A void one is dealt again while the deal of the teams goes on,
    so a board is entered with the deal that counts in the end."""
    pairs = boards_of(rules, places)
    if entry.how != BOARDS:
        return
    if len(entry.boards) != len(pairs):
        yield Doubt(field="boards", code="boards_missing", rule="PRT-1", least=len(pairs), most=len(pairs))
        return
    assert rules.inner is not None
    for at, board in enumerate(entry.boards):
        found = (
            tuple(_of_seats(rules.inner, board, 2))
            or hand_doubts(rules.inner, board, 2, is_board=True)
            or tuple(_of_law(rules, board))
            or points_doubt(board, hand_result(rules.inner, board, 2))
        )
        if not found and any(board.ruled):
            found = (Doubt(field="ruled", code="ruled_for_the_team", rule="IRR-35"),)
        yield from (replace(doubt, board=at) for doubt in found)


def _of_law(rules: RuleSet, entry: DealEntry) -> Iterator[Doubt]:
    """§14: check that a sheet of this game knows the irregularity."""
    if entry.irr and not call(rules, entry.irr, SHEET).by:
        yield Doubt(field="irr", code="no_such_law", rule="§14.2")


def _of_ruling(rules: RuleSet, entry: DealEntry) -> Iterator[Doubt]:
    """IRR-35: check that points of a ruling have a place on the sheet, and that a named ruling has points."""
    if max(map(abs, entry.ruled), default=0) > MOST_RULED:
        yield Doubt(field="ruled", code="too_much", rule="IRR-35", least=-MOST_RULED, most=MOST_RULED)
    elif any(entry.ruled) and not _takes_ruling(rules, entry):
        yield Doubt(field="ruled", code="nowhere_to_enter", rule="IRR-35")
    elif entry.irr == "IRR-35" and not any(entry.ruled) and _takes_ruling(rules, entry):
        yield Doubt(field="ruled", code="points_missing", rule="IRR-35")


def _takes_ruling(rules: RuleSet, entry: DealEntry) -> bool:
    """Can points of a ruling go here? They need a column that the winner has opened, or a colour that the deal scores
    in. A stake has no points, and a deal that is dealt again has no entry."""
    has_columns = rules.columns > 1 or rules.suit_columns
    return entry.how != "void" and rules.sheet.name != "stakes" and not (has_columns and entry.how == "dead")


def _with_ruling(result: DealResult, ruled: Sequence[int]) -> DealResult:
    """The result with points of a ruling: the winner's are added to the points, anybody else's are taken off like
    penalties (DealResult)."""
    penalties = result.penalties if len(result.penalties) == len(ruled) else (0,) * len(ruled)
    off, points = [p - given for p, given in zip(penalties, ruled, strict=True)], result.points
    if result.winner is not None and result.scores is None:
        points += ruled[result.winner]
        off[result.winner] = penalties[result.winner]
    return replace(result, points=points, penalties=tuple(off))


def _void(sides: int) -> DealResult:
    return DealResult(type="void", winner=None, points=0, penalties=(0,) * sides)


def check_seats(rules: RuleSet, seats: int) -> None:
    """Raise Unplayable for a number of seats that these rules do not allow."""
    numbers = rules.seating.numbers(rules)
    if seats not in numbers:
        raise Unplayable("seats", seats, ", ".join(map(str, numbers)))
