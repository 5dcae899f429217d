"""Time at a table, pure: the cost of a decision, the lag that is given back, the moment when a flag falls. All in
milliseconds."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

QUOTA_START = 1000
QUOTA_GAIN = 200
QUOTA_MOST = 2000
COMPENSATION_MOST = 1000
CREDIT_LEAST = 20_000
LONGEST_LIVE_S = 3600  # for a decision; with more a table is played by days
MOST_S = {"bank_s": 4 * 3600, "increment_s": 600, "move_s": 3 * 24 * 3600}


@dataclass(frozen=True, slots=True)
class Control:
    """A time control: a bank for the whole sitting, an increment for each turn, a limit for each decision; each may be
    None (0 for the increment)."""

    bank: int | None
    increment: int
    move: int | None

    @property
    def is_by_days(self) -> bool:
        """Is the time for a decision so long that nobody has to be here?"""
        return self.move is not None and self.move > LONGEST_LIVE_S * 1000


def control(settings: Mapping[str, Any]) -> Control | None:
    """The time control in a table's settings (`clock`: bank_s, increment_s, move_s, or null); None if there is none."""
    given = settings.get("clock")
    if not given or not (given.get("bank_s") or given.get("move_s")):
        return None
    return Control(_ms(given.get("bank_s")), _ms(given.get("increment_s")) or 0, _ms(given.get("move_s")))


def is_clock(given: Any) -> bool:
    """Is this a valid clock in the settings of a table? None is valid: nobody's time runs."""
    if given is None:
        return True
    if (
        not isinstance(given, Mapping)
        or not set(given) <= set(MOST_S)
        or not (given.get("bank_s") or given.get("move_s"))
    ):
        return False
    found = ((value, MOST_S[name]) for name, value in given.items() if value is not None)
    if not all(type(value) is int and 0 <= value <= most for value, most in found):
        return False
    return not given.get("bank_s") or (given.get("move_s") or 0) <= LONGEST_LIVE_S


def is_by_days(given: Any) -> bool:
    """Is this the clock of a table that is played by days?"""
    found = control({"clock": given})
    return found is not None and found.is_by_days


def _ms(seconds: float | None) -> int | None:
    return round(seconds * 1000) if seconds else None


def allowed(control: Control, left: int | None) -> int:
    """The time that a seat has for its present decision."""
    limits = [limit for limit in (control.move, left) if limit is not None]
    return max(0, min(limits))


def spend(control: Control, left: int | None, *, spent: int, lag: int, turn_ended: bool) -> int | None:
    """What remains in the bank after a decision that took `spent`, of which `lag` is given back."""
    if left is None:
        return None
    return max(0, left - max(0, spent - lag)) + (control.increment if turn_ended else 0)


@dataclass(slots=True)
class Lag:
    """The lag compensation of one seat: the smallest of its last four round trips, within a quota that grows by 200 ms
    a move. So faked lag wins no more than that in the long run."""

    quota: int = QUOTA_START
    trips: deque[int] = field(default_factory=lambda: deque(maxlen=4))

    def measured(self, trip_ms: int) -> None:
        """Take in a round trip that a ping has measured."""
        self.trips.append(max(0, trip_ms))

    def claimable(self) -> int:
        """The lag that could be given back for the decision now."""
        return min(min(self.trips), self.quota, COMPENSATION_MOST) if self.trips else 0

    def claim(self, spent: int) -> int:
        """Give back lag for a decision that took `spent`, and grow the quota for the next."""
        given = min(self.claimable(), spent)
        self.quota = min(QUOTA_MOST, self.quota - given + QUOTA_GAIN)
        return given
