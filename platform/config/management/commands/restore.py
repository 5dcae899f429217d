"""`manage.py restore FILE`: fill an empty site from a backup."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.commands import safe_keeping
from config.commands.safe_keeping import Asked
from keeping import form
from keeping.files import store
from keeping.services import restoring


class Command(BaseCommand):
    help = "Restore a backup into an empty site that stands still. docs/backup.md says more."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file, and two options that only read it."""
        parser.add_argument("file", type=Path, nargs="?")
        there = "the file lies in the store of UNDERCUT_BACKUP_STORE; without a name only list what is there"
        parser.add_argument("--stored", action="store_true", help=there)
        parser.add_argument("--check", action="store_true", help="only read the file and say whether it is whole")
        parser.add_argument("--keys-to", type=Path, metavar="FILE", help="only write the two keys to a new file")
        safe_keeping.add_passphrase(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the file, restore it, check the site."""
        with safe_keeping.plain_words(form.KeepingError):
            if options["stored"] and not settings.BACKUP_STORE:
                raise CommandError("UNDERCUT_BACKUP_STORE names no store.")
            if options["file"] is None:
                self._list(options["stored"])
                return
            with self._here(options["file"], options["stored"]) as path:
                self._restore(path, options)

    def _list(self, in_store: bool) -> None:
        if not in_store:
            raise CommandError("Name the file of the backup.")
        for one in store.stored():
            self.stdout.write(f"{one.name}  {one.size / 1e6:,.1f} MB")

    @contextmanager
    def _here(self, named: Path, in_store: bool) -> Iterator[Path]:
        """The file on this disk for the block: itself, or what is fetched from the store."""
        if not in_store:
            yield named
            return
        with TemporaryDirectory(dir=settings.DATA_DIR, prefix="stored-") as folder:
            path = Path(folder) / named.name
            self.stdout.write(f"{named.name} comes from the store ...")
            store.fetch(named.name, path)
            yield path

    def _restore(self, path: Path, options: dict[str, Any]) -> None:
        asked, say = safe_keeping.asked_passphrase(options["passphrase_file"]), safe_keeping.saying(self.stdout)
        if options["check"]:
            say(f"{path.name} is whole: {_words(restoring.look_through(path, passphrase=asked))}")
        elif options["keys_to"]:
            self._write_keys(path, asked, options["keys_to"])
        else:
            with safe_keeping.alone():
                made = restoring.restore(path, passphrase=asked, tell=say)
                say(f"Restored: {_words(made)}")
                safe_keeping.verify(say)

    def _write_keys(self, path: Path, asked: Asked, to: Path) -> None:
        lines = [f"{name}={value}\n" for name, value in restoring.kept_keys(path, passphrase=asked).items()]
        if to.exists():
            raise CommandError(f"{to} is there already: name a new file.")
        try:
            to.touch(mode=0o600, exist_ok=False)
            to.write_text("".join(lines), encoding="utf-8")
        except OSError as bad:
            raise CommandError(f"{to} cannot be written: {bad.strerror}.") from bad
        self.stdout.write(f"{to} has the keys. It is for you alone: delete it when they are set.")


def _words(made: form.Manifest) -> str:
    """The content of a backup in one line."""
    moment = made.made_at[:16].replace("T", " ")
    return f"{made.rows():,} rows in {len(made.tables)} tables, of {moment} UTC, by Undercut {made.version}"
