"""The second step at sign-in: codes of an app, recovery codes, passkeys; who is asked to set one up, and who must."""

import json
import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from accounts.second_factor import services
from accounts.second_factor.adapter import Adapter
from audit.models import AuditEntry
from audit.services import first_broken
from clubs import services as clubs
from clubs.models import Role
from tests.markup import tight

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse 9"
INDEX, ACTIVATE, STEP = "/accounts/2fa/", "/accounts/2fa/totp/activate/", "/accounts/2fa/authenticate/"


@pytest.fixture
def ann() -> User:
    return accounts.official(username="ann", name="Ann", email="", password=PASSWORD)


@pytest.fixture
def root() -> User:
    return accounts.official(username="root", name="Root", email="", password=PASSWORD, site_admin=True)


def code(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def sign_in(login: str, *, at: str = "127.0.0.1") -> Client:
    client = Client(SERVER_NAME=at)
    client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    return client


def say_again(client: Client) -> None:
    """Give the password once more, as the site asks before a change."""
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})


def set_up(client: Client) -> str:
    """Set up an app as its owner does; returns its secret."""
    say_again(client)
    page = client.get(ACTIVATE).content.decode()
    secret = re.search(r'<code class="screen-address">(\w+)</code>', page)[1]
    assert client.post(ACTIVATE, {"code": code(secret)}).status_code == 302
    return secret


def is_in(client: Client) -> bool:
    return client.get("/me/").status_code == 200


def test_the_password_alone_signs_in_no_more(ann: User) -> None:
    secret = set_up(sign_in("ann"))
    client = sign_in("ann")
    assert not is_in(client)
    assert client.post(STEP, {"code": "000000"}).status_code == 200
    assert not is_in(client)
    assert client.post(STEP, {"code": code(secret)}).status_code == 302
    assert is_in(client)


def test_a_recovery_code_signs_in_once(ann: User) -> None:
    client = sign_in("ann")
    set_up(client)
    first, *_ = re.findall(r'"screen-address">(\d{8})<', client.get("/accounts/2fa/recovery-codes/").content.decode())
    for works in (True, False):
        other = sign_in("ann")
        other.post(STEP, {"code": first})
        assert is_in(other) == works


def test_wrong_codes_end_after_five(ann: User) -> None:
    secret = set_up(sign_in("ann"))
    client = sign_in("ann")
    for _ in range(6):
        client.post(STEP, {"code": "000000"})
    client.post(STEP, {"code": code(secret)})
    assert not is_in(client)


def test_secrets_are_sealed_and_another_key_ends_loudly(ann: User, settings) -> None:
    secret = set_up(sign_in("ann"))
    stored = Authenticator.objects.get(type="totp").data["secret"]
    assert secret not in stored
    assert Adapter().decrypt(stored) == secret
    settings.SEAL_KEY = "A" * 43 + "="
    with pytest.raises(ImproperlyConfigured, match="remove_second_factor"):
        Adapter().decrypt(stored)


@pytest.mark.django_db(transaction=True)
def test_setting_up_and_taking_off_needs_the_password_again_and_is_in_the_log(ann: User) -> None:
    late = Client()
    late.force_login(ann)
    assert late.get(ACTIVATE)["Location"].startswith("/accounts/reauthenticate/")
    client = sign_in("ann")
    set_up(client)
    assert client.post("/accounts/2fa/totp/deactivate/").status_code == 302
    assert not services.has_one(ann)
    acts = AuditEntry.objects.values_list("action", flat=True).order_by("pk")
    changes = [act.removeprefix("account.second_factor_") for act in acts if "second_factor" in act]
    assert changes == ["added", "added", "taken_off", "taken_off"], "the app, and with it the recovery codes"
    assert first_broken() is None


def test_at_a_number_on_http_the_page_says_why_there_are_no_passkeys(ann: User) -> None:
    for at, works in (("127.0.0.1", False), ("localhost", True)):
        client = sign_in("ann", at=at)
        say_again(client)
        page, add = (client.get(path).content.decode() for path in (INDEX, "/accounts/2fa/webauthn/add/"))
        assert ("only to sites on https" not in page, 'id="mfa_webauthn_add"' in add) == (works, works)
        assert ("passkey_login" in Client(SERVER_NAME=at).get("/accounts/login/").content.decode()) == works


def test_on_https_passkeys_are_offered(ann: User, settings) -> None:
    settings.HTTPS = True
    client = sign_in("ann")
    say_again(client)
    page = client.get("/accounts/2fa/webauthn/add/").content.decode()
    assert 'id="mfa_webauthn_add"' in page
    assert "creation_options" in page


def test_a_passkey_that_none_made_is_refused(ann: User) -> None:
    client = sign_in("ann", at="localhost")
    say_again(client)
    client.get("/accounts/2fa/webauthn/add/")
    about = {"attestationObject": "oA", "clientDataJSON": "e30", "authenticatorData": "oA", "signature": "aa"}
    made = json.dumps({"id": "aa", "rawId": "aa", "type": "public-key", "response": about | {"userHandle": "MQ"}})
    for credential in ("{}", "[]", '"x"', '{"id": 1}', "no json", made):
        assert client.post("/accounts/2fa/webauthn/add/", {"name": "k", "credential": credential}).status_code == 200
        assert Client().post("/accounts/2fa/webauthn/login/", {"credential": credential}).status_code == 302
    assert not services.has_one(ann)


def test_officials_are_asked_until_they_put_it_off(ann: User) -> None:
    client, said = sign_in("ann"), "set up a second step"
    assert said not in client.get("/me/").content.decode()
    club = clubs.create_club(name="Club", organiser=accounts.official(username="o", name="O", email="", password="x"))
    clubs.add_member(club=club, user=ann, role=Role.DIRECTOR)
    assert said in client.get("/me/").content.decode()
    assert said in client.get("/").content.decode()
    client.post("/accounts/2fa/later/")
    assert said not in client.get("/me/").content.decode()
    ann.refresh_from_db()
    assert services.is_asked(ann, now=ann.second_factor_asked_at + services.ASKED_AGAIN_AFTER)
    set_up(client)
    assert not services.is_asked(ann, now=ann.second_factor_asked_at + services.ASKED_AGAIN_AFTER)


def test_the_administration_is_open_with_a_password_unless_the_site_says_otherwise(root: User) -> None:
    assert sign_in("root").get("/admin/").status_code == 200


def test_the_administration_asks_staff_for_a_second_step_where_the_site_says_so(
    root: User, ann: User, settings
) -> None:
    settings.SECOND_FACTOR = "staff"
    client = sign_in("root")
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0] == INDEX
    assert "needs a second step" in tight(answer.content.decode())
    set_up(client)
    assert client.get("/admin/").status_code == 200
    assert sign_in("ann").get("/admin/", follow=True).status_code == 403


def test_who_has_lost_all_is_helped_from_the_shell(ann: User, capsys) -> None:
    set_up(sign_in("ann"))
    call_command("remove_second_factor", "ann")
    assert "password alone" in capsys.readouterr().out
    assert is_in(sign_in("ann"))
    assert AuditEntry.objects.filter(action="account.second_factor_removed").exists()
    for login, said in (("ann", "no second step"), ("nobody", "Nobody signs in")):
        with pytest.raises(CommandError, match=said):
            call_command("remove_second_factor", login)


def test_who_has_lost_all_is_helped_at_the_back_door_and_no_secret_is_shown(ann: User, root: User) -> None:
    secret = set_up(sign_in("ann"))
    client, row = sign_in("root"), Authenticator.objects.get(type="totp")
    say_again(client)
    page = client.get(f"/admin/mfa/authenticator/{row.pk}/change/").content.decode()
    assert secret not in page
    assert row.data["secret"] not in page
    assert client.post(f"/admin/mfa/authenticator/{row.pk}/delete/", {"post": "yes"}).status_code == 302
    assert is_in(sign_in("ann"))
    assert AuditEntry.objects.filter(action="admin.delete").exists()


def test_the_pages_speak_spanish(ann: User) -> None:
    client = sign_in("ann")
    client.cookies["django_language"] = "es"
    say_again(client)
    assert "Segundo paso al entrar" in tight(client.get(INDEX).content.decode())
    assert "Escanea esto" in tight(client.get(ACTIVATE).content.decode())
