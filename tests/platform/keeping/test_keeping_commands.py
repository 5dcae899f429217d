"""The commands `backup`, `restore` and `move_database`, run from outside: a site is backed up, lost, restored, and
moved."""

import io
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command

from config.commands import embedded, safe_keeping
from keeping.files import archive
from tests import ready_databases
from tests.platform.keeping.conftest import PASSPHRASE, SERVER, drop, made_at

ROOT = Path(__file__).resolve().parents[3]
CLUB = "from clubs.models import Club; from accounts.models import User; from audit import services as a;"
FOUND = (
    f"{CLUB} import datetime as d; ann = User.objects.create(username='ann');"
    "Club.objects.create(name='Tuesday Knockers', slug='tuesday');"
    "a.record(actor=ann, action='x', target='y', now=d.datetime.now(d.timezone.utc))"
)


def manage(data: Path, *words: str, fails: bool = False, **more: str) -> str:
    """What a command of manage.py prints on the site in this data folder."""
    known = {k: v for k, v in ready_databases.of_a_site(data).items() if not k.startswith("UNDERCUT")}
    env = {**known, "UNDERCUT_DATA": str(data), **more}
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert (done.returncode != 0) == fails, done.stdout + done.stderr
    return done.stderr if fails else done.stdout


def found_in(line: Any) -> list[str]:
    """Who and what is in a database."""
    with closing(line):
        asked = "SELECT name FROM clubs_club UNION SELECT username FROM accounts_user ORDER BY 1"
        return [name for (name,) in line.execute(asked).fetchall()]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The data folder of a site on SQLite that somebody has begun to use."""
    data = tmp_path / "old"
    data.mkdir(mode=0o700)
    ready_databases.lay(data)
    manage(data, "shell", "-v0", "-c", FOUND)
    return data


@pytest.mark.long
def test_a_secretary_brings_a_lost_site_back(old: Path, tmp_path: Path) -> None:
    new, kept, secret = tmp_path / "fresh", tmp_path / "kept", tmp_path / "passphrase"
    kept.mkdir()
    secret.write_text(f"{PASSPHRASE}\n")
    assert "It is encrypted" in manage(old, "backup", str(kept), "--encrypt", "--passphrase-file", str(secret))
    [file] = kept.iterdir()
    assert "no passphrase was given" in manage(new, "restore", str(file), fails=True)
    said = manage(new, "restore", str(file), UNDERCUT_BACKUP_PASSPHRASE=PASSPHRASE)
    assert "1 entries, the chain holds" in said
    assert "0 tables are what their logs say" in said
    assert found_in(sqlite3.connect(new / "undercut.sqlite3")) == ["Tuesday Knockers", "ann"]
    for key in ("seal.key", "secret.key"):
        assert (new / key).read_text() == (old / key).read_text()
    said = manage(new, "restore", str(file), "--passphrase-file", str(secret), fails=True)
    assert said.startswith("CommandError: The site is not empty")


@pytest.mark.long
@pytest.mark.service
def test_a_site_moves_to_postgresql_and_back(old: Path, lines: None, tmp_path: Path) -> None:
    where = made_at("postgresql", tmp_path, tables=True)
    try:
        moves_there_and_back(old, f"{SERVER.rsplit('/', 1)[0]}/{where['NAME']}")
    finally:
        drop("postgresql", where)


def moves_there_and_back(data: Path, address: str) -> None:
    said = manage(data, "move_database", "--to", address)
    assert "every one is as it was" in said
    assert "1 entries, the chain holds" in said
    assert found_in(psycopg.connect(address)) == ["Tuesday Knockers", "ann"]
    assert "not empty" in manage(data, "move_database", "--to", "sqlite", fails=True, DATABASE_URL=address)
    ready_databases.lay(data)
    assert "unset DATABASE_URL" in manage(data, "move_database", "--to", "sqlite", DATABASE_URL=address)
    assert found_in(sqlite3.connect(data / "undercut.sqlite3")) == ["Tuesday Knockers", "ann"]
    with psycopg.connect(address, autocommit=True) as line:
        line.execute("INSERT INTO duework_heartbeat (name, at) VALUES ('sweep', now())")
    assert "stop the site" in manage(data, "move_database", "--to", "sqlite", fails=True, DATABASE_URL=address)


@pytest.fixture
def site_of_commands(lines: None, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The site of the test, in its data folder."""
    monkeypatch.setattr(embedded, "RUN", folder / "run")
    return folder


def said_by(*words: Any, **options: Any) -> str:
    out = io.StringIO()
    call_command(*words, stdout=out, **options)
    return out.getvalue()


@pytest.mark.django_db(transaction=True)
def test_where_a_backup_goes(site_of_commands: Path, tmp_path: Path, settings: Any) -> None:
    data = site_of_commands
    assert "It is not encrypted" in said_by("backup")
    [usual] = (data / "backups").iterdir()
    assert usual.name.startswith("undercut-20")
    said_by("backup", tmp_path / "own.backup")
    assert "is whole" in said_by("restore", tmp_path / "own.backup", check=True)
    with pytest.raises(CommandError, match="is there already"):
        call_command("backup", tmp_path / "own.backup")
    with pytest.raises(CommandError, match="there is no such folder"):
        call_command("backup", tmp_path / "none" / "x")
    settings.BACKUP_FOLDER, settings.BACKUP_PASSPHRASE = tmp_path / "disk", PASSPHRASE
    assert "It is encrypted" in said_by("backup")
    [there] = (tmp_path / "disk").iterdir()
    assert dict(archive.parts(there, lambda: PASSPHRASE))["manifest.json"]


@pytest.mark.django_db(transaction=True)
def test_the_keys_come_out_for_an_environment(site_of_commands: Path, tmp_path: Path, settings: Any) -> None:
    said_by("backup", tmp_path / "x.backup")
    assert "for you alone" in said_by("restore", tmp_path / "x.backup", keys_to=tmp_path / "keys.env")
    lines = (tmp_path / "keys.env").read_text().splitlines()
    assert lines == [f"UNDERCUT_SECRET_KEY={settings.SECRET_KEY}", f"UNDERCUT_SEAL_KEY={settings.SEAL_KEY}"]
    assert (tmp_path / "keys.env").stat().st_mode & 0o777 == 0o600
    with pytest.raises(CommandError, match="is there already"):
        call_command("restore", tmp_path / "x.backup", keys_to=tmp_path / "keys.env")


@pytest.mark.django_db(transaction=True)
def test_what_cannot_be_done_is_said_in_a_sentence(
    site_of_commands: Path, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "short").write_text("short\n")
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    said_by("backup", tmp_path / "x.backup")
    settings.EMBEDDED = True
    for words, complaint in {
        ("backup", "--passphrase-file", str(tmp_path / "short")): "at least 10 characters",
        ("backup", "--passphrase-file", str(tmp_path / "none")): "cannot be read",
        ("backup", "--encrypt"): "nobody to ask",
        ("restore", str(tmp_path / "none.backup")): "cannot be read",
        ("move_database", "--to", "sqlite"): "The site is on SQLite",
        ("move_database", "--to", "mysql://x/y"): "--to is `sqlite` or an address",
    }.items():
        with pytest.raises(CommandError, match=complaint):
            call_command(*words)
    with embedded.data_folder_lock(), pytest.raises(CommandError, match="stop it first"):
        call_command("restore", str(tmp_path / "x.backup"))


def test_a_typed_passphrase_is_typed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = [PASSPHRASE, PASSPHRASE, PASSPHRASE, "another one"]
    monkeypatch.setattr(safe_keeping, "getpass", lambda prompt: typed.pop(0))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    assert safe_keeping.new_passphrase() == PASSPHRASE
    with pytest.raises(CommandError, match="differ"):
        safe_keeping.new_passphrase()


def test_the_backup_holds_what_docs_say() -> None:
    """The names of the parts stand in docs/backup.md."""
    text = (ROOT / "docs/backup.md").read_text(encoding="utf-8")
    for name in ("manifest.json", "keys.json", "audit-heads.jsonl", "uploads/", "rows/"):
        assert name in text
