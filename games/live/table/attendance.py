"""The presence of every seat at a table: what everybody is told, and against whom the sitting may be claimed. Pure.

A player who keeps the shuffle waiting counts as disconnected after ten seconds; `since` is when the present decision at
each board began, in seconds on the loop's clock as all times here.
"""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Any

from games.live.setup.terms import LETTERS, Terms
from games.live.sitting import attempts
from games.live.sitting.sitting import Sitting, board_of
from games.live.table.presence import AWAY_S, Presence, grace

Since = Sequence[float]


class Attendance:
    """The presence of every seat."""

    __slots__ = ("_missing", "_seats", "_stopped_at", "_terms", "_told")

    def __init__(self, terms: Terms, met: Iterable[int], stopped_at: float | None) -> None:
        """`met` are the seats that have played here before the table was loaded; `stopped_at` is when a director
        stopped it (None: it goes on)."""
        self._terms = terms
        self._seats = tuple(Presence() for _ in terms.seats)
        self._missing = tuple(met)
        self._stopped_at = stopped_at
        self._told: dict[str, Any] = {}

    def __getitem__(self, seat: int) -> Presence:
        return self._seats[seat]

    @property
    def has_begun(self) -> bool:
        """Has anybody ever come to this table? Until then no clock decides it; the director rules on it. At a table
        played by days nobody has to come."""
        is_known = self._terms.is_by_days or bool(self._missing)
        return is_known or any(one.sockets or one.gone_since is not None for one in self._seats)

    def miss(self, now: float) -> None:
        """End the time for reconnecting after a start: a player who has played here and has not come back counts as
        gone."""
        for seat in self._missing:
            self._seats[seat].missed(now)
        self._missing = ()

    def stand(self, is_frozen: bool, now: float) -> None:
        """Stop every grace while a director has stopped play; afterwards let it run on."""
        if self._stopped_at is not None and not is_frozen:
            for one in self._seats:
                one.stood(self._stopped_at, now)
            self._stopped_at = None
        elif self._stopped_at is None and is_frozen:
            self._stopped_at = now

    def gone_too_long(self, sitting: Sitting, seat: int, since: Since, now: float) -> int | None:
        """The seat whose absence lets this seat claim the sitting. A seat that sits the deal out cannot be claimed
        against."""
        waiting = sitting.state.rest.places.waiting
        others = (at for at in range(len(self._seats)) if at not in waiting and not self._is_with(at, seat))
        return next((at for at in others if self._grace_left(sitting, at, since, now) == 0), None)

    def forfeit(self, sitting: Sitting, since: Since, now: float) -> tuple[int, int] | None:
        """A present seat, and the seat whose absence lets it claim the sitting now; None if nobody is gone too long, or
        nobody is present."""
        for seat, one in enumerate(self._seats):
            gone = self.gone_too_long(sitting, seat, since, now) if one.sockets else None
            if gone is not None:
                return seat, gone
        return None

    def graces(self, sitting: Sitting, since: Since, now: float) -> dict[str, float]:
        """The remaining grace of disconnected players in seconds, by seat letter."""
        left = {LETTERS[at]: self._grace_left(sitting, at, since, now) for at in range(len(self._seats))}
        return {letter: seconds for letter, seconds in left.items() if seconds is not None}

    def frame(self, sitting: Sitting, since: Since, now: float) -> dict[str, Any]:
        """The presence frame: who is here, and the remaining grace of disconnected players in seconds."""
        graces = {letter: ceil(seconds) for letter, seconds in self.graces(sitting, since, now).items()}
        return {"k": "pres", **self._words(sitting, since, now), "grace": graces}

    def news(self, sitting: Sitting, since: Since, now: float) -> dict[str, Any] | None:
        """The presence frame if somebody has come or gone, or a second of grace has passed, since the last call; else
        None."""
        words = self._words(sitting, since, now)
        if self._told == {"k": "pres", **words, "grace": {}} and "gone" not in words.values():
            return None  # called four times a second at every table: return early when no grace runs
        frame = self.frame(sitting, since, now)
        if frame == self._told:
            return None
        self._told = frame
        return frame

    def _is_with(self, seat: int, other: int) -> bool:
        """Are these two seats the same, or of one team?"""
        return seat == other or (self._terms.boards > 1 and seat % 2 == other % 2)

    def _grace_left(self, sitting: Sitting, seat: int, since: Since, now: float) -> float | None:
        """Seconds until a seat may be claimed against; None while it may not, and always at a table played by days."""
        if self._terms.is_by_days:
            return None
        control = self._terms.control
        bank_s = control.bank / 1000 if control and control.bank else None
        left = self._seats[seat].grace_left(now if self._stopped_at is None else self._stopped_at, bank_s)
        if left is None and _is_silent(sitting, seat, since, now):
            left = max(0.0, since[board_of(sitting, seat)] + AWAY_S + grace(bank_s) - now)
        return left

    def _words(self, sitting: Sitting, since: Since, now: float) -> dict[str, str]:
        """The word for each seat: here, away or gone. A player who keeps the shuffle waiting is away. A house player
        that was never lost is still on its way to a new table, so it counts as here."""
        words = {LETTERS[at]: one.word(now) for at, one in enumerate(self._seats)}
        for at, one in enumerate(self._seats):
            if self._terms.seats[at].house_level and one.sockets == 0 and one.gone_since is None:
                words[LETTERS[at]] = "here"
        if sitting.attempts:
            silent = (at for at in range(len(self._seats)) if _is_silent(sitting, at, since, now))
            words |= {LETTERS[at]: "away" for at in silent if words[LETTERS[at]] == "here"}
        return words


def _is_silent(sitting: Sitting, seat: int, since: Since, now: float) -> bool:
    """Has a shuffle been waiting for this seat too long?"""
    attempt = attempts.of_seat(sitting.attempts, seat)
    if attempt is None or sitting.is_frozen or now - since[attempt.board] < AWAY_S:
        return False
    return seat in attempts.awaited(attempt)
