"""The settings as they run: defences on, SQLite safe, no secret in the repository."""

import base64
import re
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib import admin
from django.core.management import call_command
from django.db import connection
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from config.environment import keys, sqlite
from ratings.models import Pool

ROOT = Path(__file__).resolve().parents[3]
APPS = {"duework", "games", "ratings", "tournaments"}
POLICY = {"default-src 'self'", "img-src 'self' data:", "object-src 'none'", "base-uri 'self'", "form-action 'self'"}


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/admin/login/", "/api/v1/clubs/", "/no-such-page/"])
def test_every_answer_carries_the_policy(client: Client, path: str) -> None:
    answer = client.get(path)
    assert {part.strip() for part in answer["Content-Security-Policy"].split(";")} >= POLICY
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/players/%00/", "/players/?q=%00", "/api/v1/matches/%00/", "/matches/%00/result/"])
def test_a_nul_in_an_address_is_a_bad_request_on_both_databases(client: Client, path: str) -> None:
    assert client.get(path).status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/tables/new/", "/accounts/login/"])
def test_a_nul_in_a_form_is_a_bad_request_on_both_databases(client: Client, path: str) -> None:
    assert client.post(path, {"rules": "gin\0"}).status_code == 400
    assert client.post(path, {"rules": "gin"}).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("body", ['{"rules": "\\ud800"}', '{"\\udfff": 1}', '["\\ud800"]'])
def test_half_a_letter_in_a_body_of_the_api_is_a_bad_request(client: Client, body: str) -> None:
    client.force_login(accounts.player_for(name="Ann")[0])
    answer = client.post("/api/v1/tables/", body, content_type="application/json")
    assert answer.status_code == 400
    assert "surrogates" in answer.json()["detail"]


@pytest.mark.django_db
@pytest.mark.parametrize("position", ["p=%00", "p=abc", "p=1&o=99999999999999999999", "r=1&p=" + "9" * 30])
@pytest.mark.parametrize("path", ["tables", "clubs", "tournaments", "deals"])
def test_a_made_up_cursor_is_refused(client: Client, path: str, position: str) -> None:
    cursor = base64.b64encode(position.encode()).decode()
    assert client.get(f"/api/v1/{path}/", {"cursor": cursor}).status_code in (200, 400)


@pytest.mark.django_db
def test_the_back_door_signs_in_at_the_front(client: Client) -> None:
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/accounts/login/?next=")
    answer = client.post("/admin/login/?next=/admin/", {"username": "olga", "password": "guess"})
    assert answer["Location"].startswith("/accounts/login/")


@pytest.mark.django_db
def test_the_back_door_shows_and_changes_nothing_that_services_write(client: Client) -> None:
    root = accounts.official(
        username="root", name="Root", email="root@example.org", password="correct horse", site_admin=True
    )
    client.force_login(root)
    models = [model for model in admin.site._registry if model._meta.app_label in APPS and model is not Pool]
    assert len(models) >= 10
    for model in models:
        path = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        assert client.get(path).status_code == 200, path
        assert client.get(f"{path}add/").status_code == 403, path


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["clubnight", "Organiser"])
def test_nobody_takes_the_name_of_an_account_that_the_site_makes(client: Client, name: str) -> None:
    given = {
        "username": name,
        "name": "Mallory",
        "password1": "correct horse",
        "password2": "correct horse",
        "agreed": "on",
    }
    assert client.post("/accounts/signup/", given).status_code == 200
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("version", "fixed"),
    [((3, 40, 1), False), ((3, 44, 5), False), ((3, 44, 6), True), ((3, 50, 6), False), ((3, 50, 7), True),
     ((3, 51, 2), False), ((3, 51, 3), True), ((3, 53, 4), True)],
)  # fmt: skip
def test_which_sqlite_has_the_wal_reset_bug(version: tuple[int, int, int], fixed: bool) -> None:
    assert sqlite.is_fixed(version) is fixed


@pytest.mark.django_db
def test_sqlite_keeps_what_is_acknowledged() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("this run is on PostgreSQL")
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL
        assert cursor.execute("PRAGMA journal_mode").fetchone()[0].upper() == sqlite.JOURNAL
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert not connection.settings_dict["ATOMIC_REQUESTS"]


def test_passwords_are_kept_by_argon2() -> None:
    from config import settings as running

    assert running.PASSWORD_HASHERS[0].endswith("Argon2PasswordHasher"), "tests use a cheaper one (tests/conftest.py)"


def test_celery_is_told_nothing_by_eta() -> None:
    """Work that time starts is a row; the only beat entry is the sweep."""
    assert set(settings.CELERY_BEAT_SCHEDULE) == {"sweep"}
    calls = subprocess.run(
        ["git", "grep", "-nE", r"\b(eta|countdown)=|\.apply_async\(", "--", "*.py", ":!tests"],
        cwd=ROOT, capture_output=True, text=True,
    ).stdout  # fmt: skip
    assert not calls


def test_a_generated_key_is_kept_and_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOME_KEY", raising=False)
    path = tmp_path / "some.key"
    first = keys.key("SOME_KEY", path)
    assert keys.key("SOME_KEY", path) == first
    assert path.stat().st_mode & 0o777 == 0o600
    monkeypatch.setenv("SOME_KEY", "given")
    assert keys.key("SOME_KEY", path) == "given"


def test_a_key_is_waited_for_that_another_process_has_begun_to_make(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret.key"
    path.touch()
    monkeypatch.setattr("config.environment.keys.time.sleep", lambda _: path.write_text("made by another\n"))
    assert keys.key("SOME_KEY", path) == "made by another"


def test_a_key_that_was_never_written_is_not_waited_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "PATIENCE_S", 0.0)
    (tmp_path / "secret.key").touch()
    assert keys.key("SOME_KEY", tmp_path / "secret.key") == ""


def test_no_secret_is_in_the_repository() -> None:
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    assert not [name for name in files if name.endswith((".key", ".sqlite3", ".pem")) or name.startswith("data/")]
    settings_text = (ROOT / "platform/config/settings.py").read_text()
    assert not re.search(r'SECRET_KEY\s*=\s*["\']', settings_text)


@pytest.mark.django_db
def test_migrations_are_complete() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
