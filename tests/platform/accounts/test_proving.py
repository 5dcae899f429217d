"""Acts as powerful as the password ask for it again, so that whoever finds a browser signed in does not own the
account."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.conf import settings as site
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts import services
from accounts.api_tokens import services as api_tokens
from accounts.models import ApiToken, User
from accounts.own_data import services as own_data
from accounts.proving import proofs
from doors.api.scopes import Scope
from tests.proving import prove, proved

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse 9"
TOKENS, EXPORT, LEAVE = "/accounts/tokens/", "/accounts/data/export/", "/accounts/data/leave/"
ASKED = "/accounts/reauthenticate/"
NEW_TOKEN = {"label": "bot", "days": "30"}


@pytest.fixture
def ann() -> User:
    return services.official(username="ann", name="Ann", email="", password=PASSWORD)


@pytest.fixture
def found(ann: User, client: Client) -> Client:
    """A browser in which Ann signed in some time ago."""
    client.force_login(ann)
    return client


def test_a_browser_found_signed_in_makes_no_token_and_changes_no_address(found: Client, settings) -> None:
    settings.MAIL_IS_CONFIGURED = True
    for where, sent in (
        (TOKENS, NEW_TOKEN),
        ("/accounts/email/", {"action_add": "", "email": "mallory@evil.example"}),
        (EXPORT, {}),
        (LEAVE, {"confirmed": "ann"}),
    ):
        assert found.post(where, sent)["Location"].startswith(ASKED), where
        assert found.post(ASKED, {"password": "guess", "next": where}).status_code == 200
    assert not ApiToken.objects.exists()
    assert not EmailAddress.objects.exists()
    assert User.objects.get().is_active


def test_with_the_password_what_was_sent_goes_on_and_nothing_is_asked_again(found: Client) -> None:
    asks = found.post(TOKENS, NEW_TOKEN)["Location"]
    answer = found.post(asks, {"password": PASSWORD, "next": TOKENS})
    assert (answer.status_code, "undercut_" in answer.content.decode()) == (201, True)
    assert found.post(TOKENS, NEW_TOKEN).status_code == 201
    assert found.post(EXPORT)["Content-Type"] == "application/json"


def test_a_proof_is_good_for_five_minutes_and_for_one_person(ann: User, found: Client) -> None:
    prove(found, seconds_ago=290)
    assert found.post(TOKENS, NEW_TOKEN).status_code == 201
    prove(found, seconds_ago=310)
    assert found.post(TOKENS, NEW_TOKEN).status_code == 302
    ben = services.official(username="ben", name="Ben", email="", password=PASSWORD)
    now = timezone.now()
    for act in (
        lambda: api_tokens.make(user=ann, label="bot", scopes=(), days=None, proof=proved(ben), now=now),
        lambda: own_data.export(user=ann, proof=proved(ben), now=now),
        lambda: own_data.leave(user=ann, confirmed="ann", proof=proved(ben), now=now),
    ):
        with pytest.raises(PermissionDenied):
            act()


def test_an_account_with_nothing_to_ask_for_is_told_how_to_get_it(client: Client) -> None:
    client.force_login(User.objects.create_user("nopass", name="No Pass"))
    answer = client.post(TOKENS, NEW_TOKEN)
    assert (answer.status_code, "sends you a link to choose one" in answer.content.decode()) == (403, True)


def test_passwords_do_not_wait_in_a_session(ann: User, client: Client) -> None:
    """What is sent without a proof is kept until it is there, but for pages with passwords, which come after it."""
    client.force_login(services.official(username="root", name="Root", email="", password=PASSWORD, site_admin=True))
    page = f"/admin/accounts/user/{ann.pk}/password/"
    answer = client.post(page, {"password1": "another horse 9", "password2": "another horse 9"})
    assert answer["Location"] == page
    assert "another horse 9" not in str(dict(client.session))
    assert client.get(page)["Location"].startswith(ASKED)
    ann.refresh_from_db()
    assert ann.check_password(PASSWORD)


# ---- all places, those to come too

CHANGE_NOTHING_POWERFUL = {  # a page of accounts that takes a POST, and why it asks for no proof
    "accounts/login/": "asks for the password itself",
    "accounts/logout/": "takes a power away",
    "accounts/signup/": "a new account",
    "accounts/inactive/": "changes nothing",
    "accounts/reauthenticate/": "is the question",
    "accounts/confirm-email/": "changes nothing",
    "accounts/password/change/": "asks for the old password itself",
    "accounts/password/reset/": "the mail to the address is the proof",
    "accounts/password/reset/done/": "changes nothing",
    "accounts/password/reset/key/done/": "changes nothing",
    "accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": "the link from the mail is the proof",
    "accounts/^confirm-email/(?P<key>[-:\\w]+)/$": "the link from the mail is the proof",
    "accounts/login/code/confirm/": "is not offered",
    "accounts/tokens/revoke/": "takes a power away",
    "accounts/sessions/": "changes nothing",
    "accounts/sessions/end/": "takes a power away",
    "accounts/data/": "changes nothing",
    "accounts/2fa/": "changes nothing",
    "accounts/2fa/later/": "puts a question off",
    "accounts/2fa/authenticate/": "is part of signing in",
    "accounts/2fa/reauthenticate/": "is the question",
    "accounts/2fa/webauthn/reauthenticate/": "is the question",
    "accounts/2fa/webauthn/login/": "is a sign-in",
    "accounts/2fa/webauthn/": "changes nothing",
}
OF_ACCOUNTS = ("accounts/", "admin/accounts/user/", "admin/account/", "admin/auth/", "admin/mfa/")


def routes(patterns: list, before: str = "") -> Iterator[str]:
    for one in patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, route)
        elif isinstance(one, URLPattern) and route.startswith(OF_ACCOUNTS):
            yield route


def test_every_page_of_accounts_asks_or_stands_in_the_list_with_its_reason(settings) -> None:
    settings.MAIL_IS_CONFIGURED = True
    root = services.official(username="root", name="Root", email="", password=PASSWORD, site_admin=True)
    TOTP.activate(root, "JBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(root)
    client = Client()
    client.force_login(root)
    all_of_them = set(routes(get_resolver().url_patterns))
    assert set(CHANGE_NOTHING_POWERFUL) <= all_of_them
    silent = []
    for route in sorted(all_of_them - set(CHANGE_NOTHING_POWERFUL)):
        where = "/" + route.replace("<path:object_id>", str(root.pk)).replace("<id>", str(root.pk))
        where = where.replace("<int:pk>", "1")
        answer = client.post(where)
        if answer.status_code == 405 or answer.get("Location") == where:
            answer = client.get(where)  # only looked at; or such a page comes after the question
        if not (answer.status_code == 302 and answer["Location"].startswith(ASKED)):
            silent.append((route, answer.status_code))
    assert silent == []


WRITERS = {  # who writes what people sign in with, and where the proof is
    "accounts/services.py": "new accounts; the command line; an address that another one proves",
    "accounts/api_tokens/services.py": "takes a Proof",
    "accounts/own_data/own_account.py": "after own_data.services.leave, which takes a Proof; or the command line",
    "accounts/second_factor/services.py": "the command line alone",
}


def writes_credentials(tree: ast.AST) -> bool:
    """Does this code set a password, or write the rows of addresses, tokens and second steps?"""
    rows = ("EmailAddress.objects", "ApiToken.objects.create", "Authenticator.objects", "user.api_tokens.create")
    writes = (".create", ".delete", ".update", ".bulk_create", ".get_or_create", ".update_or_create")
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called.endswith(".set_password") or (called.startswith(rows) and called.endswith(writes)):
                return True
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Attribute) and target.attr == "password":
                    return True
    return False


def test_what_people_sign_in_with_is_written_in_known_places_alone() -> None:
    found = set()
    for top in ("platform", "games", "tournaments", "ratings"):
        for file in (Path(site.BASE_DIR) / top).rglob("*.py"):
            if "migrations" not in file.parts and writes_credentials(ast.parse(file.read_text())):
                found.add(str(file.relative_to(Path(site.BASE_DIR))).removeprefix("platform/"))
    assert found <= set(WRITERS), found - set(WRITERS)
    assert set(WRITERS) <= found, "this list has a place that writes nothing"


def test_no_token_reaches_a_page_of_accounts(ann: User, settings) -> None:
    settings.MAIL_IS_CONFIGURED = True
    scopes, now = Scope.values, timezone.now()
    _token, text = api_tokens.make(user=ann, label="bot", scopes=scopes, days=None, proof=proved(ann), now=now)
    program = Client(headers={"Authorization": f"Bearer {text}"})
    for where in (TOKENS, EXPORT, LEAVE, "/accounts/email/"):
        assert program.post(where)["Location"].startswith("/accounts/login/"), where
    assert not any("accounts" in route for route in api_routes())


def api_routes() -> list[str]:
    [api] = [one for one in get_resolver().url_patterns if str(one.pattern) == "api/v1/"]
    return [str(one.pattern) for one in api.url_patterns]


def test_only_the_module_of_proofs_makes_one() -> None:
    made = [
        file
        for top in ("platform", "games", "tournaments", "ratings")
        for file in (Path(site.BASE_DIR) / top).rglob("*.py")
        if "Proof(" in file.read_text() and file.name != Path(proofs.__file__).name
    ]
    assert made == []
