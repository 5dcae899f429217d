"""The deals of a dump, a file for each month. A month in which nothing has changed since the last dump is the same
file; one that only grew is the last file with a piece at its end. So a night costs what its day brought."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

import orjson
from django.db.models import QuerySet

from games.live.finished import deal_data
from games.models import Deal

STATE = ".months.json"  # in the folder of a dump, for the next one; no file of the dump
FORM = 1  # raise it when lines of deals are written otherwise


@dataclass(slots=True)
class Month:
    """The deals of a month so far: their number, the row of the last one, and a digest that changes with any line.
    `begun` is the month as the last dump has it, if it begins with the same lines."""

    name: str
    deals: int = 0
    last: int = 0
    begun: "Month | None" = None
    _digest: Any = field(default_factory=sha256)

    def add(self, row: int, sign: bytes, before: "Month | None") -> None:
        """Count one more deal."""
        self.deals, self.last = self.deals + 1, row
        self._digest.update(sign)
        if before is not None and (before.deals, before.digest) == (self.deals, self.digest):
            self.begun = before

    @property
    def digest(self) -> str:
        """The digest of the deals so far."""
        return str(self._digest if isinstance(self._digest, str) else self._digest.hexdigest())

    def rows(self, found: QuerySet[Deal]) -> QuerySet[Deal]:
        """Those of the deals that belong to this month."""
        year, month = map(int, self.name.split("-"))
        first = datetime(year, month, 1, tzinfo=UTC)
        following = datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC)
        return found.filter(finished_at__gte=first, finished_at__lt=following)


def months(found: QuerySet[Deal], before: Mapping[str, Month], alive: Callable[[], None]) -> list[Month]:
    """The months of these deals, the oldest first, compared with those of the last dump. No log is read."""
    there: dict[str, Month] = {}
    for row, at, sign in deal_data.signs(found):
        name = at.astimezone(UTC).strftime("%Y-%m")
        there.setdefault(name, Month(name)).add(row, sign, before.get(name))
        alive()
    return [there[name] for name in sorted(there)]


def noted(folder: Path | None) -> dict[str, Month]:
    """The months that the dump in this folder holds completely, if it is one of this version. A note that a crash left
    empty or torn says nothing: all is written anew."""
    path = folder and folder / STATE
    if path is None or not path.exists():
        return {}
    try:
        said = orjson.loads(path.read_bytes())
        if said["made_by"] != _made_by():
            return {}
        return {
            name: Month(name, deals=deals, last=last, _digest=digest)
            for name, (deals, last, digest) in said["months"].items()
        }
    except (ValueError, TypeError, LookupError, AttributeError):
        return {}


def note(whole: Iterable[Month]) -> bytes:
    """What the folder of a dump says to the next one: which months it holds completely."""
    months = {one.name: [one.deals, one.last, one.digest] for one in whole}
    return orjson.dumps({"made_by": _made_by(), "months": months})


def _made_by() -> list[Any]:
    return [FORM, version("undercut")]
