"""A deal played with real cards, as it is entered by hand: could it have been, and what is it worth?

Nothing is scored twice: what a deal comes to is asked of the kernel's own arithmetic. Every fault names its field, the
rule and what is allowed. `recorded` irregularities reach the score by what they left behind: cards found wrong at the
end (IRR-10..12), a lost bonus (IRR-23), a knock over the limit that stood (IRR-22, 24), points of a ruling (IRR-35).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.engine.colonel.scoring import scored as scored_colonel
from games.engine.gin.scoring.showdown import score_knock
from games.engine.gin.scoring.upcard import limit_under
from games.engine.moves.result import DealResult
from games.engine.play.rules import RuleSet
from games.engine.sheets.entered import MOST_COUNT, Doubt

Pair = tuple[int, int]
ENDED_BY_NOBODY = ("dead", "exhausted", "challenge", "drawn", "void")  # nobody need be named: the counts say who wins
UNCOUNTED = ("dead", "drawn", "void")  # no hand is counted
KNOCKS = ("knock", "gin", "big_gin", "declined")
STOOD_OVER_LIMIT = ("IRR-22", "IRR-23", "IRR-24", "IRR-26", "IRR-27")  # IRR-21: the knock was refused
DEALT_AGAIN = ("IRR-1", "IRR-3", "IRR-4", "IRR-33", "IRR-40")  # in gin and Colonel IRR-6 and 7 too
MOST_DEADWOOD = 98  # ten cards in no meld
MOST_FIX = 3
MOST_RULED = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class DealEntry:
    """What is said of one deal of two; pairs are by seat.

    `how`: knock gin big_gin declined dead (gin); out exhausted challenge (Colonel); out drawn (Conquian); void
    everywhere: dealt again, it counts for nothing. `seat` knocked, offered the double that was declined, or went out.
    `counts` are what was left after laying off, `laid` the values laid on the table (COL-14). `upcard` is asked where
    it sets limit or multiplier, `factor` where doubling is played, `suits` are the knocker's colours, open or not
    (CGN-4). `points` is what the players make of the deal, to be compared. `dealer`: who dealt (None: whose turn it
    was). `fixes`: cards found too many (+) or too few (-); `no_bonus`: who has lost gin and undercut bonus; `ruled`:
    points given (+) or taken (-) by ruling; `irr` and `offender` name the irregularity, `words` are for people.
    """

    how: str
    seat: int | None = None
    counts: Pair | None = None
    laid: Pair | None = None
    upcard: int | None = None
    factor: int = 1
    suits: str = ""
    points: int | None = None
    dealer: int | None = None
    fixes: Pair = (0, 0)
    no_bonus: int | None = None
    ruled: Pair = (0, 0)
    irr: str = ""
    offender: int | None = None
    words: str = ""


class BadEntry(ValueError):
    """A deal that cannot have been; `deal` counts from 1, `doubts` say field by field why not and what is allowed."""

    def __init__(self, deal: int, doubts: tuple[Doubt, ...]) -> None:
        super().__init__(deal, doubts)
        self.deal = deal
        self.doubts = doubts


def ways(rules: RuleSet) -> tuple[str, ...]:
    """How a deal of these rules can end, as `DealEntry.how` says it, the usual way first."""
    if rules.kernel.name == "conquian":
        return ("out", "drawn", "void")
    if rules.kernel.name == "colonel":
        return ("out", "exhausted", *(["challenge"] if rules.challenge == "on" else []), "void")
    found = ["knock", "gin"] if rules.knock_limit or asks_upcard(rules) else ["gin"]
    found += ["big_gin"] if rules.big_gin_bonus is not None else []
    found += ["declined"] if rules.doubling else []
    return (*found, "dead", "void")


def asks_upcard(rules: RuleSet) -> bool:
    """OKL-1, 3: does the upcard set the knock limit or multiply the points?"""
    return rules.knock_limit_source == "upcard" or rules.spade_multiplier != 1


def entry_doubts(rules: RuleSet, entry: DealEntry, closed: str = "") -> tuple[Doubt, ...]:
    """Everything about an entry that these rules do not allow; empty if it can be scored. `closed` are the colours
    that take no more (CGN-9)."""
    found = tuple(_of_ending(rules, entry)) or tuple(_of_figures(rules, entry))
    if not found and entry.how in KNOCKS:
        found = tuple(_of_knock(rules, entry, closed))
    return found or tuple(_of_law(rules, entry))


def result_of(rules: RuleSet, entry: DealEntry, closed: str = "") -> DealResult:
    """What a deal without doubts comes to, `next_dealer` left open; points of a ruling are in it."""
    result = _result(rules, entry, closed)
    if entry.ruled == (0, 0):
        return result
    off, points = [p - given for p, given in zip(result.penalties, entry.ruled, strict=True)], result.points
    if result.winner is not None and result.scores is None:  # the winner's are in `points` (DealResult)
        points += entry.ruled[result.winner]
        off[result.winner] = result.penalties[result.winner]
    return replace(result, points=points, penalties=(off[0], off[1]))


def points_doubt(entry: DealEntry, result: DealResult) -> tuple[Doubt, ...]:
    """GIN-29: the players' own sum is compared with the right one; nothing is asked where they name none."""
    if entry.points is None or entry.points == result.points:
        return ()
    right = result.points
    rule = "COL-12" if result.scores is not None else "GIN-29"
    return (Doubt(field="points", code="does_not_add_up", rule=rule, least=right, most=right),)


def _result(rules: RuleSet, entry: DealEntry, closed: str) -> DealResult:
    counts = entry.counts or (0, 0)
    if entry.how == "void":
        return DealResult(type="void", winner=None, points=0)
    if rules.kernel.name == "colonel":
        return scored_colonel(rules, entry.how, entry.seat, counts, entry.laid or (0, 0), entry.fixes)
    if rules.kernel.name == "conquian":
        is_won = entry.seat is not None
        return DealResult(type="out" if is_won else "draw", winner=entry.seat, points=int(is_won))
    if entry.how == "dead" or entry.seat is None:
        return DealResult(type="dead", winner=None, points=0)
    return score_knock(
        rules,
        (entry.seat, 1 - entry.seat),
        counts,
        how=entry.how,
        upcard=entry.upcard,
        suits="".join(suit for suit in entry.suits if suit not in closed),
        factor=entry.factor,
        fixes=entry.fixes,
        no_bonus=() if entry.no_bonus is None else (entry.no_bonus,),
    )


def _of_ending(rules: RuleSet, entry: DealEntry) -> Iterator[Doubt]:
    """The game knows that ending, and who ended it is said."""
    if entry.how not in ways(rules):
        yield Doubt(field="how", code="not_in_this_game", rule="GIN-19" if entry.how == "knock" else "§2")
    elif (entry.seat is None) != (entry.how in ENDED_BY_NOBODY):
        is_missing = entry.seat is None
        yield Doubt(field="seat", code="who_ended_it" if is_missing else "nobody_ended_it", rule="GIN-16")


def _of_figures(rules: RuleSet, entry: DealEntry) -> Iterator[Doubt]:
    """Counts that a hand can have; upcard and factor where the game asks for them."""
    if entry.how in UNCOUNTED or rules.kernel.name == "conquian":
        return
    if rules.kernel.name == "colonel":
        yield from _of_colonel(rules, entry)
        return
    most = MOST_COUNT if any(entry.fixes) else MOST_DEADWOOD
    if entry.counts is None or not all(0 <= count <= most for count in entry.counts):
        yield Doubt(field="counts", code="no_such_count", rule="GIN-3", least=0, most=most)
    if asks_upcard(rules) and entry.upcard is None:
        yield Doubt(field="upcard", code="upcard_missing", rule="OKL-1")
    if not _is_factor(rules, entry.factor):
        yield Doubt(field="factor", code="no_such_factor", rule="DBL-2", least=1, most=rules.double_cap or None)


def _is_factor(rules: RuleSet, factor: int) -> bool:
    """DBL-2, 6: 1, 2, 4, 8 … up to the cap; always 1 where nobody doubles."""
    is_power = 0 < factor <= 1_024 and factor & (factor - 1) == 0
    return is_power and (factor == 1 or (rules.doubling and factor <= (rules.double_cap or factor)))


def _of_knock(rules: RuleSet, entry: DealEntry, closed: str) -> Iterator[Doubt]:
    """GIN-15, 17, 19, CGN-9: the count under which that ending can be; a knock over the limit stood by IRR-22 or 24."""
    assert entry.counts is not None
    assert entry.seat is not None
    count, limit = entry.counts[entry.seat], limit_under(rules, entry.upcard)
    if entry.how in ("gin", "big_gin") and count:
        yield Doubt(field="counts", code="gin_counts_nothing", rule="GIN-17", least=0, most=0)
    elif entry.how == "knock" and count > limit and entry.irr not in STOOD_OVER_LIMIT:
        yield Doubt(field="counts", code="over_the_limit", rule="GIN-15" if limit else "GIN-19", least=0, most=limit)
    if rules.suit_columns and not entry.suits:
        yield Doubt(field="suits", code="suits_missing", rule="CGN-4")
    elif rules.suit_columns and set(closed).issuperset(entry.suits):
        yield Doubt(field="suits", code="no_open_suit", rule="CGN-9")


def _of_colonel(rules: RuleSet, entry: DealEntry) -> Iterator[Doubt]:
    """COL-9, 10, 14: who goes out holds nothing, and no more is counted than the pack holds."""
    is_laid = rules.scoring == "meld_minus_hand"
    whole = sum(rules.pack.values)
    if entry.counts is None or min(entry.counts) < 0:
        yield Doubt(field="counts", code="no_such_count", rule="COL-10", least=0, most=whole)
    elif entry.seat is not None and entry.counts[entry.seat]:
        yield Doubt(field="counts", code="out_holds_nothing", rule="COL-9", least=0, most=0)
    elif is_laid and (entry.laid is None or min(entry.laid) < 0):
        yield Doubt(field="laid", code="laid_missing", rule="COL-14", least=0, most=whole)
    elif sum(entry.counts) + sum(entry.laid or (0, 0)) > whole:
        yield Doubt(field="laid" if is_laid else "counts", code="more_than_the_pack", rule="COL-10", most=whole)


def _of_law(rules: RuleSet, entry: DealEntry) -> Iterator[Doubt]:
    """§14: an irregularity of this game, with what it brings where that bears on the score."""
    is_counted = rules.kernel.name != "conquian" and entry.how not in UNCOUNTED
    if entry.irr and entry.irr not in rules.kernel.laws:
        yield Doubt(field="irr", code="no_such_law", rule="§14.2")
    if any(entry.fixes) and (not is_counted or max(map(abs, entry.fixes)) > MOST_FIX):
        yield Doubt(field="fixes", code="nothing_counted", rule="IRR-10", least=-MOST_FIX, most=MOST_FIX)
    if max(map(abs, entry.ruled)) > MOST_RULED:
        yield Doubt(field="ruled", code="too_much", rule="IRR-35", least=-MOST_RULED, most=MOST_RULED)
    elif entry.ruled != (0, 0) and not _takes_ruling(rules, entry):
        yield Doubt(field="ruled", code="nowhere_to_enter", rule="IRR-35")
    elif entry.irr == "IRR-35" and entry.ruled == (0, 0) and _takes_ruling(rules, entry):
        yield Doubt(field="ruled", code="points_missing", rule="IRR-35")
    yield from _of_remedy(rules, entry, is_counted)


def _of_remedy(rules: RuleSet, entry: DealEntry, is_counted: bool) -> Iterator[Doubt]:
    """IRR-1..7, 33, 40: a new deal; IRR-10..12: so many cards, by which it is scored; IRR-41: the game is lost."""
    again = DEALT_AGAIN if rules.kernel.name == "conquian" else (*DEALT_AGAIN, "IRR-6", "IRR-7")
    signs = {"IRR-10": min(entry.fixes) < 0, "IRR-11": max(entry.fixes) > 0, "IRR-12": all(entry.fixes)}
    if entry.irr in again and entry.how != "void":
        yield Doubt(field="how", code="dealt_again", rule=entry.irr)
    elif is_counted and not signs.get(entry.irr, True):
        yield Doubt(field="fixes", code="cards_missing", rule=entry.irr)
    elif entry.irr == "IRR-41" and (entry.offender is None or entry.seat in (None, entry.offender)):
        yield Doubt(field="offender", code="offender_loses", rule="IRR-41")


def _takes_ruling(rules: RuleSet, entry: DealEntry) -> bool:
    """Points of a ruling go where the deal is entered: a column that its winner has, a colour that it scores in; a
    stake has no points, and a deal that is dealt again has no entry."""
    has_columns = rules.columns > 1 or rules.suit_columns
    return entry.how != "void" and rules.sheet.name != "stakes" and not (has_columns and entry.how == "dead")
