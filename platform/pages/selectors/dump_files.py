"""The public dumps of results and ratings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson
from django.conf import settings
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Seat, Status, Table
from ratings.models import RatedMatch, RatedSeat

FORMAT = "undercut-dump/2"
MANIFEST = "manifest.json"
MONTH = "deals-%s.jsonl.gz"  # the file of a month's deals
DUMP_NAME = "%Y-%m-%dT%H%M%SZ"
PIECE = 1 << 16  # bytes of a file in memory
HOLDS = {
    "deals": _("final deals of %(of)s, card by card"),
    "matches": _("rated matches: %(of)s"),
    "lists": _("published lists"),
    "players": _("who is who"),
}


@dataclass(frozen=True, slots=True)
class Dump:
    """A complete dump: the name of its folder, its time, and its files by the manifest."""

    name: str
    made_at: datetime
    files: Sequence[Mapping[str, Any]]

    @property
    def size(self) -> int:
        """The size in bytes of all files except the manifest."""
        return sum(file["bytes"] for file in self.files)


def dumps_folder() -> Path:
    """The folder of the dumps."""
    return Path(settings.DATA_DIR) / "dumps"


def dumps() -> list[Dump]:
    """The dumps that are kept, the latest first."""
    return sorted((_dump(path) for path in dumps_folder().glob(f"*Z/{MANIFEST}")), key=lambda dump: dump.name)[::-1]


def only_in(dump: Dump, later: Dump | None) -> Sequence[Mapping[str, Any]]:
    """The files of a dump, without those that a later one has as they are."""
    known = {file["sha256"] for file in later.files} if later else set()
    return [file for file in dump.files if file["sha256"] not in known]


def _dump(path: Path) -> Dump:
    said = orjson.loads(path.read_bytes())
    return Dump(path.parent.name, datetime.fromisoformat(said["made_at"]), said["files"])


def dump_holds(file: Mapping[str, Any]) -> str:
    """The content of a dump's file, in words."""
    what, _colon, of = file["what"].partition(":")
    return str(HOLDS.get(what, what)) % {"of": of}


def dump_file(dump: str, name: str) -> Path | None:
    """A file of a dump ("latest": the last one) by its name in the manifest; None for any other name."""
    found = next((one for one in dumps() if dump in (one.name, "latest")), None)
    if found is None or name not in (MANIFEST, *(file["name"] for file in found.files)):
        return None
    return dumps_folder() / found.name / name


def public_players() -> Iterator[dict[str, str]]:
    """The players of the archive's deals and of rated matches, by id, with the name that the site shows; `house` is the
    level of a house player, else empty."""
    shown = Table.objects.filter(status=Status.OVER, is_held=False, is_private=False)
    sat = Seat.objects.filter(user=OuterRef("pk"), table__in=shown)
    as_a, as_b = RatedMatch.objects.filter(a=OuterRef("pk")), RatedMatch.objects.filter(b=OuterRef("pk"))
    seated = RatedSeat.objects.filter(player=OuterRef("pk"))
    found = User.objects.filter(Exists(sat) | Exists(as_a) | Exists(as_b) | Exists(seated)).order_by("public_id")
    for user in found.iterator():
        yield {"id": user.public_id, "name": str(user), "house": user.house_level}
