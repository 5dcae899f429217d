"""The setup of every test of a shell: a test database that the runner may empty."""

import gc
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest
from django import conf
from django.core.cache import cache
from django.db import connection, transaction
from django.test import TransactionTestCase, override_settings
from hypothesis import settings

from doors.caching import versioned
from duework import services as duework
from tests import ready_databases

gc.set_threshold(50_000, 10, 10)  # as manage.py does

settings.register_profile("house", deadline=None)  # a busy machine is no fault of the code
settings.load_profile("house")


STARTS_PROCESSES = {"subprocess", "Site"}  # what such a file imports


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The first test of each file that uses the database is `embedded`: it runs on SQLite also beside PostgreSQL. Those
    of a file that starts processes are `process`."""
    files = set()
    for item in items:
        if STARTS_PROCESSES & vars(item.module).keys():
            item.add_marker(pytest.mark.process)
        if item.get_closest_marker("django_db") and item.path not in files:
            files.add(item.path)
            item.add_marker(pytest.mark.embedded)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Collected tests live to the end: the garbage collector need not look at them again."""
    gc.collect()
    gc.freeze()


TRIGGERS = {  # of this database: name, table, what makes it; how it is taken away
    "sqlite": ("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'", "DROP TRIGGER {name}"),
    "postgresql": (
        "SELECT tgname, relname, pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid"
        " WHERE NOT tgisinternal",
        "DROP TRIGGER {name} ON {table}",
    ),
}
MADE_ONCE = ("django_content_type", "auth_permission")  # by the migrations, for every test


@contextmanager
def without_triggers(tables: Collection[str]) -> Iterator[None]:
    """Append-only logs forbid that their rows be deleted: the triggers of these tables are taken away meanwhile."""
    those_there, drop = TRIGGERS[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(those_there)
        triggers = [row for row in cursor.fetchall() if row[1] in tables]
        for name, table, _ in triggers:
            cursor.execute(drop.format(name=name, table=table))
        try:
            yield
        finally:
            for *_, made_by in triggers:
                cursor.execute(made_by)


def empty_what_has_rows(_: TransactionTestCase) -> None:
    """Delete the rows of the tables that have any. Django's own way truncates all of them and makes permissions again,
    which on PostgreSQL takes longer than the test did."""
    tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False))
    named = sorted(tables.difference(MADE_ONCE))
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in named))
        filled = [name for (name,) in cursor.fetchall()]
        with without_triggers(filled), transaction.atomic():  # keys are looked at when it commits
            for name in filled:
                cursor.execute(f"DELETE FROM {name}")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """The tables of the test database are copied, not made."""
    ready_databases.for_tests()


@pytest.fixture(autouse=True, scope="session")
def quick_emptying() -> Iterator[None]:
    """Tests that commit leave their rows behind, and the next ones begin without."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty_what_has_rows)
        yield


@pytest.fixture(autouse=True, scope="session")
def own_counts() -> Iterator[None]:
    """Throttles and wrong tries are counted by each run alone: its keys have a name of their own in Redis."""
    own = {"default": conf.settings.CACHES["default"] | {"KEY_PREFIX": f"undercut.tests-{uuid4().hex}"}}
    with override_settings(CACHES=conf.settings.CACHES | own):
        yield
        cache.clear()


@pytest.fixture(autouse=True, scope="session")
def long_work_at_once() -> Iterator[None]:
    """Long work is done in the sweep of a test: a thread of its own has another connection, which does not see what the
    test has not committed, and may not be opened from there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(duework, "run_aside", lambda work: work())
        yield


@pytest.fixture(autouse=True, scope="session")
def no_static_files() -> Iterator[None]:
    """Each client of a test would look through all static files first; browser tests ask for them."""
    with override_settings(WHITENOISE_USE_FINDERS=False, WHITENOISE_AUTOREFRESH=False):
        yield


@pytest.fixture(autouse=True, scope="session")
def cheap_passwords() -> Iterator[None]:
    """A good hash is slow on purpose: here passwords are only there to sign in with."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """How often somebody came is counted there, by address and key, and the keys of users come again: a quick machine
    would have one test refused for what others did in the same minute."""
    versioned.forget()
    cache.clear()
