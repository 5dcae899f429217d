"""Match lengths by key: `game`, `best_of:3`, `deals:12` (tournaments design §4)."""

from dataclasses import dataclass

MOST_GAMES = 15
MOST_DEALS = 99


class BadLength(ValueError):
    """A key that names no match length."""


@dataclass(frozen=True, slots=True)
class Length:
    """How long a match is: one game to the target, the best of `n` games (n odd), or `n` deals whatever the points."""

    kind: str
    n: int = 1

    @property
    def may_tie(self) -> bool:
        """Can it end level? Only a fixed number of deals can."""
        return self.kind == "deals"

    @property
    def wins_needed(self) -> int:
        """The games that win it."""
        return self.n // 2 + 1


def length_of(key: object) -> Length:
    """The length that a key names. Raises BadLength."""
    kind, _colon, count = key.partition(":") if isinstance(key, str) else ("", "", "")
    if key == "game":
        return Length("game")
    n = int(count) if count.isascii() and count.isdigit() and len(count) < 4 else 0
    if kind == "best_of" and n % 2 and 3 <= n <= MOST_GAMES:
        return Length(kind, n)
    if kind == "deals" and 1 <= n <= MOST_DEALS:
        return Length(kind, n)
    raise BadLength(f"no match length is called {key!r}")
