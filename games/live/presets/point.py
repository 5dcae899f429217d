"""One point of a rule set in plain words, with the rules it comes from."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from games import engine

PLAYERS, TURN, ENDING, SCORE, GAME = "players", "turn", "ending", "score", "game"


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One point of a rule set: `key` names it, `section` is its place on the sheet, `ids` are the rules it comes
    from."""

    key: str
    section: str
    title: str
    text: str
    ids: tuple[str, ...]


Points = Iterator[Point]
Teller = Callable[[engine.RuleSet], Points]


def point(section: str, key: str, title: str, text: str, ids: str) -> Point:
    """Make a point; `ids` are separated by blanks."""
    return Point(key=key, section=section, title=title, text=text, ids=tuple(ids.split()))
