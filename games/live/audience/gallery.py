"""Watchers of a table with a delay: the version that they see, and the versions that wait for their time.

It follows from the log of plays alone: whoever folds the same log finds the same, after a restart and on a page too.
"""

from collections import deque
from dataclasses import dataclass

from games import engine
from games.live.setup.delay import Delay
from games.live.sitting.sitting import Sitting
from games.live.sitting.steps import Happened, Step, TableAction


@dataclass(frozen=True, slots=True)
class Unshown:
    """A version, what happened in it, and whether a player moved. Chance, the clock, the shuffle and a director are no
    moves."""

    sitting: Sitting
    events: Happened
    is_move: bool


class Gallery:
    """The watchers' place in a sitting. `shown` is the version they see; what it keeps back is bounded by the delay:
    its moves, or one deal, and what the table did by itself between."""

    __slots__ = ("_delay", "_kept", "_moves", "shown")

    def __init__(self, delay: Delay, opening: Sitting) -> None:
        self._delay = delay
        self._kept: deque[Unshown] = deque()
        self._moves = 0
        self.shown = opening

    @property
    def latest(self) -> Sitting:
        """The table's own version."""
        return self._kept[-1].sitting if self._kept else self.shown

    def follow(self, sitting: Sitting, events: Happened, action: Step) -> list[Unshown]:
        """The table has made its next version: those that watchers may see from now on, in their order."""
        kept = Unshown(sitting, events, action.seat is not None and not isinstance(action, TableAction))
        self._kept.append(kept)
        self._moves += kept.is_move
        due = []
        while self._kept and self._is_due(self._kept[0]):
            due.append(self._kept.popleft())
            self._moves -= due[-1].is_move
            self.shown = due[-1].sitting
        return due

    def _is_due(self, first: Unshown) -> bool:
        """May watchers see this version: has it so many moves behind it, or is its deal over? The end hides nothing."""
        latest = self._kept[-1].sitting
        if latest.ending is not None:
            return True
        if self._delay.moves:
            return self._moves - first.is_move >= self._delay.moves
        return first.sitting.version <= _told(latest)


def _told(latest: Sitting) -> int:
    """The last version in which no card of a deal under way had been dealt."""
    is_between = latest.deal_seq == 0 or latest.state.phase is engine.Phase.DONE
    return latest.version if is_between else latest.deal_seq - 1
