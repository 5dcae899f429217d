"""A register of the apps that store data about people. Each app registers its own part when it is ready, so accounts
does not need to know them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import User


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A reason why a person cannot leave yet: `words` that name the way out, and a `link` to the page for it."""

    words: str
    link: str


class Blocked(Exception):
    """A person cannot leave yet; `obstacles` says why."""

    def __init__(self, obstacles: Sequence[Obstacle]) -> None:
        super().__init__(" ".join(one.words for one in obstacles))
        self.obstacles = obstacles


def nothing(user: User) -> list[Obstacle]:
    """No obstacles, for a part that never has any."""
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one app does with the data of a person. `tell` returns all of it as plain JSON; `obstacles` says what
    prevents leaving; `forget` deletes the person, whom results then call `alias`. `forget` runs inside the transaction
    that deletes the account, and may raise Blocked."""

    name: str
    tell: Callable[[User], Any]
    forget: Callable[[User, str, datetime], None]
    obstacles: Callable[[User], list[Obstacle]] = nothing


_parts: dict[str, Part] = {}


def register(part: Part) -> None:
    """Add a part; call it from `apps.ready`."""
    _parts[part.name] = part


def parts() -> list[Part]:
    """All parts, in the order of the layers, the lowest first."""
    return list(_parts.values())
