"""Backups go to a store of S3's kind and come back: moto, which answers as S3 does, and servers that do not answer."""

import os
import subprocess
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import obstore
import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from config.environment.ports import free_port
from duework import services as duework
from duework.models import DueWork
from games.models import Table
from keeping import form
from keeping.files import store
from keeping.services import nights, restoring
from tests.composed.services import until
from tests.platform.keeping.conftest import PASSPHRASE, Empty, no_word
from tests.platform.keeping.test_nights import night
from tests.platform.keeping.test_round_trips import everything

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lines")]
ROOT = Path(__file__).resolve().parents[3]
SERVER = ROOT / ".venv-cluster/bin/moto_server"  # of `make cluster`
EVENING = datetime(2026, 11, 20, 22, tzinfo=UTC)
NAMED = {"bucket": "club", "folder": "nights", "region": "us-east-1", "key": "key", "secret": "the-secret-word"}


@pytest.fixture(scope="module")
def s3(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of S3's kind with an empty bucket `club`."""
    if not SERVER.exists():
        if os.environ.get("UNDERCUT_SERVICES_REQUIRED") == "1":
            pytest.fail("no server of S3's kind: `make cluster` installs one")
        pytest.skip("no server of S3's kind: `make cluster` installs one")
    port = free_port()
    with (tmp_path_factory.mktemp("s3") / "log").open("wb") as log:
        server = subprocess.Popen([str(SERVER), "-H", "127.0.0.1", "-p", str(port)], stdout=log, stderr=log)
    try:
        address = f"http://127.0.0.1:{port}"
        until("the store answers", lambda: answers(address), server)
        urllib.request.urlopen(urllib.request.Request(f"{address}/club", method="PUT"), timeout=30)
        yield address
    finally:
        server.terminate()
        server.wait(60)


def answers(address: str) -> bool:
    """Does somebody answer there?"""
    try:
        urllib.request.urlopen(address, timeout=5)
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


@pytest.fixture
def named(s3: str, tmp_path: Path, settings: Any) -> Iterator[Path]:
    """A site whose nightly backups go to the store, too; the folder of its backups. The store is empty afterwards."""
    settings.BACKUP_FOLDER, settings.BACKUP_KEEP = tmp_path / "nights", 3
    settings.BACKUP_PASSPHRASE, settings.BACKUP_STORE = PASSPHRASE, NAMED | {"endpoint": s3}
    yield tmp_path / "nights"
    settings.BACKUP_STORE = NAMED | {"endpoint": s3}
    if there := names():
        obstore.delete(store.opened(), there)


def names() -> list[str]:
    """What lies in the store."""
    return [one.name for one in store.stored()]


def test_every_night_goes_to_the_store_and_a_site_comes_back_from_there(
    site: Table, named: Path, empty: Empty, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    assert night().last_error == ""
    [made] = named.iterdir()
    [there] = store.stored()
    assert (there.name, there.size) == (made.name, made.stat().st_size)
    before, target = everything("default"), empty()
    request.getfixturevalue("another_folder")
    store.fetch(there.name, tmp_path / "fetched.backup")
    assert (tmp_path / "fetched.backup").read_bytes() == made.read_bytes()
    restoring.restore(tmp_path / "fetched.backup", passphrase=lambda: PASSPHRASE, tell=no_word, alias=target)
    theirs = {"duework_duework", "duework_heartbeat"}  # the work of the night was under way
    assert {table: found for table, found in everything(target).items() if table not in theirs} == {
        table: found for table, found in before.items() if table not in theirs
    }


def test_the_latest_stay_there_and_so_does_what_is_not_ours(named: Path, tmp_path: Path) -> None:
    (other := tmp_path / "holiday.jpg").write_text("not ours")
    store.send(other)
    for n in range(5):
        night(EVENING + n * timedelta(days=1))
    assert names() == [f"undercut-2026-11-{n}-010000.backup" for n in (23, 24, 25)]
    store.fetch("holiday.jpg", tmp_path / "again.jpg")
    assert (tmp_path / "again.jpg").read_text() == "not ours"


def test_a_backup_that_was_not_sent_is_sent_an_hour_later_and_not_made_again(
    named: Path, settings: Any, client: Client
) -> None:
    there = settings.BACKUP_STORE
    settings.BACKUP_STORE = there | {"endpoint": f"http://127.0.0.1:{free_port()}"}
    work = night()
    assert work.last_error == "The store s3://club does not answer as it should (GenericError)."
    assert client.get("/healthz").json()["backup"] == "never"
    settings.BACKUP_STORE = there
    duework.sweep(now=work.due_at + nights.AGAIN)
    assert names() == ["undercut-2026-11-21-010000.backup"] == [path.name for path in named.iterdir()]
    assert not DueWork.objects.filter(kind=nights.BACKUP, done_at=None).exists()
    assert client.get("/healthz").json()["backup"] == "made"


def test_by_hand_it_is_sent_listed_looked_through_and_brought_back(
    folder: Path, named: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("backup", send=True)
    [made] = named.iterdir()
    call_command("restore", stored=True)
    call_command("restore", made.name, stored=True, check=True)
    said = capsys.readouterr().out
    assert f"\n{made.name}  " in said
    assert f"{made.name} is whole: " in said
    assert not list(folder.glob("stored-*")), "what was fetched is gone"
    with pytest.raises(CommandError, match=r"says that there is no undercut-no\.backup"):
        call_command("restore", "undercut-no.backup", stored=True, check=True)


def test_without_a_store_the_commands_say_so(folder: Path, settings: Any) -> None:
    settings.BACKUP_STORE = {}
    for command, more in (("backup", {"send": True}), ("restore", {"stored": True})):
        with pytest.raises(CommandError, match="UNDERCUT_BACKUP_STORE names no store"):
            call_command(command, **more)
    with pytest.raises(CommandError, match="Name the file of the backup"):
        call_command("restore")


@pytest.mark.parametrize(
    ("status", "says"),
    [(403, "refuses the key, or the key may not do this there"), (404, "there is no a.backup, or no such bucket")],
)
def test_a_store_that_refuses_is_quoted_without_the_key(
    status: int, says: str, tmp_path: Path, settings: Any, folder: Path
) -> None:
    (tmp_path / "a.backup").write_text("a backup")
    with refusing(status) as address:
        settings.BACKUP_STORE = NAMED | {"endpoint": address}
        with pytest.raises(form.Unreachable, match=says) as refused:
            store.send(tmp_path / "a.backup")
    assert "secret-word" not in str(refused.value)


@contextmanager
def refusing(status: int) -> Iterator[str]:
    """A server that answers everything with this status."""

    class Refuses(BaseHTTPRequestHandler):
        def answer(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_GET = do_PUT = do_POST = do_HEAD = answer

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Refuses)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
