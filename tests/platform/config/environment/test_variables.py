"""A bad setting stops the start with one sentence: its name, and the allowed values."""

import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import variables

ROOT = Path(__file__).resolve().parents[4]
STORE = {"UNDERCUT_BACKUP_STORE_KEY": "the-key", "UNDERCUT_BACKUP_STORE_SECRET": "hidden-word"}


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("https://club.example/", ["https://club.example"]),
        ("https://club.example, http://10.0.0.5:8000", ["https://club.example", "http://10.0.0.5:8000"]),
        ("HTTPS://Club.Example:443,", ["https://club.example"]),
        ("http://[::1]:8000", ["http://[::1]:8000"]),
        ("", ["http://default"]),
    ],
)
def test_origins_are_kept_as_browsers_write_them(given: str, read: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNDERCUT_ORIGINS", given)
    assert variables.origins("UNDERCUT_ORIGINS", ["http://default"]) == read


@pytest.mark.parametrize(
    ("given", "allowed"),
    [
        ("club.example", "begins with http:// or https://"),
        ("https:club.example", "begins with http:// or https://"),
        ("ftp://club.example", "begins with http:// or https://"),
        ("https://club.example/undercut", "ends after its host and port"),
        ("https://me:secret@club.example", "ends after its host and port"),
        ("https://club.example:99999", "from 1 to 65535"),
        ("https://", "whole host name"),
        ("https://a.example https://b.example", "ends after its host and port"),
    ],
)
def test_what_is_no_origin(given: str, allowed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNDERCUT_ORIGINS", given)
    with pytest.raises(ImproperlyConfigured, match="UNDERCUT_ORIGINS") as refused:
        variables.origins("UNDERCUT_ORIGINS", [])
    assert allowed in str(refused.value)


@pytest.mark.parametrize(
    "given",
    [
        {"UNDERCUT_ORIGINS": "club.example"},
        {"UNDERCUT_HOSTS": "https://club.example"},
        {"UNDERCUT_SEAL_KEY": "short"},
        {"UNDERCUT_SECRET_KEY": "short"},
        {"UNDERCUT_SECRET_KEY": "abcd" * 12},
        {"PORT": "eighty"},
        {"UNDERCUT_SHARDS": "two"},
        {"UNDERCUT_SHARD": "first"},
        {"UNDERCUT_DEBUG": "maybe"},
        {"UNDERCUT_BACKUP_FOLDER": "backups"},
        {"UNDERCUT_BACKUP_FOLDER": __file__},
        {"UNDERCUT_BACKUP_KEEP": "0"},
        {"UNDERCUT_BACKUP_PASSPHRASE": "short"},
        {"UNDERCUT_BACKUP_STORE": "https://club.example"},
        {"UNDERCUT_BACKUP_STORE": "s3://A_Bucket"},
        {"UNDERCUT_BACKUP_STORE": "s3://club"},
        {"UNDERCUT_BACKUP_STORE_KEY": "k", "UNDERCUT_BACKUP_STORE": "s3://club"},
        {**STORE, "UNDERCUT_BACKUP_STORE": "s3://club"},
        {**STORE, "UNDERCUT_BACKUP_FOLDER": "/media/none", "UNDERCUT_BACKUP_STORE": "s3://club"},
        {"UNDERCUT_BACKUP_STORE_ENDPOINT": "s3.example"},
        {"UNDERCUT_BACKUP_PASSPHRASE_FILE": "/not/there"},
        {"UNDERCUT_LOG": "LOUD"},
        {"UNDERCUT_HSTS_SECONDS": "a year"},
        {"DATABASE_URL": "mysql://user:hidden-word@db/x"},
        {"DATABASE_URL": "postgres://user:hidden-word@db/x?color=red"},
        {"DATABASE_URL": "postgres://user:hidden-word@db/x", "REDIS_URL": "http://redis"},
    ],
    ids=lambda given: " ".join(given),
)
def test_a_wrong_setting_is_refused_with_what_is_allowed(
    given: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        settings_with(monkeypatch, tmp_path, **given)
    assert str(refused.value).startswith(f"{list(given)[-1]} ")
    assert "hidden-word" not in str(refused.value)


def test_a_secret_key_is_refused_for_what_is_wrong_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for key, said in (("Xy7-Qw2_Lm9k", "is too short"), ("abcd" * 12, "repeats a few characters")):
        with pytest.raises(ImproperlyConfigured, match=said):
            settings_with(monkeypatch, tmp_path, UNDERCUT_SECRET_KEY=key)


def test_only_a_hall_looks_for_networks(tmp_path: Path) -> None:
    """`ifaddr` asks the system for every adapter: no other start loads it."""
    asked = "import sys, config.settings; print('ifaddr' in sys.modules)"
    for env, answer in (({}, "False"), ({"LAN": "1"}, "True")):
        found = {**os.environ, "UNDERCUT_DATA": str(tmp_path), "PYTHONPATH": "platform:.", **env}
        done = subprocess.run(
            [sys.executable, "-c", asked], cwd=ROOT, env=found, capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == answer


def test_the_command_line_says_it_in_one_sentence(tmp_path: Path) -> None:
    done = check(tmp_path, UNDERCUT_SEAL_KEY="short")
    assert done.returncode == 1
    assert done.stderr.startswith("Undercut cannot start: UNDERCUT_SEAL_KEY is no key: it is 32 bytes")
    assert done.stderr.count("\n") == 1


def test_a_site_on_http_passes_the_check_of_a_deploy_and_keeps_its_data_folder_to_itself(tmp_path: Path) -> None:
    """What Django asks of https (HSTS, secure cookies) a site on plain http cannot have."""
    folder = tmp_path / "data"
    done = check(folder, "--deploy", "--fail-level=WARNING", UNDERCUT_ORIGINS="http://10.0.0.5:8000")
    assert done.returncode == 0, done.stderr
    modes = {path.name: path.stat().st_mode & 0o777 for path in [folder, *folder.iterdir()]}
    assert modes == {"data": 0o700, "secret.key": 0o600, "seal.key": 0o600, "undercut.sqlite3": 0o600}


def test_a_site_on_https_is_still_told_what_it_could_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = settings_with(monkeypatch, tmp_path, UNDERCUT_ORIGINS="https://club.example/", UNDERCUT_HSTS_SECONDS="60")
    assert read["SILENCED_SYSTEM_CHECKS"] == ["security.W009"]
    assert read["SESSION_COOKIE_SECURE"]
    assert read["ALLOWED_HOSTS"] == ["club.example", "127.0.0.1", "localhost"], "house players come from this computer"
    assert read["SECURE_HSTS_SECONDS"] == 60


@pytest.mark.parametrize(
    ("address", "named", "options"),
    [
        ("postgres://ann:p%40ss@db:5433/club", ("club", "ann", "p@ss", "db", "5433"), {}),
        ("postgresql:///club", ("club", "", "", "", ""), {}),
        ("postgres://ann@%2Frun%2Fpg/club?sslmode=allow", ("club", "ann", "", "/run/pg", ""), {"sslmode": "allow"}),
        ("postgres://ann@[::1]:5432/club", ("club", "ann", "", "::1", "5432"), {}),
    ],
)  # fmt: skip
def test_the_parts_of_a_databases_address(address: str, named: tuple[str, ...], options: dict[str, str]) -> None:
    found = variables.database(address)
    assert tuple(found[key] for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT")) == named
    assert found["OPTIONS"] == options


@pytest.mark.parametrize(("shard", "most"), [("none", 16), ("0", None)])
def test_processes_of_pages_share_a_few_connections(
    shard: str, most: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No thread keeps one for itself; a table's process opens the two or three that it needs without a pool."""
    given = {"DATABASE_URL": "postgres://ann@db/club", "REDIS_URL": "redis://cache", "UNDERCUT_SHARD": shard}
    found = settings_with(monkeypatch, tmp_path, **given)["DATABASES"]["default"]
    assert found["CONN_MAX_AGE"] == 0
    assert found["OPTIONS"].get("pool", {}).get("max_size") == most


def test_the_backups_of_a_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder on a disk that is not there now is no reason not to start; the passphrase may stand in a file."""
    found = settings_with(monkeypatch, tmp_path)
    assert (found["BACKUP_FOLDER"], found["BACKUP_KEEP"], found["BACKUP_PASSPHRASE"]) == (None, 14, "")
    (tmp_path / "secret").write_text("nine of diamonds\nnot this line\n")
    given = {"UNDERCUT_BACKUP_FOLDER": "/media/none/x", "UNDERCUT_BACKUP_PASSPHRASE_FILE": str(tmp_path / "secret")}
    found = settings_with(monkeypatch, tmp_path, **given)
    assert (found["BACKUP_FOLDER"], found["BACKUP_PASSPHRASE"]) == (Path("/media/none/x"), "nine of diamonds")
    with pytest.raises(ImproperlyConfigured, match="keep one of them") as refused:
        settings_with(monkeypatch, tmp_path, **given, UNDERCUT_BACKUP_PASSPHRASE="ten of diamonds")
    assert "diamonds" not in str(refused.value)


def test_the_store_of_backups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings_with(monkeypatch, tmp_path)["BACKUP_STORE"] == {}
    given = {**STORE, "UNDERCUT_BACKUP_FOLDER": "/media/none", "UNDERCUT_BACKUP_PASSPHRASE": "nine of diamonds"}
    found = settings_with(monkeypatch, tmp_path, **given, UNDERCUT_BACKUP_STORE="s3://club/of/tuesday/")
    assert found["BACKUP_STORE"] == {
        "bucket": "club", "folder": "of/tuesday", "endpoint": "", "region": "us-east-1",
        "key": "the-key", "secret": "hidden-word",
    }  # fmt: skip


def settings_with(monkeypatch: pytest.MonkeyPatch, data: Path, **given: str) -> dict[str, Any]:
    """The settings as they are read with only these variables."""
    for name in [name for name in os.environ if name.startswith("UNDERCUT_") or name.endswith("_URL")]:
        monkeypatch.delenv(name)
    for name, value in ({"UNDERCUT_DATA": str(data)} | given).items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(ROOT / "platform/config/settings.py"))


def check(data: Path, *options: str, **given: str) -> "subprocess.CompletedProcess[str]":
    """`manage.py check` with only these settings."""
    env = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    env |= {"UNDERCUT_DATA": str(data), **given}
    command = [sys.executable, str(ROOT / "manage.py"), "check", *options]
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=300)


def test_a_site_sends_mail_by_the_server_that_is_named_and_else_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without one no link to a new password stands in a log."""
    assert settings_with(monkeypatch, tmp_path)["EMAIL_BACKEND"] == "notices.mail.Kept"
    server = {"UNDERCUT_EMAIL_HOST": "smtp.club.example", "UNDERCUT_EMAIL_PORT": "465"}
    with pytest.raises(ImproperlyConfigured, match="UNDERCUT_EMAIL_FROM"):
        settings_with(monkeypatch, tmp_path, **server)
    found = settings_with(monkeypatch, tmp_path, **server, UNDERCUT_EMAIL_FROM="Undercut <play@club.example>")
    assert found["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend"
    assert (found["EMAIL_HOST"], found["EMAIL_USE_SSL"], found["EMAIL_USE_TLS"]) == ("smtp.club.example", True, False)
    assert found["DEFAULT_FROM_EMAIL"] == "Undercut <play@club.example>"
    assert found["ACCOUNT_EMAIL_VERIFICATION"] == "mandatory"
