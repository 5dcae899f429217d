"""A small site with rows of every kind, and empty databases of both kinds to move it to."""

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection, connections

from accounts import services as accounts
from audit import services as audit
from clubs import services as clubs
from config.environment import sqlite, variables
from duework import services as duework
from games.models import Table
from games.services.archive import packing
from keeping.form import sealing
from keeping.services import backups
from keeping.tables import places
from ratings.services.runs import folding
from tests import ready_databases
from tests.games import sittings
from tests.games.live import live_tables
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.event.services import creating
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

NOON = datetime(2026, 3, 7, 12, 0, 0, 123457, tzinfo=UTC)
PASSPHRASE = "nine of diamonds"
SERVER = os.environ.get("UNDERCUT_TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
ODD = {"ü": [1, None, 1.5, -0.25, 1e-7, "“ \\ \u2028"], "b": {"z": 1, "a": 2**60}, "": []}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    """A data folder for this test, with uploads; scrypt at its lowest cost."""
    data = tmp_path / "data"
    (data / "uploads" / "logos").mkdir(parents=True)
    settings.DATA_DIR, settings.MEDIA_ROOT = data, str(data / "uploads")
    settings.KEY_FILES = {"UNDERCUT_SECRET_KEY": data / "secret.key", "UNDERCUT_SEAL_KEY": data / "seal.key"}
    settings.BACKUP_FOLDER, settings.BACKUP_PASSPHRASE, settings.BACKUP_STORE = None, "", {}
    return data


@pytest.fixture(autouse=True)
def quick_scrypt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealing, "COST", 10)
    for name in ("UNDERCUT_SECRET_KEY", "UNDERCUT_SEAL_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def lines(transactional_db: None, django_db_blocker: Any) -> Iterator[None]:
    """Connections to databases that the test did not name."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture
def site(lines: None, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A club, a rated round, a sitting that is over, noted heads, an upload; gives a sitting that goes on."""
    olga = accounts.official(username="olga", name="Olga Örgan", email="olga@example.org", password="correct horse")
    club = clubs.approve_club(club=clubs.create_club(name="Tuesday", organiser=olga), by=None, now=NOON)
    tournament = creating.create_tournament(
        club=club, name="Spring “Open”", by=olga, now=NOON, mode="in_person", rounds=1, variant="gin-rummy-com"
    )
    roster = "name,rating,email\n" + "".join(f"Player {n},{1500 + n},p{n}@example.org\n" for n in range(4))
    entering.import_entries(tournament=tournament, text=roster, dry_run=False, now=NOON)
    entering.check_in_all(tournament=tournament, now=NOON, by=olga)
    stages.begin(tournament=tournament, now=NOON, by=olga)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=NOON, by=olga)
    editing.publish_round(rnd=rnd, now=NOON, by=olga)
    running.start_round(rnd=rnd, now=NOON)
    for match in rnd.matches.exclude(state="over"):
        recording.record_result(match=match, points=(100, 60), by=olga, now=NOON)
    running.close_round(rnd=rnd, now=NOON + timedelta(microseconds=1))
    folding.rate_pending(pool="gin")
    packing.pack(sittings.play_out(live_tables.open_table(), deals=1))
    sittings.play_out(live_tables.open_table(), deals=1)
    half = live_tables.open_table(options=live_tables.LONG)
    with monkeypatch.context() as patch:
        patch.setattr(sittings, "MOST_PLAYS", 25)
        with pytest.raises(AssertionError, match="does not end"):
            sittings.play_out(half)
    duework.plan(key="odd", kind="test.odd", due_at=NOON, payload=ODD)
    duework.plan(key="gone", kind="test.odd", due_at=NOON)
    duework.cancel(key="gone")  # its number is never given again
    audit.record(actor=olga, action="test.odd", target="test:1", before=None, after=ODD, reason="a\\b\n", now=NOON)
    audit.note_head(NOON)
    (folder / "uploads" / "logos" / "tuesday.png").write_bytes(bytes(range(256)))
    return half


@pytest.fixture
def backup(site: Table, tmp_path: Path) -> Path:
    """A backup of that site."""
    return make(tmp_path / "site.backup")


def make(path: Path, passphrase: str | None = None) -> Path:
    backups.back_up(path, now=NOON, passphrase=passphrase, tell=no_word)
    return path


def no_word(line: str) -> None:
    """A `tell` that says nothing."""


def nobody() -> None:
    """A source of passphrases that has none."""


@pytest.fixture
def another_folder(tmp_path: Path, folder: Path, settings: Any) -> Path:
    """From here on the site has a new, empty data folder, with keys of its own."""
    new = tmp_path / "new"
    new.mkdir()
    settings.DATA_DIR, settings.MEDIA_ROOT = new, str(new / "uploads")
    settings.KEY_FILES = {"UNDERCUT_SECRET_KEY": new / "secret.key", "UNDERCUT_SEAL_KEY": new / "seal.key"}
    for path in settings.KEY_FILES.values():
        path.write_text("made at the first start")
    return new


Empty = Callable[..., str]


def made_at(vendor: str, folder: Path, *, tables: bool) -> dict[str, Any]:
    """The settings of a new database, with or without tables."""
    usual = {**connections["default"].settings_dict, "USER": "", "PASSWORD": "", "HOST": "", "PORT": ""}
    name = f"undercut_keeping_{secrets.token_hex(4)}"
    if vendor == "sqlite":
        if tables:
            ready_databases.lay(folder / name)
        (folder / name).mkdir(exist_ok=True)
        path = folder / name / ready_databases.FILE
        return {**usual, "ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": sqlite.OPTIONS}
    if tables:
        ready_databases.create(SERVER, name)
    else:
        with psycopg.connect(SERVER, autocommit=True) as line:
            line.execute(f"CREATE DATABASE {name}")
    return usual | variables.database(f"{SERVER.rsplit('/', 1)[0]}/{name}")


def drop(vendor: str, where: dict[str, Any]) -> None:
    if vendor == "postgresql":
        with psycopg.connect(SERVER, autocommit=True) as line:
            line.execute(f"DROP DATABASE {where['NAME']} WITH (FORCE)")


@pytest.fixture
def empty(lines: None, tmp_path: Path) -> Iterator[Empty]:
    """Makes empty databases; each by the name under which Django knows it. `tables=False`: without tables."""
    with ExitStack() as stack:

        def made(vendor: str = "", *, tables: bool = True) -> str:
            vendor = vendor or connection.vendor
            where = made_at(vendor, tmp_path, tables=tables)
            stack.callback(drop, vendor, where)
            return stack.enter_context(places.line(where))

        yield made
