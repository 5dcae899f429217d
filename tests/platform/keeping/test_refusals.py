"""What cannot be backed up or restored is refused with one sentence, and nothing is changed."""

import errno
import gzip
import io
import os
import random
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from accounts import services as accounts
from accounts.models import User
from audit.models import AuditEntry
from duework.models import DueWork
from keeping import form
from keeping.files import archive, belongings
from keeping.form import Manifest, manifest
from keeping.services import backups, moving, restoring
from keeping.tables import schema
from tests.platform.keeping.conftest import NOON, PASSPHRASE, Empty, make, no_word, nobody
from tests.platform.keeping.test_round_trips import everything

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def small(lines: None, folder: Path, tmp_path: Path) -> Path:
    """A backup of a site with one person."""
    accounts.player_for(name="Ann")
    return make(tmp_path / "small.backup")


def files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refused(
    path: Path, target: str, folder: Path, error: type[Exception], match: str, passphrase: Any = nobody
) -> None:
    """The restore raises this error; database and data folder stay as they were."""
    before = everything(target), files(folder)
    with pytest.raises(error, match=match) as said:
        restoring.restore(path, passphrase=passphrase, tell=no_word, alias=target)
    assert isinstance(said.value, form.KeepingError)
    assert "\n" not in str(said.value)
    assert (everything(target), files(folder)) == before


def repacked(path: Path, change: Callable[[dict[str, bytes]], None], to: Path) -> Path:
    """A backup with changed parts but right checksums, as somebody could make on purpose."""
    parts = dict(archive.parts(path, nobody))
    said = manifest.read(parts.pop(manifest.NAME))
    change(parts)
    with archive.written(to, None) as out:
        for name, data in parts.items():
            out.add(name, data)
        kept = {name: getattr(said, name) for name in Manifest.__dataclass_fields__} | {"parts": tuple(out.parts)}
        out.add(manifest.NAME, manifest.written(Manifest(**kept)))
    return to


FOREIGN: dict[str, Callable[[], bytes]] = {
    "nothing": bytes,
    "noise": lambda: random.Random(1).randbytes(5000),
    "another gzip": lambda: gzip.compress(b"x" * 5000),
    "another database": lambda: b"SQLite format 3\0" + bytes(5000),
    "another tar": lambda: _tar(),
    "a page": lambda: b"<!doctype html><p>The backup is not there any more." * 40,
}


def _tar() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        tar.addfile(tarfile.TarInfo("manifest.json"))
    return out.getvalue()


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_foreign_file_is_refused(kind: str, empty: Empty, tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "foreign.backup"
    path.write_bytes(FOREIGN[kind]())
    refused(path, empty(), folder, form.NotABackup, "is no backup of Undercut")


def test_a_file_that_is_not_there_is_refused(empty: Empty, tmp_path: Path, folder: Path) -> None:
    target = empty()
    refused(tmp_path / "none.backup", target, folder, form.NotABackup, "cannot be read: No such file")
    refused(tmp_path, target, folder, form.NotABackup, "cannot be read: Is a directory")


@pytest.mark.parametrize("passphrase", [None, PASSPHRASE])
def test_a_cut_or_changed_file_is_refused(
    passphrase: str | None, small: Path, empty: Empty, tmp_path: Path, another_folder: Path
) -> None:
    path, chance = make(tmp_path / "x.backup", passphrase), random.Random(7)
    whole, target = path.read_bytes(), empty()
    before = everything(target), files(another_folder)
    for n in range(60):
        at = chance.randrange(len(whole))
        path.write_bytes(whole[:at] if n % 3 == 0 else whole[:at] + bytes([whole[at] ^ 1 << n % 8]) + whole[at + 1 :])
        with pytest.raises(form.KeepingError):
            restoring.restore(path, passphrase=lambda: PASSPHRASE, tell=no_word, alias=target)
    path.write_bytes(whole + b"\0")
    refused(path, target, another_folder, form.Damaged, "was cut or changed", lambda: PASSPHRASE)
    assert (everything(target), files(another_folder)) == before
    path.write_bytes(whole)
    restoring.restore(path, passphrase=lambda: PASSPHRASE, tell=no_word, alias=target)


def test_a_part_that_is_not_that_of_the_manifest_is_refused_by_its_name(
    small: Path, empty: Empty, tmp_path: Path, another_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file was made by hand: only the sums of its manifest tell."""
    part, target = "rows/accounts_user/000001.jsonl", empty()
    with monkeypatch.context() as patch:
        patch.setattr(manifest, "written", lambda _: dict(archive.parts(small, nobody))[manifest.NAME])
        changed = repacked(
            small, lambda parts: parts.update({part: parts[part].replace(b"Ann", b"Eve")}), tmp_path / "x"
        )
        fewer = repacked(small, lambda parts: parts.pop(part), tmp_path / "y")
    refused(changed, target, another_folder, form.Damaged, f"The part {part} of the backup is not the one")
    refused(fewer, target, another_folder, form.Damaged, f"The part {part} of the backup is not the one")


def test_a_file_that_changes_while_it_is_read_changes_nothing(
    small: Path, empty: Empty, tmp_path: Path, another_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts.player_for(name="Ben")
    other, looked_through = make(tmp_path / "other.backup"), restoring._looked_through

    def then_changed(path: Path, passphrase: Any) -> Any:
        found = looked_through(path, passphrase)
        other.replace(path)
        return found

    monkeypatch.setattr(restoring, "_looked_through", then_changed)
    refused(small, empty(), another_folder, form.Damaged, "changed while it was read")


def test_a_wrong_passphrase_changes_nothing(small: Path, empty: Empty, tmp_path: Path, another_folder: Path) -> None:
    path, target = make(tmp_path / "x.backup", PASSPHRASE), empty()
    refused(path, target, another_folder, form.WrongPassphrase, "passphrase is not", lambda: "ten of diamonds")
    refused(path, target, another_folder, form.NeedsPassphrase, "no passphrase was given")


def test_a_site_that_is_not_empty_stays_as_it_is(small: Path, empty: Empty, another_folder: Path) -> None:
    target = empty()
    User.objects.using(target).create(username="first")
    refused(small, target, another_folder, form.NotEmpty, "table accounts_user has rows")
    User.objects.using(target).all().delete()
    (another_folder / "audit-heads.jsonl").write_text("another site's")
    restoring.restore(small, passphrase=nobody, tell=no_word, alias=target)
    assert (another_folder / "audit-heads.jsonl").read_text() == "another site's", "the backup has none of its own"


def test_noted_heads_of_another_site_are_not_written_over(backup: Path, empty: Empty, another_folder: Path) -> None:
    (another_folder / "audit-heads.jsonl").write_text("another site's")
    refused(backup, empty(), another_folder, form.NotEmpty, r"audit-heads\.jsonl is there")


def test_a_foreign_database_is_left_alone(small: Path, empty: Empty, another_folder: Path) -> None:
    target = empty(tables=False)
    connections[target].cursor().execute("CREATE TABLE shop (id int)")
    with pytest.raises(form.NotEmpty, match="a database of its own"):
        restoring.restore(small, passphrase=nobody, tell=no_word, alias=target)
    assert connections[target].introspection.table_names() == ["shop"]


def test_other_keys_in_the_environment_are_refused(
    small: Path, empty: Empty, another_folder: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setenv("UNDERCUT_SEAL_KEY", "another")
    target = empty()
    refused(small, target, another_folder, form.OtherKeys, "UNDERCUT_SEAL_KEY is set to another key")
    monkeypatch.setenv("UNDERCUT_SEAL_KEY", settings.SEAL_KEY)
    monkeypatch.setenv("UNDERCUT_SECRET_KEY", "")  # as a line without a value in `.env` is: not set
    restoring.restore(small, passphrase=nobody, tell=no_word, alias=target)
    assert (another_folder / "seal.key").read_text() == "made at the first start", "the environment goes first"
    keys = restoring.kept_keys(small, passphrase=nobody)
    assert keys == {"UNDERCUT_SECRET_KEY": settings.SECRET_KEY, "UNDERCUT_SEAL_KEY": settings.SEAL_KEY}


def test_a_newer_backup_is_refused(
    small: Path, empty: Empty, another_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = schema.known() - {max(schema.known())}
    monkeypatch.setattr(schema, "known", lambda: older)
    refused(small, empty(), another_folder, form.OtherVersion, "newer than this one .*: update this site first")


def test_a_database_of_another_version_is_not_kept(small: Path, tmp_path: Path, empty: Empty) -> None:
    target = empty()
    for app, name, words in (("audit", "9999_later", "newer version"), ("audit", "0002_append_only", "migrate` first")):
        recorder = MigrationRecorder(connections[target])
        (recorder.record_applied if name == "9999_later" else recorder.record_unapplied)(app, name)
        with pytest.raises(form.OtherVersion, match=words):
            backups.back_up(tmp_path / "no.backup", now=NOON, passphrase=None, tell=no_word, alias=target)
        (recorder.record_unapplied if name == "9999_later" else recorder.record_applied)(app, name)
    assert not list(tmp_path.glob("no*"))


@pytest.mark.parametrize("line", [b'[1,4711,"an@example.org",true,true]\n', b'[1,"an@example.org",true,true,4711]\n'])
def test_rows_that_refer_to_nobody_or_are_in_disorder_are_refused(
    line: bytes, small: Path, empty: Empty, tmp_path: Path, another_folder: Path
) -> None:
    """The file was made by hand, with right checksums."""

    def add(parts: dict[str, bytes]) -> None:
        parts["rows/account_emailaddress/000001.jsonl"] = line

    path = repacked(small, add, tmp_path / "odd.backup")
    refused(path, empty(), another_folder, form.Damaged, "not as many as its manifest says")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest, "check_parts", lambda *_: None)
        refused(path, empty(), another_folder, form.DoesNotFit, "does not take the rows")


@pytest.mark.parametrize("name", ["uploads/../../up.txt", "uploads//etc/x", "other.txt", "seal.key"])
def test_files_that_lead_elsewhere_are_refused(
    name: str, small: Path, empty: Empty, tmp_path: Path, another_folder: Path
) -> None:
    path = repacked(small, lambda parts: parts.update({name: b"x"}), tmp_path / "odd.backup")
    refused(path, empty(), another_folder, form.NotABackup, "has no place for")


def test_a_disk_that_is_full_leaves_no_backup(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(archive.os, "fsync", full)
    with pytest.raises(form.CannotWrite, match=r"x\.backup cannot be written: the disk is full\."):
        make(tmp_path / "x.backup")
    assert not list(tmp_path.glob("x*"))
    with pytest.raises(form.CannotWrite, match="there is no such folder"):
        make(tmp_path / "none" / "x.backup")


def test_a_disk_that_fills_up_during_a_restore_changes_nothing(
    small: Path, empty: Empty, another_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, put, count = empty(), belongings.put, 0

    def fills_up(path: Path, data: bytes) -> None:
        nonlocal count
        count += 1
        if count == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        put(path, data)

    monkeypatch.setattr(belongings, "put", fills_up)
    refused(small, target, another_folder, form.CannotWrite, "the disk is full")


def test_a_database_without_room_takes_nothing(
    lines: None, folder: Path, tmp_path: Path, empty: Empty, another_folder: Path
) -> None:
    DueWork.objects.create(key="large", kind="large", due_at=NOON, payload={"x": "x" * 100_000})
    backup, target = make(tmp_path / "large.backup"), empty("sqlite")
    line = connections[target]
    line.ensure_connection()
    pages = line.cursor().execute("PRAGMA page_count").fetchone()[0]
    options = {**line.settings_dict["OPTIONS"]}
    options["init_command"] += f"; PRAGMA max_page_count={pages + 2}"
    line.settings_dict["OPTIONS"] = options
    refused(backup, target, another_folder, form.DoesNotFit, "database or disk is full")


def test_a_restore_that_is_killed_has_changed_nothing(
    small: Path, empty: Empty, another_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def killed(*_: Any, **__: Any) -> None:
        raise Killed

    target = empty()
    before = everything(target), files(another_folder)
    monkeypatch.setattr(restoring.rows, "check", killed)
    with pytest.raises(Killed):
        restoring.restore(small, passphrase=nobody, tell=no_word, alias=target)
    assert (everything(target), files(another_folder)) == before


def test_a_move_to_a_site_that_is_not_empty_is_refused(small: Path, empty: Empty) -> None:
    target = empty()
    User.objects.using(target).create(username="first")
    before = everything(target)
    with pytest.raises(form.NotEmpty):
        moving.move(to={**connections[target].settings_dict}, tell=no_word)
    assert everything(target) == before


@pytest.mark.long
def test_an_older_backup_is_brought_up_to_date(
    small: Path, empty: Empty, another_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backup of the schema before the audit log was append-only, made by the program of that time."""
    newest = max(one for one in schema.known() if one[0] == "audit")
    old = empty(tables=False)
    older = schema.known() - schema_after(newest)
    with transaction.atomic(using=old) if connections[old].vendor == "postgresql" else no_references(old):
        models = schema.prepared(old, older)
    ann = models.get_model("accounts", "User").objects.using(old).create(username="ann")
    path = tmp_path / "old.backup"
    with monkeypatch.context() as patch:
        patch.setattr(schema, "known", lambda: older)
        patch.setattr(schema.differences, "problem", lambda _: None)  # of that time, to which these tables are right
        shapes = restoring.rows.shapes
        patch.setattr("keeping.services.backups.rows.shapes", lambda: shapes(models))
        backups.back_up(path, now=NOON, passphrase=None, tell=no_word, alias=old)
    refused(path, empty(), another_folder, form.OtherVersion, "into a database without tables")
    target = empty(tables=False)
    restoring.restore(path, passphrase=nobody, tell=no_word, alias=target)
    assert frozenset(schema.applied(target)) == schema.known()
    assert User.objects.using(target).get().pk == ann.pk
    shape = everything(target)
    assert len(shape["django_content_type"]) == len(everything("default")["django_content_type"])
    connections[target].check_constraints()
    AuditEntry.objects.using(target).create(at=NOON, action="x", target="x", hash="x" * 64)
    with pytest.raises(Exception, match="append-only"):
        connections[target].cursor().execute("DELETE FROM audit_auditentry")


def schema_after(first: tuple[str, str]) -> set[tuple[str, str]]:
    """This migration and all that build on it."""
    graph = MigrationLoader(None).graph
    return {(key[0], key[1]) for key in graph.backwards_plan(first)}


def no_references(alias: str) -> Any:
    """On SQLite tables are made without looking at references."""
    connections[alias].ensure_connection()
    connections[alias].disable_constraint_checking()
    return transaction.atomic(using=alias)
