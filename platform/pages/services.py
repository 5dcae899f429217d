"""The nightly dump of everything public: a folder of files with their checksums. It is complete or does not exist."""

import fcntl
import gzip
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

import orjson

from audit import services as audit
from duework import services as duework
from duework.models import DueWork
from games import selectors as games
from games.live.finished import deal_data
from pages.selectors import dump_files, dump_months
from pages.selectors.dump_files import FORMAT, MANIFEST, Dump
from pages.selectors.dump_months import Month
from ratings.selectors import pools
from ratings.services import export

KEPT = 7  # the number of dumps kept
LEVEL = 6  # of compression
RENEW_EVERY = 5.0  # seconds between two reports that the work goes on


class Busy(Exception):
    """Another dump is being made."""


def dump_due(work: DueWork, now: datetime) -> None:
    """Handler of due work `pages.dump`."""
    write_dump(now=now, alive=lambda: duework.renew(work))


def audit_head_due(work: DueWork, now: datetime) -> None:
    """Handler of due work `pages.audit_head`."""
    audit.note_head(now)


def write_dump(*, now: datetime, alive: Callable[[], None] = lambda: None) -> Dump:
    """Write everything public that was finished before `now` to a new folder, which appears only when complete; older
    dumps are deleted. `alive` is called every few seconds, and stops the work by raising. Raises Busy."""
    folder = dump_files.dumps_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with _alone(folder):
        part = folder / ".part"
        shutil.rmtree(part, ignore_errors=True)  # left by a run that was killed
        part.mkdir()
        try:
            with duework.walk("pages.dump", now=now) as walk:
                _write_files(_Writer(part, alive), now, walk)
            alive()
            name = now.astimezone(UTC).strftime(dump_files.DUMP_NAME)
            part.rename(folder / name)
        finally:
            shutil.rmtree(part, ignore_errors=True)
        for old in dump_files.dumps()[KEPT:]:
            shutil.rmtree(folder / old.name)
    return next(dump for dump in dump_files.dumps() if dump.name == name)


class _Writer:
    """Writes the files of a dump compressed, and collects their entries for the manifest."""

    def __init__(self, folder: Path, alive: Callable[[], None]) -> None:
        self.folder, self.files = folder, list[dict[str, Any]]()
        self._alive, self._told = alive, time.monotonic()

    @contextmanager
    def file(
        self, name: str, what: str, begun: Path | None = None, count: int = 0
    ) -> Iterator[Callable[[bytes], None]]:
        """Open a compressed file during the block; yields the function that writes to it. The manifest counts its
        lines. It may begin with another file, of so many lines."""
        path = self.folder / name
        with path.open("wb") as raw:
            if begun is not None:
                with begun.open("rb") as old:
                    shutil.copyfileobj(old, raw)
            with gzip.GzipFile(filename="", fileobj=raw, mode="wb", compresslevel=LEVEL, mtime=0) as out:

                def write(text: bytes) -> None:
                    nonlocal count
                    out.write(text)
                    count += text.count(b"\n")
                    self.tell()

                yield write
            _settle(raw)
        digest = self._digest(path)
        self.files.append({"name": name, "what": what, "lines": count, "bytes": path.stat().st_size, "sha256": digest})

    def again(self, entry: Mapping[str, Any], old: Path) -> None:
        """Take over a file of another dump as it is, without a copy where the disk can do so."""
        path = self.folder / entry["name"]
        try:
            os.link(old, path)
        except OSError:
            shutil.copyfile(old, path)
        self.files.append(dict(entry))

    def json(self, name: str, what: str, rows: Iterator[Any], *, begun: Path | None = None, count: int = 0) -> None:
        """Write a file of JSON lines; it may begin with another file, of so many lines."""
        with self.file(name, what, begun, count) as write:
            for row in rows:
                write(orjson.dumps(row) + b"\n")

    def manifest(self, now: datetime, left_out: list[str]) -> None:
        """Write the last file: the others with their checksums, and the rows that could not be read. A file that was
        begun and could not be finished is not part of the dump."""
        for path in self.folder.iterdir():
            if path.name not in {dump_months.STATE, *(file["name"] for file in self.files)}:
                path.unlink()
        said = {"format": FORMAT, "made_at": now.astimezone(UTC), "files": self.files, "left_out": left_out}
        with (self.folder / MANIFEST).open("wb") as out:
            out.write(orjson.dumps(said, option=orjson.OPT_INDENT_2) + b"\n")
            _settle(out)

    def is_whole(self, path: Path, entry: Mapping[str, Any]) -> bool:
        """Is this file of another dump as its manifest says?"""
        return path.exists() and self._digest(path) == entry["sha256"]

    def _digest(self, path: Path) -> str:
        found = sha256()
        with path.open("rb") as file:
            while piece := file.read(dump_files.PIECE):
                found.update(piece)
                self.tell()
        return found.hexdigest()

    def tell(self) -> None:
        """Report now and then that the work goes on."""
        if time.monotonic() - self._told > RENEW_EVERY:
            self._alive()
            self._told = time.monotonic()


def _write_files(out: _Writer, now: datetime, walk: duework.Walk) -> None:
    """Write the files, players last, so that everybody named in another file is among them. What cannot be read is left
    out and named in the manifest."""
    _write_deals(out, now, walk)
    prefixes: dict[str, export.Prefixes] = {}
    for pool in pools.pools():
        name = f"matches-{pool.key}.csv.gz"
        with walk.row(name), out.file(name, f"matches:{pool.key}") as write:
            prefixes[pool.key] = export.write_matches(pool, lambda text: write(text.encode()))
    out.json("lists.jsonl.gz", "lists", export.list_lines(prefixes, walk))
    out.json("players.jsonl.gz", "players", dump_files.public_players())
    out.manifest(now, sorted(walk.skipped))


def _write_deals(out: _Writer, now: datetime, walk: duework.Walk) -> None:
    """Write a file for each month of deals, or take over that of the last dump. A month with a deal that cannot be read
    is written anew the next time."""
    last = next(iter(dump_files.dumps()), None)
    there = dump_files.dumps_folder() / last.name if last else None
    entries = {file["name"]: file for file in last.files} if last else {}
    found, whole = games.deals().filter(finished_at__lt=now), list[Month]()
    for month in dump_months.months(found, dump_months.noted(there), out.tell):
        name, begun, rows = dump_files.MONTH % month.name, month.begun, month.rows(found)
        old = there / name if there and begun and name in entries else None
        if old is None or begun is None or not out.is_whole(old, entries[name]):
            out.json(name, f"deals:{month.name}", deal_data.lines(rows, walk))
        elif begun.deals == month.deals:
            out.again(entries[name], old)
        else:
            more = deal_data.lines(rows.filter(pk__gt=begun.last), walk)
            out.json(name, f"deals:{month.name}", more, begun=old, count=begun.deals)
        if out.files[-1]["lines"] == month.deals:
            whole.append(month)
    (out.folder / dump_months.STATE).write_bytes(dump_months.note(whole))


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lock the folder of dumps; the system frees the lock when the process dies."""
    with (folder / ".lock").open("a") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as taken:
            raise Busy("another dump is being made") from taken
        yield


def _settle(out: IO[bytes]) -> None:
    """Flush a file to disk before it gets its final name."""
    out.flush()
    os.fsync(out.fileno())
