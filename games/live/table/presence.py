"""The presence of one seat: here, away after silence, gone without a socket; and how long a seat may stay gone. Pure.

Presence is read from the time of the last frame, never from a socket's end; times are seconds on the loop's clock.
"""

from dataclasses import dataclass

AWAY_S = 10.0
BYE_GRACE_S = 10.0
GRACES = 3


@dataclass(slots=True)
class Presence:
    """The presence of one seat. `gone_since` is the moment when its last socket closed; `graces` are the graces already
    used."""

    sockets: int = 0
    heard_at: float = 0.0
    gone_since: float | None = None
    said_bye: bool = False
    graces: int = 0

    def came(self, now: float) -> None:
        """A socket of this seat has opened."""
        if self.gone_since is not None and now - self.gone_since > AWAY_S:
            self.graces += 1
        self.sockets += 1
        self.heard_at, self.gone_since, self.said_bye = now, None, False

    def missed(self, now: float) -> None:
        """Count this seat as gone from now on, because it has not come back after an interruption."""
        if self.sockets == 0 and self.gone_since is None:
            self.gone_since = now

    def stood(self, since: float, now: float) -> None:
        """Do not count the time since `since` in the grace, because a director had stopped the table."""
        if self.gone_since is not None:
            self.gone_since += now - max(since, self.gone_since)

    def heard(self, now: float) -> None:
        """A frame has arrived from this seat."""
        self.heard_at = now

    def left(self, now: float) -> None:
        """A socket of this seat has closed."""
        self.sockets = max(0, self.sockets - 1)
        if self.sockets == 0:
            self.gone_since = now
        else:  # the tab that left was one of several
            self.said_bye = False

    def bye(self) -> None:
        """The player says that they leave on purpose."""
        self.said_bye = True

    def word(self, now: float) -> str:
        """The word for its presence: here, away or gone."""
        if self.sockets == 0:
            return "gone"
        return "here" if now - self.heard_at < AWAY_S else "away"

    def grace_left(self, now: float, bank_s: float | None) -> float | None:
        """Seconds until the opponent may claim the sitting; None while the seat is not gone. At a stopped table, `now`
        is when it was stopped."""
        if self.gone_since is None:
            return None
        if self.graces >= GRACES:
            whole = 0.0
        else:
            whole = BYE_GRACE_S if self.said_bye else grace(bank_s)
        return max(0.0, whole - max(0.0, now - self.gone_since))


def grace(bank_s: float | None) -> float:
    """The grace after a lost connection: 40 s for banks under 5 minutes, 80 s up to 20 minutes, 120 s above or without
    a bank."""
    if bank_s is None or bank_s > 20 * 60:
        return 120.0
    return 80.0 if bank_s >= 5 * 60 else 40.0
