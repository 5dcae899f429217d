"""What a director can decide by each law at a table with real cards (RULES.md §14), and what it does to the sheet.

A live table has its own commands (`dir_record` and others); its laws do the rest there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from games.engine.laws.catalogue import CATALOGUE, COLONEL, CONQUIAN, DIRECTOR, SHEET, call, game_of
from games.engine.play.rules import RuleSet

WAIVED = "waived"


class Effect(Enum):
    """What a decision does to the score sheet: nothing; the deal under way is void and noted so; it says something
    about the deal under way, which its line will carry; it changes the last deal that is written down; the offender
    loses the game."""

    NONE = "none"
    AGAIN = "again"
    UNDER_WAY = "under_way"
    LAST = "last"
    LOSES = "loses"


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision by a law: its key, its effect, whether somebody must be named, how many cards were too many (+) or
    too few (-), whether gin and undercut bonus are lost, and whether points are asked."""

    key: str
    effect: Effect = Effect.NONE
    names: bool = True
    cards: int = 0
    loses_bonus: bool = False
    asks_points: bool = False


def _cards(sign: int) -> tuple[Decision, ...]:
    return tuple(Decision(str(number), Effect.LAST, cards=sign * number) for number in (1, 2, 3))


AGAIN = (Decision("again", Effect.AGAIN),)
STANDS = Decision("stands", Effect.UNDER_WAY)
DECISIONS: Mapping[str, tuple[Decision, ...]] = {
    "IRR-1": AGAIN,
    "IRR-2": (STANDS,),
    "IRR-3": (Decision("again", Effect.AGAIN, names=False),),
    "IRR-4": AGAIN,
    "IRR-5": (Decision("shuffled", names=False),),
    "IRR-6": AGAIN,
    "IRR-7": (Decision("again", Effect.AGAIN, names=False),),
    "IRR-8": (*AGAIN, Decision("put_right")),
    "IRR-9": (Decision("put_right"),),
    "IRR-10": _cards(-1),
    "IRR-11": _cards(1),
    "IRR-12": (Decision("void", Effect.LAST, names=False),),
    "IRR-13": (Decision("kept"),),
    "IRR-14": (Decision("kept"),),
    "IRR-15": (Decision("returned"),),
    "IRR-16": (Decision("exposed"),),
    "IRR-17": (Decision("exposed"),),
    "IRR-18": (Decision("taken"),),
    "IRR-19": (Decision("off"),),
    "IRR-20": (Decision("counted", names=False),),
    "IRR-21": (Decision("off"),),
    "IRR-22": (STANDS,),
    "IRR-23": (Decision("open"), Decision("picks_up", Effect.UNDER_WAY, loses_bonus=True), STANDS),
    "IRR-24": (STANDS,),
    "IRR-25": (Decision("off"),),
    "IRR-26": (STANDS,),
    "IRR-27": (STANDS,),
    "IRR-28": (Decision("loses_draw"),),
    "IRR-29": (Decision("allowed"),),
    "IRR-30": (Decision("none"),),
    "IRR-31": (Decision("put_right"),),
    "IRR-32": (Decision("taken_back"), Decision("stands")),
    "IRR-33": (Decision("again", Effect.AGAIN, names=False),),
    "IRR-34": (Decision("points", Effect.LAST, asks_points=True),),
    "IRR-35": (Decision("points", Effect.LAST, asks_points=True),),
    "IRR-40": AGAIN,
    "IRR-41": (Decision("loses", Effect.LOSES),),
    "IRR-42": (Decision("turns"),),
    "IRR-43": (Decision("picks"),),
    "IRR-44": (Decision("restored"),),
}
OTHERWISE: Mapping[str, Mapping[str, tuple[Decision, ...]]] = {
    COLONEL: {"IRR-21": (Decision("restored"),), "IRR-22": (), "IRR-23": ()},
    CONQUIAN: {"IRR-13": (Decision("waits"),)},
}


def decisions(rules: RuleSet, irr: str) -> tuple[Decision, ...]:
    """What can be decided by this law on a score sheet of these rules, the usual decision first; nothing where the
    game does not know it. Where the law gives the other side a remedy, that side may waive it (IRR-0)."""
    if not call(rules, irr, SHEET).by:
        return ()
    game = game_of(rules)
    found = OTHERWISE.get(game, {}).get(irr, DECISIONS[irr])
    if irr == "IRR-23" and not rules.accept_after_exposure:
        found = tuple(one for one in found if one.key != "stands")
    if irr == "IRR-21" or any(one.key == "stands" for one in found):
        return found  # to let the knock stand is IRR-22
    may_waive = "dir_waive" in CATALOGUE[irr][game][DIRECTOR].by
    return (*found, Decision(WAIVED)) if may_waive else found
