"""Tables that are worth watching: the hottest, others beside a watched one, and the one on the home page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import User
from doors.caching import versioned
from games.live import glances
from games.live.finished import archive
from games.live.glances import Glance
from games.models import Table
from tournaments.event.selectors import finding
from tournaments.matches.selectors import match_at
from tournaments.models import (
    Match,
    Round,
)
from tournaments.tables import selectors as tables_selectors

HOTTEST = 5  # tables shown on the page Play
WATCHED_AMONG = 40  # tournaments under way whose tables are looked at for them
BOARD_KEPT_S = 5
OTHERS = 6  # tables listed beside a watched one
OTHERS_KEPT_S = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A table in play for the home page: its public view, what it is a table of, and the delay in words."""

    table: Table
    view: Mapping[str, Any]
    match: Match | None
    delay: str

    @property
    def sides(self) -> Sequence[tuple[str, int, int, bool]]:
        """For both seats: the name, the points, the number of cards held, and whether the seat has to move."""
        view = self.view
        return [
            (str(at.user), view["score"]["points"][letter], view["counts"][letter], view["turn"] == letter)
            for letter, at in zip("AB", self.table.seats.all(), strict=True)
        ]


def hottest_tables() -> list[tables_selectors.Watchable]:
    """The tables most worth watching that everybody may watch."""
    return _hottest()[:HOTTEST]


def hottest_boards(viewer: User | None) -> list[Glance]:
    """The hottest tables that this visitor may watch side by side."""
    return tables_selectors.side_by_side(_hottest(), viewer, glances.MOST)


def other_tables(table: Table) -> tuple[Round | None, list[tables_selectors.Beside]]:
    """The tables most worth watching besides this one, if everybody may watch them: those of its round by number;
    outside rounds the hottest first. They are searched for once in a few seconds."""
    match = match_at(table.public_id)
    round_ = match.round if match is not None else None
    slot = ("other tables", round_.pk if round_ else None)
    found = versioned.recent(slot, OTHERS_KEPT_S, lambda: _beside(round_), len)
    others = [one for one in found if one.public_id != table.public_id][:OTHERS]
    return round_, sorted(others, key=lambda one: one.number or 0)


def _beside(round_: Round | None) -> list[tables_selectors.Beside]:
    found = tables_selectors.beside_in_round(round_) if round_ else tables_selectors.beside(_hottest())
    return found[: OTHERS + 1]  # the watched one may be among them


def _hottest() -> list[tables_selectors.Watchable]:
    return tables_selectors.hottest(finding.live(WATCHED_AMONG), now=timezone.now())


def board() -> Board | None:
    """The table on the home page: the hottest one that everybody may watch and at which somebody has to move, else one
    at which cards are held; None if there is none. It is searched for once in a few seconds."""
    return versioned.recent(("board on home", get_language()), BOARD_KEPT_S, _board, lambda _: 1)


def _board() -> Board | None:
    found = list(_boards())
    return next((one for one in found if one.view["turn"]), found[0] if found else None)


def _boards() -> Iterator[Board]:
    """The hottest tables that can be drawn and at which cards are held."""
    hot = _hottest()
    by_id = {one.public_id: one for one in hot}
    for table in list(filter(glances.can_be_drawn, tables_selectors.seated(hot)))[:HOTTEST]:
        view = archive.snapshot(table, None, is_kept=True)["view"]
        if any(view["counts"].values()) and not view["over"]:
            one = by_id[table.public_id]
            match = one.match if isinstance(one, tables_selectors.LiveTable) else None
            yield Board(table=table, view=view, match=match, delay=getattr(one, "delay", ""))
