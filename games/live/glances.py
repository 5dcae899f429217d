"""A small drawing of a table for a watcher, shown beside others on a page."""

from dataclasses import dataclass
from typing import Any

from games.live.finished import archive
from games.live.setup import facts, terms
from games.live.setup.delay import delay_in, delay_words
from games.live.store import loading
from games.models import Table

MOST = 4  # tables side by side


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """What the page hands to its script: the public view with the figures of the rules, and the address of the socket.
    People who sit at the table do not get it."""

    table: Table
    names: dict[str, str]
    suits: str
    facts: dict[str, Any]
    snapshot: dict[str, Any]
    ws_path: str
    delay: str

    @property
    def snapshot_id(self) -> str:
        """The id of the element that holds the view."""
        return f"gin-snapshot-{self.table.public_id}"

    @property
    def names_id(self) -> str:
        """The id of the element that holds the players' names."""
        return f"gin-names-{self.table.public_id}"

    @property
    def facts_id(self) -> str:
        """The id of the element that holds the figures of the rules."""
        return f"gin-facts-{self.table.public_id}"


def can_be_drawn(table: Table) -> bool:
    """Can the table be drawn small? The drawing has room for two hands at one board."""
    return terms.terms(table).rules.seating.name == "two"


def pack_of(table: Table) -> str:
    """The ranks of the cards in its pack."""
    return terms.terms(table).rules.pack.ranks


def glance(table: Table) -> Glance:
    """A table, with its seats and users, as watchers see it now."""
    fixed = terms.terms(table)
    delay = delay_in(table.settings)
    seats = sorted(table.seats.all(), key=lambda at: at.seat)
    return Glance(
        table=table,
        names={terms.LETTERS[at.seat]: str(at.user) for at in seats},
        suits="".join("SHCD"[at.user.pk % 4] for at in seats),
        facts=facts.facts(fixed.rules),
        snapshot=archive.snapshot(table, None),
        ws_path=loading.ws_path(table.public_id),
        delay="" if delay is None else delay_words(delay),
    )
