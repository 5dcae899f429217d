"""The parts of the site that know something about people. Each app names its own when it is ready; accounts knows none
of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import User


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why somebody cannot leave yet, in words with the way out, and the address of the page where it is."""

    words: str
    link: str


class Blocked(Exception):
    """Somebody cannot leave yet."""

    def __init__(self, obstacles: Sequence[Obstacle]) -> None:
        super().__init__(" ".join(one.words for one in obstacles))
        self.obstacles = obstacles


def nothing(user: User) -> list[Obstacle]:
    """No obstacle."""
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one app does about a person: `tell` all it knows, as plain JSON; say what stands in the way of leaving
    (`obstacles`); and `forget` the person, who is called `alias` from now on, inside the transaction in which the
    account is deleted. It may raise Blocked."""

    name: str
    tell: Callable[[User], Any]
    forget: Callable[[User, str, datetime], None]
    obstacles: Callable[[User], list[Obstacle]] = nothing


_parts: dict[str, Part] = {}


def register(part: Part) -> None:
    """Name a part, from `apps.ready`."""
    _parts[part.name] = part


def parts() -> list[Part]:
    """All parts, in the order of the floors, the lowest first."""
    return list(_parts.values())
