"""The entry of a deal that was played with real cards, and the ways in which a deal of each game can end."""

from dataclasses import dataclass
from typing import Any

from games.engine.by_hand.doubts import Doubt
from games.engine.play.rules import RuleSet

BOARDS = "boards"  # teams: the result of each board is entered
ENDED_BY_NOBODY = ("dead", "exhausted", "challenge", "drawn", "void", BOARDS)  # nobody need be named
UNCOUNTED = ("dead", "drawn", "void", BOARDS)  # no hand is counted
MOST_FIX = 3
MOST_RULED = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class DealEntry:
    """The entry of one deal. Tuples are by seat, and hold None (or 0) for seats that sit out.

    `how`: knock gin big_gin declined dead (gin, battle royal); out exhausted challenge (Colonel); out drawn (Conquian);
    boards (teams); void everywhere: dealt again, it counts for nothing. `seat` knocked, offered the double that was
    declined, or went out. `counts` are what was left after laying off, `laid` the values laid on the table (COL-14).
    `upcard` is asked where it sets limit or multiplier, `factor` where doubling is played, `suits` are the knocker's
    colours, open or not (CGN-4). `points` is what the players make of the deal, to be compared. `dealer`: who dealt
    (None: whose turn it was; of teams 0 or 1). `fixes`: cards found too many (+) or too few (-); `no_bonus`: who has
    lost gin and undercut bonus; `ruled`: points given (+) or taken (-) by ruling, of teams for the two teams; `irr` and
    `offender` name the irregularity, `words` are for people.

    Three and more: `order` is entered for the first deal: the seats from the highest card drawn to the lowest (3P-1,
    3P-7). Teams: `boards` has an entry for each board, in which 0 and 1 are the first team's member and the second's.
    """

    how: str
    seat: int | None = None
    counts: tuple[int | None, ...] | None = None
    laid: tuple[int, ...] | None = None
    upcard: int | None = None
    factor: int = 1
    suits: str = ""
    points: int | None = None
    dealer: int | None = None
    fixes: tuple[int, ...] = ()
    no_bonus: int | None = None
    ruled: tuple[int, ...] = ()
    irr: str = ""
    offender: int | None = None
    words: str = ""
    order: tuple[int, ...] = ()
    boards: tuple[Any, ...] = ()  # of DealEntry


class BadEntry(ValueError):
    """The entry of a deal is impossible. `deal` counts from 1; `doubts` say for each field what is wrong and what is
    allowed; `irr` is the irregularity that the first doubt is about."""

    def __init__(self, deal: int, doubts: tuple[Doubt, ...], irr: str = "") -> None:
        super().__init__(deal, doubts)
        self.deal = deal
        self.doubts = doubts
        self.irr = irr


def ways(rules: RuleSet) -> tuple[str, ...]:
    """The ways in which a deal of these rules can end, in the words of `DealEntry.how`, the usual way first."""
    if rules.seating.name == "teams":
        return (BOARDS, "void")
    return (*board_ways(rules), "void")


def board_ways(rules: RuleSet) -> tuple[str, ...]:
    """The ways in which a deal, or the deal of a board, can end, without those after which it is dealt again."""
    if rules.kernel.name == "conquian":
        return ("out", "drawn")
    if rules.kernel.name == "colonel":
        return ("out", "exhausted", *(["challenge"] if rules.challenge == "on" else []))
    found = ["knock", "gin"] if rules.knock_limit or asks_upcard(rules) else ["gin"]
    found += ["big_gin"] if rules.big_gin_bonus is not None else []
    found += ["declined"] if rules.doubling else []
    return (*found, "dead")


def asks_upcard(rules: RuleSet) -> bool:
    """OKL-1, 3: must the upcard be entered, because it sets the knock limit or multiplies the points? GIN-7: where
    eleven cards are dealt, none is turned."""
    return rules.deal == "upcard" and (rules.knock_limit_source == "upcard" or rules.spade_multiplier != 1)
