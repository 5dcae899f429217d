"""The rating systems, pure: one file each, with the same protocol, found by key."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from ratings.systems.fold import NOTHING, VERSION, Fold, Moved, fold, line, moves, seat_lines
from ratings.systems.lists.families import family, family_name, preset
from ratings.systems.protocol import (
    FIGURES,
    RATED_KINDS,
    UNRATED_KINDS,
    Columns,
    ForSeveral,
    NotForSeveral,
    Place,
    RatedMatch,
    RatingSystem,
    Shown,
    State,
    Step,
    Trace,
)

__all__ = [
    "FIGURES",
    "NOTHING",
    "RATED_KINDS",
    "UNRATED_KINDS",
    "VERSION",
    "Columns",
    "Fold",
    "ForSeveral",
    "Moved",
    "NotForSeveral",
    "Place",
    "RatedMatch",
    "RatingSystem",
    "Shown",
    "State",
    "Step",
    "Trace",
    "UnknownSystem",
    "family",
    "family_name",
    "fold",
    "keys",
    "line",
    "moves",
    "preset",
    "seat_lines",
    "system",
]
DOORS = frozenset({"conformance"})  # a command line, not to be imported


class UnknownSystem(LookupError):
    """No rating system has this key."""


@cache
def _found() -> Mapping[str, type[Any]]:
    """The files of this folder that name a `System`."""
    names = (module.name for module in iter_modules(__path__) if not module.ispkg and module.name not in DOORS)
    modules = (import_module(f"{__name__}.{name}") for name in names)
    return {module.System.key: module.System for module in modules if hasattr(module, "System")}


def keys() -> tuple[str, ...]:
    """The keys of all systems."""
    return tuple(sorted(_found()))


def system(key: str, params: Mapping[str, Any] | None = None) -> RatingSystem:
    """The system with this key and these parameters; missing ones have their defaults. Raises UnknownSystem, and
    TypeError or ValueError for a parameter that it does not take."""
    if key not in _found():
        raise UnknownSystem(f"no rating system {key!r}; there are {', '.join(keys())}")
    made: RatingSystem = _found()[key](**(params or {}))
    return made
