"""A deal of two or three hands entered by hand: is it possible, and what does it score? The score comes from the
kernel's own arithmetic, so nothing is scored twice. Every fault names its field, the rule and what is allowed.
`recorded` irregularities reach the score by what they left behind: cards found wrong at the end (IRR-10..12), a lost
bonus (IRR-23), a knock over the limit that stood (IRR-22, 24), points of a ruling (IRR-35).
"""

from collections.abc import Iterator, Sequence

from games.engine.by_hand.colonel_figures import TEN, of_colonel
from games.engine.by_hand.deal_entry import ENDED_BY_NOBODY, MOST_FIX, UNCOUNTED, DealEntry, asks_upcard, board_ways
from games.engine.by_hand.doubts import Doubt
from games.engine.by_hand.limits import MOST_COUNT
from games.engine.colonel.scoring import scored as scored_colonel
from games.engine.gin.scoring.showdown import score_knock
from games.engine.gin.scoring.upcard import limit_under
from games.engine.moves.result import DealResult
from games.engine.play.rules import RuleSet

KNOCKS = ("knock", "gin", "big_gin", "declined")
STOOD_OVER_LIMIT = ("IRR-22", "IRR-23", "IRR-24", "IRR-26", "IRR-27")  # IRR-21, 25: the knock was refused
DEALT_AGAIN = ("IRR-1", "IRR-3", "IRR-4", "IRR-33", "IRR-40")  # in gin and Colonel IRR-6 and 7 too
MOST_DEADWOOD = 98  # ten cards in no meld
MOST_SUITS = 3  # CGN-4: of ten cards not all can be in sets of four, nor all of none


def hand_doubts(rules: RuleSet, entry: DealEntry, hands: int, closed: str = "", *, is_board: bool) -> tuple[Doubt, ...]:
    """Everything that is impossible about a deal of `hands` hands under these rules; empty if it can be scored.
    `closed` are the colours that take no more points (CGN-9). `is_board`: it is a board of teams, where a void deal is
    dealt again at once."""
    found = tuple(_of_ending(rules, entry, is_board)) or tuple(_of_figures(rules, entry, hands))
    if not found and entry.how in KNOCKS:
        found = tuple(_of_knock(rules, entry, closed))
    return found or tuple(_of_law(rules, entry, is_board))


def hand_result(rules: RuleSet, entry: DealEntry, hands: int, closed: str = "") -> DealResult:
    """The result of a deal of `hands` hands without doubts. `next_dealer` is left open, and points of a ruling are not
    included."""
    if entry.how == "void":
        return DealResult(type="void", winner=None, points=0, penalties=(0,) * hands)
    counts, fixes = counts_of(entry, hands), entry.fixes or (0,) * hands
    if rules.kernel.name == "colonel":
        return scored_colonel(rules, entry.how, entry.seat, tuple(counts), entry.laid or (0,) * hands, fixes)
    if rules.kernel.name == "conquian":
        is_won = entry.seat is not None
        return DealResult(type="out" if is_won else "draw", winner=entry.seat, points=int(is_won))
    if entry.how == "dead" or entry.seat is None:
        return DealResult(type="dead", winner=None, points=0, penalties=(0,) * hands)
    return score_knock(
        rules,
        [(entry.seat + step) % hands for step in range(hands)],
        counts,
        how=entry.how,
        upcard=entry.upcard,
        suits="".join(suit for suit in entry.suits if suit not in closed),
        factor=entry.factor,
        fixes=fixes,
        no_bonus=() if entry.no_bonus is None else (entry.no_bonus,),
    )


def counts_of(entry: DealEntry, hands: int) -> Sequence[int]:
    """The counts of all hands; zeros if none was counted."""
    return tuple(count or 0 for count in entry.counts or (0,) * hands)


def _of_ending(rules: RuleSet, entry: DealEntry, is_board: bool) -> Iterator[Doubt]:
    """Check that the game has this ending, and that the entry names who ended the deal."""
    if is_board and entry.how == "void":
        yield Doubt(field="how", code="board_dealt_again", rule="IRR-33")
    elif entry.how not in (*board_ways(rules), "void"):
        yield Doubt(field="how", code="not_in_this_game", rule="GIN-19" if entry.how == "knock" else "§2")
    elif (entry.seat is None) != (entry.how in ENDED_BY_NOBODY):
        is_missing = entry.seat is None
        yield Doubt(field="seat", code="who_ended_it" if is_missing else "nobody_ended_it", rule="GIN-16")


def _of_figures(rules: RuleSet, entry: DealEntry, hands: int) -> Iterator[Doubt]:
    """Check that the counts are possible, and that upcard and factor are given if the game needs them."""
    if entry.how in UNCOUNTED or rules.kernel.name == "conquian":
        return
    if rules.kernel.name == "colonel":
        yield from of_colonel(rules, entry)
        return
    most = MOST_COUNT if any(entry.fixes) else MOST_DEADWOOD
    if not _are_counts(entry.counts, hands, most):
        yield Doubt(field="counts", code="no_such_count", rule="GIN-3", least=0, most=most)
    if asks_upcard(rules) and entry.upcard is None:
        yield Doubt(field="upcard", code="upcard_missing", rule="OKL-1")
    if not _is_factor(rules, entry.factor):
        yield Doubt(field="factor", code="no_such_factor", rule="DBL-2", least=1, most=rules.double_cap or None)


def _are_counts(counts: Sequence[int | None] | None, hands: int, most: int) -> bool:
    is_whole = counts is not None and len(counts) == hands
    return is_whole and all(count is not None and 0 <= count <= most for count in counts or ())


def _is_factor(rules: RuleSet, factor: int) -> bool:
    """DBL-2, 6: 1, 2, 4, 8 … up to the cap; always 1 where nobody doubles."""
    is_power = 0 < factor <= 1_024 and factor & (factor - 1) == 0
    return is_power and (factor == 1 or (rules.doubling and factor <= (rules.double_cap or factor)))


def _of_knock(rules: RuleSet, entry: DealEntry, closed: str) -> Iterator[Doubt]:
    """GIN-15, 17, 19, CGN-9: check that the count allows that ending. A knock over the limit may stand by IRR-22 or 24,
    and by no other irregularity."""
    assert entry.counts is not None
    assert entry.seat is not None
    count, limit = entry.counts[entry.seat] or 0, limit_under(rules, entry.upcard)
    if entry.how in ("gin", "big_gin") and count:
        yield Doubt(field="counts", code="gin_counts_nothing", rule="GIN-17", least=0, most=0)
    elif entry.how == "knock" and count > limit and entry.irr not in STOOD_OVER_LIMIT:
        code, rule = ("knock_refused", entry.irr) if entry.irr else ("over_the_limit", "GIN-15" if limit else "GIN-19")
        yield Doubt(field="counts", code=code, rule=rule, least=0, most=limit)
    if rules.suit_columns:
        yield from _of_suits(entry, closed)


def _of_suits(entry: DealEntry, closed: str) -> Iterator[Doubt]:
    """CGN-4, 6, 9: check the suits of a hand. A knock needs one that is open; an offer that was declined ends the deal
    with whatever its ten cards are (DBL-3), and may score nowhere."""
    needs_one = entry.how != "declined"
    if needs_one and not entry.suits:
        yield Doubt(field="suits", code="suits_missing", rule="CGN-4")
    elif len(set(entry.suits)) > (most := most_suits(entry)):
        yield Doubt(field="suits", code="too_many_suits", rule="CGN-6", least=1, most=most)
    elif needs_one and set(closed).issuperset(entry.suits):
        yield Doubt(field="suits", code="no_open_suit", rule="CGN-9")


def most_suits(entry: DealEntry) -> int:
    """CGN-4..6: the number of colours that a knocker's hand can score in. It can be all four only if every card is in a
    set of four: never with ten or eleven cards, but with eight or twelve (IRR-10, 11)."""
    assert entry.seat is not None
    cards = TEN + (entry.how == "big_gin") + (entry.fixes[entry.seat] if entry.fixes else 0)
    return MOST_SUITS if cards % 4 else 4


def _of_law(rules: RuleSet, entry: DealEntry, is_board: bool) -> Iterator[Doubt]:
    """Check an irregularity: IRR-1..7, 33, 40 are a new deal; IRR-10..12 score a hand of so many cards; IRR-41 loses
    the game."""
    is_counted = rules.kernel.name != "conquian" and entry.how not in UNCOUNTED
    if any(entry.fixes) and (not is_counted or max(map(abs, entry.fixes)) > MOST_FIX):
        yield Doubt(field="fixes", code="nothing_counted", rule="IRR-10", least=-MOST_FIX, most=MOST_FIX)
    again = DEALT_AGAIN if rules.kernel.name == "conquian" else (*DEALT_AGAIN, "IRR-6", "IRR-7")
    several = sum(map(bool, entry.fixes)) > 1
    signs = {"IRR-10": min(entry.fixes or (0,)) < 0, "IRR-11": max(entry.fixes or (0,)) > 0, "IRR-12": several}
    if is_board and several:
        yield Doubt(field="fixes", code="board_dealt_again", rule="IRR-12")
    elif entry.irr in again and entry.how != "void" and not is_board:
        yield Doubt(field="how", code="dealt_again", rule=entry.irr)
    elif is_counted and not signs.get(entry.irr, True) and not (is_board and entry.irr == "IRR-12"):
        yield Doubt(field="fixes", code="cards_missing", rule=entry.irr)
    elif entry.irr == "IRR-41" and (entry.offender is None or entry.seat in (None, entry.offender)):
        yield Doubt(field="offender", code="offender_loses", rule="IRR-41")
