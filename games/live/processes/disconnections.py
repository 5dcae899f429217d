"""Tell a table's officials which players have lost their connection to it, whichever process serves the table."""

import time
from collections.abc import Iterable
from dataclasses import dataclass

from games.live.processes import hub
from games.live.setup.terms import LETTERS
from games.live.store import loading
from games.models import Seat


@dataclass(frozen=True, slots=True)
class Gone:
    """A player who is disconnected from a table, and the seconds until the others may claim the sitting."""

    table: str
    name: str
    seconds: int


def gone_from(public_ids: Iterable[str]) -> list[Gone]:
    """The players disconnected from these tables, as this process sees it now, or as another process reported with its
    last beat, at most 5 s ago."""
    asked = set(public_ids)
    if not asked:
        return []
    told = {table: seats for gone in loading.living().values_list("gone", flat=True) for table, seats in gone.items()}
    owner = hub.current()
    if owner is not None:
        own = owner.gone()
        told = {table: seats for table, seats in told.items() if not owner.serves(table)} | own
    wanted = asked & set(told)
    sitters = Seat.objects.filter(table__public_id__in=wanted).select_related("table", "user").order_by("table", "seat")
    now = time.time()
    return [
        Gone(sitter.table.public_id, str(sitter.user), max(0, round(told[sitter.table.public_id][letter] - now)))
        for sitter in (sitters if wanted else ())
        if (letter := LETTERS[sitter.seat]) in told[sitter.table.public_id]
    ]
