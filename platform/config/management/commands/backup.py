"""`manage.py backup`: write the whole site to one file."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.utils import timezone

from config.commands import safe_keeping
from keeping import form
from keeping.files import store
from keeping.services import backups


class Command(BaseCommand):
    help = "Write database, keys and uploads to one file, while the site runs. docs/backup.md says more."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the path of the file, and whether to encrypt it."""
        usual = "a folder, or a new file (UNDERCUT_BACKUP_FOLDER, else backups/ in the data folder)"
        parser.add_argument("to", nargs="?", type=Path, help=usual)
        parser.add_argument("--encrypt", action="store_true", help="encrypt it; asks for a passphrase if none is set")
        parser.add_argument("--send", action="store_true", help="send it to the store of UNDERCUT_BACKUP_STORE, too")
        safe_keeping.add_passphrase(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the backup, with a line for each large table, and then print what was written."""
        now = timezone.now()
        if options["send"] and not settings.BACKUP_STORE:
            raise CommandError("UNDERCUT_BACKUP_STORE names no store.")
        with safe_keeping.plain_words(form.KeepingError, DatabaseError):
            passphrase = safe_keeping.named_passphrase(options["passphrase_file"])
            if options["encrypt"] and passphrase is None:
                passphrase = safe_keeping.new_passphrase()
            path = self._path(options["to"], backups.file_name(now))
            made = backups.back_up(path, now=now, passphrase=passphrase, tell=safe_keeping.saying(self.stdout))
            if options["send"]:
                self.stdout.write(f"{path} is made, and goes to the store ...")
                store.send(path)
        size = f"{path.stat().st_size / 1e6:,.1f} MB"
        self.stdout.write(f"{path}: {made.rows():,} rows in {len(made.tables)} tables, {size}")
        if passphrase is None:
            self.stdout.write("It is not encrypted and holds the keys of the site: keep it where only you can read it.")
        else:
            self.stdout.write("It is encrypted: without the passphrase nobody can restore it.")

    def _path(self, to: Path | None, name: str) -> Path:
        if to is None:
            to = settings.BACKUP_FOLDER or settings.DATA_DIR / "backups"
            if to.parent.is_dir() and not to.exists():
                to.mkdir(mode=0o700)
        if to.exists() and not to.is_dir():
            raise CommandError(f"{to} is there already: name a new file, or a folder.")
        return to / name if to.is_dir() or to.suffix != ".backup" else to
