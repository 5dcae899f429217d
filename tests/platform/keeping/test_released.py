"""The database of each release migrates to this version with all its rows; from the first release on, migrations only
add."""

import re
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, connections, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from config.commands import stored_release
from games.models import Table
from keeping.files import archive
from keeping.form import manifest
from keeping.tables import differences
from tests.platform.keeping.conftest import NOON, Empty, make, no_word, nobody
from tests.platform.keeping.test_round_trips import BOTH, check_same, everything

with_rows = pytest.mark.django_db(transaction=True)
FOLDER = settings.BASE_DIR / stored_release.FOLDER
RELEASES = sorted(path.with_suffix("") for path in FOLDER.glob("*.backup"))
OURS = ("accounts", "audit", "clubs", "duework", "games", "notices", "quotas", "ratings", "tournaments", "webhooks")
ADDS = (migrations.CreateModel, migrations.AddIndex, migrations.AddConstraint, migrations.RunPython, migrations.RunSQL)


@BOTH
@with_rows
def test_a_stored_site_of_today_comes_back_with_every_row(
    vendor: str, site: Table, empty: Empty, another_folder: Path, tmp_path: Path
) -> None:
    """What is stored at a release, tried on this version."""
    before, release = everything("default"), tmp_path / "9.9.9"
    make(tmp_path / "9.9.9.backup")
    schema = stored_release.dump(connections[empty(vendor)])
    (tmp_path / f"9.9.9.{vendor}.sql").write_text(schema, encoding="utf-8")
    alias = empty(vendor, tables=False)
    stored_release.restored(connections[alias], release, tell=no_word)
    assert differences.problem(connections[alias]) is None
    check_same(before, alias)


@BOTH
@with_rows
@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
def test_the_database_of_a_release_becomes_one_of_today(
    vendor: str, release: Path, empty: Empty, another_folder: Path
) -> None:
    alias = empty(vendor, tables=False)
    stored_release.restored(connections[alias], release, tell=no_word)
    assert differences.problem(connections[alias]) is None
    said = manifest.read(dict(archive.parts(release.with_name(f"{release.name}.backup"), nobody))[manifest.NAME])
    there = everything(alias)
    for table in said.tables:
        assert len(there[table.name]) >= table.rows, table.name


@with_rows
def test_the_script_writes_a_small_site_and_no_other(
    site: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = stored_release.store(connection, tmp_path, now=NOON, tell=no_word)
    kinds = [f".{connection.vendor}.sql", *([".backup"] if connection.vendor == "sqlite" else [])]
    assert [path.name for path in written] == [f"{version('undercut')}{kind}" for kind in kinds]
    assert "CREATE TABLE" in written[0].read_text(encoding="utf-8")
    if connection.vendor == "sqlite":
        monkeypatch.setattr(stored_release, "MOST_ROWS", 3)
        with pytest.raises(stored_release.NotSmall, match="play a small one, of at most 3"):
            stored_release.store(connection, tmp_path / "more", now=NOON, tell=no_word)


def takes_away(operation: Operation, before: models.Field | None = None) -> bool:
    """Does old code stop working on a database that had this operation? `before`: the field that it changes."""
    if isinstance(operation, migrations.AlterField) and before is not None:
        return not has_more_room(before, operation.field)
    if isinstance(operation, migrations.AddField):
        return not operation.field.null and operation.field.db_default is models.NOT_PROVIDED
    return not isinstance(operation, ADDS)


def has_more_room(before: models.Field, after: models.Field) -> bool:
    """Is a text the same, but for the letters and the choices that it may have: as many, or more?"""
    (*_, old), (*_, new) = before.deconstruct(), after.deconstruct()
    letters = old.pop("max_length", None), new.pop("max_length", None)
    was, now = ({key for key, _name in parts.pop("choices", None) or ()} for parts in (old, new))
    is_same = type(before) is type(after) and old == new and was <= now and bool(was) == bool(now)
    return is_same and None not in letters and letters[0] <= letters[1]


def changed_field(loader: MigrationLoader, one: migrations.Migration, operation: Operation) -> models.Field | None:
    """The field that an operation alters, as it was before."""
    if not isinstance(operation, migrations.AlterField):
        return None
    state = loader.project_state(list(one.dependencies), at_end=True)
    return state.models[one.app_label, operation.model_name_lower].fields[operation.name]


def released() -> set[tuple[str, str]]:
    """The migrations that a release has had."""
    found = set()
    for path in FOLDER.glob("*.sql"):
        done = path.read_text(encoding="utf-8").rsplit("INSERT INTO django_migrations", 1)[1]
        found |= set(re.findall(r"\('(\w+)', '(\w+)'", done))
    return found


def test_from_the_first_release_on_a_migration_only_adds() -> None:
    """Before it there is one initial migration an app, which changes. One that takes away names in `takes_away` the
    last release whose code used what goes."""
    had = released()
    loader = MigrationLoader(None)
    new = {key: one for key, one in loader.disk_migrations.items() if key[0] in OURS and key not in had}
    if not had:
        assert all(re.fullmatch(r"0001_initial|0002_append_only|0002_changes_in_parts", name) for _app, name in new)
        return
    faults = [
        f"{app}.{name}: {operation.describe()}"
        for (app, name), one in new.items()
        for operation in one.operations
        if takes_away(operation, changed_field(loader, one, operation)) and not getattr(one, "takes_away", "")
    ]
    assert faults == []


def test_a_choice_more_adds_and_one_less_takes_away() -> None:
    two, three = ([(key, key) for key in keys] for keys in ("ab", "abc"))
    few, more = (models.CharField(max_length=9, choices=choices) for choices in (two, three))
    assert not takes_away(migrations.AlterField("deal", "note", more), few)
    assert takes_away(migrations.AlterField("deal", "note", few), more)
    assert takes_away(migrations.AlterField("deal", "note", models.CharField(max_length=9)), more)


@pytest.mark.parametrize(
    ("operation", "is_fault"),
    [
        (migrations.CreateModel("New", [("id", models.BigAutoField(primary_key=True))]), False),
        (migrations.AddField("deal", "note", models.TextField(null=True)), False),
        (migrations.AddField("deal", "note", models.TextField(db_default="")), False),
        (migrations.AddField("deal", "note", models.TextField(default="")), True),
        (migrations.RemoveField("deal", "note"), True),
        (migrations.RenameField("deal", "note", "remark"), True),
        (migrations.AlterField("deal", "note", models.IntegerField()), True),
        (migrations.AlterField("deal", "note", models.CharField(max_length=50)), False),
        (migrations.AlterField("deal", "note", models.CharField(max_length=30)), True),
        (migrations.AlterField("deal", "note", models.CharField(max_length=50, unique=True)), True),
        (migrations.DeleteModel("Deal"), True),
        (migrations.RenameModel("Deal", "Hand"), True),
    ],
    ids=lambda value: value.describe() if isinstance(value, Operation) else "",
)
def test_what_takes_away_is_told_from_what_adds(operation: Any, is_fault: bool) -> None:
    before = models.CharField(max_length=40)
    assert takes_away(operation, before if isinstance(operation, migrations.AlterField) else None) == is_fault
