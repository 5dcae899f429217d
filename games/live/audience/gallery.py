"""The watchers of a table with a delay: the version they see, and the newer versions that they will see later.

What they see follows from the log of plays and the time alone: whoever folds the same log finds the same, also after a
restart and on a page.
"""

from collections import deque
from dataclasses import dataclass, replace
from typing import Any

from games import engine
from games.live.audience import looks
from games.live.audience.course import Course
from games.live.setup.delay import Delay
from games.live.setup.terms import Terms
from games.live.sitting.sitting import Sitting
from games.live.sitting.steps import Happened, Step, TableAction


@dataclass(frozen=True, slots=True)
class Unshown:
    """A version that watchers do not see yet: what happened in it, whether it is a player's move, and when it was made,
    in seconds. Chance, the clock, the shuffle and a director's actions are not moves."""

    sitting: Sitting
    events: Happened
    is_move: bool
    at: float = 0.0


class Gallery:
    """What the watchers of a sitting see and what is held back. `shown` is the version they see; `course` is the deal
    up to it, where they see open hands. No more is held back than the delay says: a number of moves, one deal, or
    the last minutes, with what the table did by itself in between."""

    __slots__ = ("_delay", "_kept", "_moves", "course", "shown")

    def __init__(self, delay: Delay, opening: Sitting) -> None:
        self._delay = delay
        self._kept: deque[Unshown] = deque()
        self._moves = 0
        self.shown = opening
        self.course = Course() if delay.is_open else None

    @property
    def latest(self) -> Sitting:
        """The table's own version."""
        return self._kept[-1].sitting if self._kept else self.shown

    def told(self, terms: Terms) -> list[dict[str, Any]]:
        """The course of the deal up to the version shown; empty where hands are closed."""
        return self.course.shown(terms) if self.course is not None and looks.opens_hands(terms) else []

    @property
    def waits_for_time(self) -> bool:
        """Does time alone make a version due?"""
        return bool(self._delay.minutes and self._kept)

    def set_clock(self, now: float) -> None:
        """Switch to another clock: its second `now` is second 0 of the old one."""
        self._kept = deque(replace(one, at=one.at + now) for one in self._kept)

    def follow(self, sitting: Sitting, events: Happened, action: Step, at: float = 0.0) -> list[Unshown]:
        """Take the table's next version, made at second `at`, and return the versions that watchers may now see, in
        order."""
        kept = Unshown(sitting, events, action.seat is not None and not isinstance(action, TableAction), at)
        self._kept.append(kept)
        self._moves += kept.is_move
        if self._delay.minutes and sitting.ending is None:
            return []  # time brings them, and no move that is still hidden says when
        return self.due(at)

    def due(self, now: float) -> list[Unshown]:
        """Return the versions that watchers may see from second `now` on and have not seen, in order, and count them as
        seen."""
        due = []
        while self._kept and self._is_due(self._kept[0], now):
            due.append(self._kept.popleft())
            self._moves -= due[-1].is_move
            self.shown = due[-1].sitting
            if self.course is not None:
                self.course.follow(self.shown, due[-1].events)
        return due

    def _is_due(self, first: Unshown, now: float) -> bool:
        """May watchers see this version: is it old enough, have enough moves followed it, or is its deal over? After
        the end nothing is hidden."""
        latest = self._kept[-1].sitting
        if latest.ending is not None:
            return True
        if self._delay.minutes:
            return now - first.at >= 60 * self._delay.minutes
        if self._delay.moves:
            return self._moves - first.is_move >= self._delay.moves
        return first.sitting.version <= _told(latest)


def _told(latest: Sitting) -> int:
    """The last version in which no card of a deal under way had been dealt."""
    is_between = latest.deal_seq == 0 or latest.state.phase is engine.Phase.DONE
    return latest.version if is_between else latest.deal_seq - 1
