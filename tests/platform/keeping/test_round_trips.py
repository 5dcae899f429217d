"""A restored or moved site is the site as it was: every row, on both databases and across; and play goes on."""

from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connections, transaction

from audit import chain
from audit import services as audit
from audit.models import AuditEntry
from duework.models import DueWork
from games.models import PackedPlays, Status, Table
from games.services.archive import soundness
from keeping.form import NeedsPassphrase
from keeping.services import backups, moving, restoring
from keeping.tables import places, rows
from tests.conftest import without_triggers
from tests.games import sittings
from tests.platform.keeping.conftest import NOON, ODD, PASSPHRASE, Empty, make, no_word, nobody

pytestmark = pytest.mark.django_db(transaction=True)
BOTH = pytest.mark.parametrize("vendor", ["sqlite", pytest.param("postgresql", marks=pytest.mark.service)])


def everything(alias: str) -> dict[str, list[dict[str, Any]]]:
    """Every row of every table, as Django reads it."""
    found = {}
    for model in apps.get_models(include_auto_created=True):
        every = [plain(row) for row in model._base_manager.using(alias).values()]
        found[model._meta.db_table] = sorted(every, key=repr)
    return found


def plain(row: dict[str, Any]) -> dict[str, Any]:
    values = {k: bytes(v) if isinstance(v, memoryview) else v for k, v in row.items()}
    return {k: in_order(v) for k, v in values.items()}


def in_order(value: Any) -> Any:
    """PostgreSQL keeps the keys of JSON in an order of its own."""
    if isinstance(value, dict):
        return {key: in_order(value[key]) for key in sorted(value)}
    return [in_order(one) for one in value] if isinstance(value, list) else value


def check_chain(alias: str) -> int:
    last, count = chain.FIRST, 0
    for entry in AuditEntry.objects.using(alias).order_by("pk"):
        last, count = chain.link(last, audit.contents(entry)), count + 1
        assert entry.hash == last
    return count


def check_same(before: dict[str, Any], alias: str) -> None:
    after = everything(alias)
    assert after.keys() == before.keys()
    for table in before:
        assert after[table] == before[table], table
    assert check_chain(alias) > 3


def check_counting(alias: str) -> None:
    """New ids follow the last one that was ever given out, even if its row is gone."""
    gone = DueWork.objects.using(alias).latest("pk").pk + 1
    assert DueWork.objects.using(alias).create(key="next", kind="test", due_at=NOON).pk == gone + 1


def check_append_only(alias: str) -> None:
    for verb in (
        "UPDATE audit_auditentry SET reason = ''",
        "DELETE FROM games_play",
        "UPDATE games_packedplays SET count = 0",
    ):
        with pytest.raises(Exception, match="append-only"), transaction.atomic(using=alias):
            connections[alias].cursor().execute(verb)


@BOTH
def test_a_restored_site_is_the_one_that_was_kept(
    vendor: str, backup: Path, folder: Path, another_folder: Path, empty: Empty, settings: Any
) -> None:
    before, target = everything("default"), empty(vendor)
    full = {table for table, found in before.items() if found}
    assert {
        "games_play",
        "games_packedplays",
        "games_dealsecret",
        "ratings_change",
        "tournaments_match",
        "audit_auditentry",
    } <= full
    said: list[str] = []
    restoring.restore(backup, passphrase=nobody, tell=said.append, alias=target)
    check_same(before, target)
    check_append_only(target)
    check_counting(target)
    with pytest.raises(IntegrityError), transaction.atomic(using=target):
        DueWork.objects.using(target).create(key="odd", kind="test", due_at=NOON)
    row = DueWork.objects.using(target).get(key="odd")
    assert (row.due_at, row.payload) == (NOON, ODD)
    assert (another_folder / "secret.key").read_text() == settings.SECRET_KEY
    assert (another_folder / "seal.key").read_text() == settings.SEAL_KEY
    assert (another_folder / "seal.key").stat().st_mode & 0o777 == 0o600
    assert (another_folder / "audit-heads.jsonl").read_text() == (folder / "audit-heads.jsonl").read_text()
    assert (another_folder / "uploads/logos/tuesday.png").read_bytes() == bytes(range(256))
    assert any("rows" in line for line in said)


@BOTH
def test_a_table_goes_on_after_the_restore(
    vendor: str, site: Table, backup: Path, another_folder: Path, empty: Empty, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = empty(vendor)
    restoring.restore(backup, passphrase=nobody, tell=no_word, alias=target)
    was = connections["default"]
    connections["default"] = connections[target]
    try:
        half = Table.objects.get(public_id=site.public_id)
        assert (half.status, half.version) == (Status.PLAYING, 25)
        assert sittings.play_out(half, deals=1).status == Status.OVER
        assert list(soundness.verify_archive()) == []
        assert audit.first_broken() is None
        assert audit.first_missing(audit.heads_file().read_text().splitlines()) is None
    finally:
        connections["default"] = was
    assert Table.objects.get(public_id=site.public_id).version == 25, "the old site stays as it is"


@pytest.mark.service
def test_a_backup_goes_from_one_database_to_the_other_and_back(
    tmp_path: Path, backup: Path, another_folder: Path, empty: Empty
) -> None:
    before = everything("default")
    for number, vendor in enumerate(("postgresql", "sqlite", "postgresql")):
        target = empty(vendor)
        restoring.restore(backup, passphrase=nobody, tell=no_word, alias=target)
        check_same(before, target)
        backup = tmp_path / f"again-{number}.backup"
        backups.back_up(backup, now=NOON, passphrase=None, tell=no_word, alias=target)


@BOTH
def test_a_move_takes_every_row_along(vendor: str, site: Table, empty: Empty) -> None:
    before, target = everything("default"), empty(vendor)
    where = {**connections[target].settings_dict}
    count = moving.move(to=where, tell=no_word)
    assert count == sum(len(found) for found in before.values())
    check_same(before, target)
    check_counting(target)
    assert everything("default") == before
    back = empty("sqlite")
    moving.move(to={**connections[back].settings_dict}, tell=no_word, alias=target)
    assert everything(back) == everything(target)


@pytest.mark.long
def test_a_database_without_tables_gets_them(backup: Path, another_folder: Path, empty: Empty) -> None:
    before, target = everything("default"), empty(tables=False)
    restoring.restore(backup, passphrase=nobody, tell=no_word, alias=target)
    check_same(before, target)
    check_append_only(target)


def test_an_encrypted_backup_opens_with_its_passphrase_alone(
    site: Table, tmp_path: Path, another_folder: Path, empty: Empty
) -> None:
    before, path, target = everything("default"), make(tmp_path / "x.backup", PASSPHRASE), empty()
    assert b"olga@example.org" not in path.read_bytes()
    with pytest.raises(NeedsPassphrase):
        restoring.restore(path, passphrase=nobody, tell=no_word, alias=target)
    restoring.restore(path, passphrase=lambda: PASSPHRASE, tell=no_word, alias=target)
    check_same(before, target)


def test_a_backup_is_of_one_moment(site: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written while a backup is being made is not in it, in no table."""
    read = rows.Shape.lines

    def meanwhile(shape: rows.Shape, alias: str) -> Any:
        yield from read(shape, alias)
        AuditEntry.objects.filter(action="late").exists() or audit.record(
            actor=None, action="late", target="x", now=NOON
        )
        DueWork.objects.create(key=f"late {shape.name}", kind="late", due_at=NOON)

    counts = {table: len(found) for table, found in everything("default").items()}
    monkeypatch.setattr(rows.Shape, "lines", meanwhile)
    made = backups.back_up(tmp_path / "a.backup", now=NOON, passphrase=None, tell=no_word)
    assert {table.name: table.rows for table in made.tables} == counts
    assert DueWork.objects.filter(kind="late").count() == len(counts)


def test_a_backup_tells_of_a_damaged_log_and_is_made(
    site: Table, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    row, said = PackedPlays.objects.select_related("table").get(), list[str]()
    with without_triggers(["games_packedplays"]), transaction.atomic():
        PackedPlays.objects.update(content=bytes(row.content)[:-9] + bytes(9))
    made = backups.back_up(tmp_path / "a.backup", now=NOON, passphrase=None, tell=said.append)
    (line,) = [line for line in said if line.startswith("Table ")]
    assert line.startswith(f"Table {row.table.public_id}: the packed plays are not what was packed: ")
    assert line in caplog.text
    assert made.rows() == sum(len(found) for found in everything("default").values())


def test_where_readers_stop_writers_a_copy_is_read(site: Table, empty: Empty, folder: Path) -> None:
    """SQLite without a write-ahead log."""
    target = empty("sqlite")
    moving.move(to={**connections[target].settings_dict}, tell=no_word)
    line = connections[target]
    line.cursor().execute("PRAGMA journal_mode=DELETE")
    with places.snapshot(target) as there:
        assert Path(connections[there].settings_dict["NAME"]).parent.parent == folder
        line.cursor().execute("DELETE FROM duework_heartbeat")
        assert everything(there)["games_play"] == everything(target)["games_play"]
    assert not list(folder.glob("backup-*"))


def test_every_column_is_of_a_known_kind() -> None:
    tables = {shape.name for shape in rows.shapes()}
    assert tables == {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
