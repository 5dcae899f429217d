"""The delay with which watchers see a table: so many moves, or each deal once it is over."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MOST_MOVES = 50
NONE, DEALS = "none", "deals"
_MOVES = re.compile("moves:([1-9][0-9]?)")


class BadDelay(ValueError):
    """A key that names no delay; the message says which there are."""


@dataclass(frozen=True, slots=True)
class Delay:
    """So many `moves` later; 0: each deal once it is over."""

    moves: int


def delay_in(settings: Mapping[str, Any]) -> Delay | None:
    """The delay in a table's settings; None: watchers see it as it is played."""
    return delay_of(settings.get("delay") or NONE)


def delay_words(delay: Delay | None) -> str:
    """When watchers see a table, in words."""
    if delay is None:
        return _("as it is played")
    if not delay.moves:
        return _("each deal once it is over")
    return ngettext("%(n)d move later", "%(n)d moves later", delay.moves) % {"n": delay.moves}


def delay_of(key: str) -> Delay | None:
    """The delay that a key names: `moves:10`, `deals`, or `none` for None. Raises BadDelay."""
    if key in (NONE, DEALS):
        return Delay(0) if key == DEALS else None
    found = _MOVES.fullmatch(key)
    if found is None or int(found[1]) > MOST_MOVES:
        raise BadDelay(f"{NONE}, {DEALS}, or moves:1 to moves:{MOST_MOVES}")
    return Delay(int(found[1]))
