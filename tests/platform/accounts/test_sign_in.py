"""Signing in: how many tries are too many, for whom, and what the audit log says about it."""

import pytest
from django.contrib import admin
from django.core.cache import cache
from django.test import Client

from accounts import services
from accounts.models import User
from audit.admin import Audited
from audit.models import AuditEntry
from audit.services import first_broken
from doors.read_only_admin import LookOnly
from tests.proving import prove

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse 9"


@pytest.fixture
def ann() -> User:
    return services.official(username="ann", name="Ann", email="ann@club.example", password=PASSWORD)


@pytest.fixture
def root(client: Client) -> User:
    """An administrator at the back door."""
    root = services.official(username="root", name="Root", email="", password=PASSWORD, site_admin=True)
    client.force_login(root)
    return root


def sign_in(login: str, password: str, address: str) -> bool:
    """Does this sign in?"""
    answer = Client(REMOTE_ADDR=address).post("/accounts/login/", {"login": login, "password": password})
    return answer.status_code == 302


def acts() -> list[tuple[str, str]]:
    """What the log says, oldest first; its chain holds."""
    assert first_broken() is None
    return list(AuditEntry.objects.order_by("pk").values_list("action", "target"))


@pytest.mark.parametrize("login", ["ann", "ann@club.example"])
def test_wrong_logins_lock_out_who_makes_them_and_nobody_else(ann: User, login: str) -> None:
    for _ in range(6):
        assert not sign_in(login, "guess", "10.0.0.9")
    assert not sign_in(login, PASSWORD, "10.0.0.9"), "no more is taken from there"
    assert sign_in(login, PASSWORD, "10.0.0.1")
    assert sign_in("ann", PASSWORD, "10.0.0.2")


def test_a_browser_in_which_one_has_signed_in_gets_in_where_others_behind_the_address_guess(ann: User) -> None:
    def tries(client: Client, password: str) -> bool:
        client.post("/accounts/login/", {"login": "ann", "password": password})
        is_in = client.get("/me/").status_code == 200
        client.post("/accounts/logout/")
        return is_in

    known, stranger = Client(REMOTE_ADDR="10.0.0.9"), Client(REMOTE_ADDR="10.0.0.9")
    assert tries(known, PASSWORD)
    services.official(username="ben", name="Ben", email="", password=PASSWORD)
    stranger.post("/accounts/login/", {"login": "ben", "password": PASSWORD})
    stranger.post("/accounts/logout/")  # known for Ben, and not for Ann
    for _ in range(6):
        assert not tries(stranger, "guess")
    assert not tries(stranger, PASSWORD)
    assert tries(known, PASSWORD)
    for _ in range(5):
        assert not tries(known, "guess")
    assert not tries(known, PASSWORD), "guesses end there, too"
    cache.clear()
    ann.set_password("another horse 9")
    ann.save()
    for _ in range(6):
        tries(stranger, "guess")
    assert not tries(known, "another horse 9"), "with a new password no browser is known"
    cookie = known.cookies["known"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/accounts/")


@pytest.mark.parametrize("weak", ["short9", "1234567890", "password123", "anna-quillfeather", "0000000000"])
def test_a_weak_password_is_refused(client: Client, weak: str) -> None:
    """Fewer than ten characters, a common one, or one's own name."""
    form = {"username": "anna-quillfeather", "name": "Anna Quillfeather", "agreed": "on"}
    answer = client.post("/accounts/signup/", form | {"password1": weak, "password2": weak})
    assert answer.status_code == 200
    assert not User.objects.exists()
    strong = "any character, even spaces – ñ"
    assert client.post("/accounts/signup/", form | {"password1": strong, "password2": strong}).status_code == 302


def test_a_hall_behind_one_address_mistypes_and_still_signs_in(ann: User) -> None:
    for number in range(20):
        assert not sign_in(f"player{number}", "mistyped", "10.0.0.1")
    assert sign_in("ann", PASSWORD, "10.0.0.1")


def test_one_address_signs_up_ten_people_a_minute() -> None:
    visitor = Client(REMOTE_ADDR="10.0.0.1")

    def join(number: int) -> int:
        form = {
            "username": f"new{number}",
            "name": f"New {number}",
            "password1": PASSWORD,
            "password2": PASSWORD,
            "agreed": "on",
        }
        visitor.logout()
        return visitor.post("/accounts/signup/", form).status_code

    assert [join(number) for number in range(11)] == [302] * 10 + [429]


def test_signing_in_and_a_new_password_are_in_the_log(ann: User, client: Client) -> None:
    client.post("/accounts/login/", {"login": "ann", "password": PASSWORD})
    fresh = {"oldpassword": PASSWORD, "password1": "another horse 9", "password2": "another horse 9"}
    client.post("/accounts/password/change/", fresh)
    whom = f"user:{ann.public_id}"
    assert acts() == [("account.sign_in", whom), ("account.password", whom)]
    assert set(AuditEntry.objects.values_list("actor", flat=True)) == {ann.pk}


def test_tries_that_end_are_one_entry_and_unknown_names_none(ann: User) -> None:
    for login in ("ann", "nobody"):
        for _ in range(8):
            sign_in(login, "guess", "10.0.0.9")
    assert acts() == [("account.tries_ended", f"user:{ann.public_id}")]


def test_what_an_administrator_does_is_in_the_log(ann: User, client: Client, root: User) -> None:
    page = f"/admin/accounts/user/{ann.pk}/"
    prove(client)
    form = {"username": "ann", "name": "Ann", "email": "", "is_active": "on", "is_staff": "on", "is_superuser": "on"}
    form |= {"date_joined_0": "2026-11-01", "date_joined_1": "10:00:00"}
    assert client.post(f"{page}change/", form).status_code == 302
    assert client.post(f"{page}password/", {"password1": PASSWORD, "password2": PASSWORD}).status_code == 302
    more = [services.player_for(name=name)[0].pk for name in ("Ben", "Cem")]
    chosen = {"action": "delete_selected", "_selected_action": more, "post": "yes"}
    assert client.post("/admin/accounts/user/", chosen).status_code == 302
    row = f"accounts.user:{ann.pk}"
    assert acts()[1:] == [
        ("account.rights", f"user:{ann.public_id}"), ("admin.change", row), ("admin.change", row),
        *(("admin.delete", f"accounts.user:{pk}") for pk in more),
    ]  # fmt: skip
    rights = AuditEntry.objects.filter(action="account.rights").latest("pk")
    assert (rights.actor_id, rights.before["is_superuser"], rights.after["is_superuser"]) == (root.pk, False, True)


def test_a_site_administrator_made_by_the_site_is_in_the_log(root: User) -> None:
    assert acts() == [("account.rights", f"user:{root.public_id}")]


def test_no_row_is_changed_at_the_back_door_without_an_entry() -> None:
    for model, door in admin.site._registry.items():
        assert isinstance(door, (Audited, LookOnly)), model


def test_the_log_can_be_read_at_the_back_door(client: Client, root: User) -> None:
    assert "account.rights" in client.get("/admin/audit/auditentry/").content.decode()
    assert client.get("/admin/audit/auditentry/add/").status_code == 403
