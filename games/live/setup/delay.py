"""The delay with which watchers see a table: a number of moves or minutes, or each deal after its end; hands hidden or
open."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MOST_MOVES = 50
MOST_MINUTES = 60
NONE, DEALS, OPEN_DEALS = "none", "deals", "open:deals"
_MOVES = re.compile("moves:([1-9][0-9]?)")
_OPEN = re.compile("open:([1-9][0-9]?)")


class BadDelay(ValueError):
    """The key names no delay; the message lists the keys that do."""


@dataclass(frozen=True, slots=True)
class Delay:
    """A delay of some `moves` or `minutes`; with neither, each deal is shown after its end. With `is_open` watchers see
    the hands of both players, at a table of two."""

    moves: int = 0
    minutes: int = 0
    is_open: bool = False


def delay_in(settings: Mapping[str, Any]) -> Delay | None:
    """The delay in a table's settings; None: watchers see the table as it is played."""
    return delay_of(settings.get("delay") or NONE)


def delay_words(delay: Delay | None) -> str:
    """A sentence that says when watchers see a table."""
    if delay is None:
        return _("as it is played")
    if delay.minutes:
        said = ngettext("%(n)d minute later, with open hands", "%(n)d minutes later, with open hands", delay.minutes)
        return said % {"n": delay.minutes}
    if delay.is_open:
        return _("each deal once it is over, with open hands")
    if not delay.moves:
        return _("each deal once it is over")
    return ngettext("%(n)d move later", "%(n)d moves later", delay.moves) % {"n": delay.moves}


def late_words(delay: Delay) -> tuple[str, str]:
    """The delay in a few words, for a badge of the table and for the button that shows the latest state its watchers
    may see."""
    if delay.minutes:
        badge = ngettext("shown %(n)d minute late", "shown %(n)d minutes late", delay.minutes)
        return badge % {"n": delay.minutes}, _("Live, %(n)d min late") % {"n": delay.minutes}
    if delay.moves:
        badge = ngettext("shown %(n)d move late", "shown %(n)d moves late", delay.moves)
        live = ngettext("Live, %(n)d move late", "Live, %(n)d moves late", delay.moves)
        return badge % {"n": delay.moves}, live % {"n": delay.moves}
    return _("shown when each deal is over"), _("Latest deal")


def allowed_delays() -> str:
    """The keys of delays, for a refusal that says what is allowed."""
    return f"{NONE}, {DEALS}, {OPEN_DEALS}, moves:1 – moves:{MOST_MOVES}, open:1 – open:{MOST_MINUTES}"


def delay_of(key: str) -> Delay | None:
    """The delay that a key stands for: `moves:10`, `deals`, `open:15` (minutes), `open:deals`, or `none` for None.
    Raises BadDelay."""
    if key in (NONE, DEALS, OPEN_DEALS):
        return None if key == NONE else Delay(is_open=key == OPEN_DEALS)
    moves, minutes = _MOVES.fullmatch(key), _OPEN.fullmatch(key)
    if moves and int(moves[1]) <= MOST_MOVES:
        return Delay(moves=int(moves[1]))
    if minutes and int(minutes[1]) <= MOST_MINUTES:
        return Delay(minutes=int(minutes[1]), is_open=True)
    raise BadDelay(allowed_delays())
