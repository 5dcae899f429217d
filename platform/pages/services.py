"""The nightly dump of everything public: a folder of files with their checksums. It is complete or does not exist."""

import fcntl
import gzip
import os
import shutil
import time
from collections.abc import Callable, Iterator
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
from pages.selectors import dump_files
from pages.selectors.dump_files import FORMAT, MANIFEST, Dump
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
    def file(self, name: str, what: str) -> Iterator[Callable[[bytes], None]]:
        """Open a compressed file during the block; yields the function that writes to it. The manifest counts its
        lines."""
        path, count = self.folder / name, 0
        with path.open("wb") as raw:
            with gzip.GzipFile(filename="", fileobj=raw, mode="wb", compresslevel=LEVEL, mtime=0) as out:

                def write(text: bytes) -> None:
                    nonlocal count
                    out.write(text)
                    count += text.count(b"\n")
                    self._tell()

                yield write
            _settle(raw)
        digest = self._digest(path)
        self.files.append({"name": name, "what": what, "lines": count, "bytes": path.stat().st_size, "sha256": digest})

    def json(self, name: str, what: str, rows: Iterator[Any]) -> None:
        """Open a file of JSON lines."""
        with self.file(name, what) as write:
            for row in rows:
                write(orjson.dumps(row) + b"\n")

    def manifest(self, now: datetime, left_out: list[str]) -> None:
        """Write the last file: the others with their checksums, and the rows that could not be read. A file that was
        begun and could not be finished is not part of the dump."""
        for path in self.folder.iterdir():
            if path.name not in {file["name"] for file in self.files}:
                path.unlink()
        said = {"format": FORMAT, "made_at": now.astimezone(UTC), "files": self.files, "left_out": left_out}
        with (self.folder / MANIFEST).open("wb") as out:
            out.write(orjson.dumps(said, option=orjson.OPT_INDENT_2) + b"\n")
            _settle(out)

    def _digest(self, path: Path) -> str:
        found = sha256()
        with path.open("rb") as file:
            while piece := file.read(dump_files.PIECE):
                found.update(piece)
                self._tell()
        return found.hexdigest()

    def _tell(self) -> None:
        if time.monotonic() - self._told > RENEW_EVERY:
            self._alive()
            self._told = time.monotonic()


def _write_files(out: _Writer, now: datetime, walk: duework.Walk) -> None:
    """Write the files, players last, so that everybody named in another file is among them. What cannot be read is left
    out and named in the manifest."""
    out.json("deals.jsonl.gz", "deals", deal_data.lines(games.deals().filter(finished_at__lt=now), walk))
    prefixes: dict[str, export.Prefixes] = {}
    for pool in pools.pools():
        name = f"matches-{pool.key}.csv.gz"
        with walk.row(name), out.file(name, f"matches:{pool.key}") as write:
            prefixes[pool.key] = export.write_matches(pool, lambda text: write(text.encode()))
    out.json("lists.jsonl.gz", "lists", export.list_lines(prefixes, walk))
    out.json("players.jsonl.gz", "players", dump_files.public_players())
    out.manifest(now, sorted(walk.skipped))


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
