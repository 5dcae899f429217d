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
    """A version that watchers do not see yet, what happened in it, and whether it is a player's move. Chance, the
    clock, the shuffle and a director are not moves."""

    sitting: Sitting
    events: Happened
    is_move: bool


class Gallery:
    """The watchers' place in a sitting. `shown` is the version they see. It holds back no more than the delay says: so
    many moves, or one deal, with what the table did by itself between them."""

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
        """Take in the table's next version; returns the versions that watchers may now see, in order."""
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
        """May watchers see this version: have enough moves followed it, or is its deal over? After the end nothing is
        hidden."""
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
