"""Mail through a real SMTP server: the test command, joining with a confirmed address, a new password; and what people
read while the mail server is away, or if the site sends no mail."""

import re
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import Message
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from allauth.account.models import EmailAddress
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from django.core import mail as outbox
from django.core.management import CommandError, call_command
from django.test import Client

from accounts import services
from accounts.models import User
from config.environment.ports import free_port
from tests.markup import tight
from tests.proving import prove

pytestmark = [pytest.mark.django_db, pytest.mark.filterwarnings("ignore:Session.login_data:DeprecationWarning")]
DAY = timedelta(days=1)
JOINING = {
    "username": "ann",
    "name": "Ann Archer",
    "email": "ann@club.example",
    "password1": "correct horse 9",
    "password2": "correct horse 9",
    "agreed": "on",
}
PROVING = {
    "MAIL_IS_CONFIGURED": True,
    "DEFAULT_FROM_EMAIL": "Undercut <undercut@club.example>",
    "ACCOUNT_EMAIL_VERIFICATION": "mandatory",
    "ACCOUNT_SIGNUP_FIELDS": ["username*", "email*", "password1*", "password2*"],
}


class Letters:
    """Keeps the mail that an SMTP server takes."""

    def __init__(self) -> None:
        self.taken: list[Message] = []

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        self.taken.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 taken"

    def link(self) -> str:
        """The path of the only link in the latest mail."""
        found = re.findall(r"http://\w+(?:\.\d+)*:\d+(/\S+)", self.taken[-1].get_content())  # type: ignore[attr-defined]  # a plain mail has its text as a string
        assert len(found) == 1
        return str(found[0])


def known(_server: Any, _session: Any, _envelope: Any, _mechanism: str, given: LoginPassword) -> AuthResult:
    """One login is right."""
    return AuthResult(success=(given.login, given.password) == (b"undercut", b"secret"), handled=False)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of 127.0.0.1 with its key, in one file."""
    key, host = ec.generate_private_key(ec.SECP256R1()), x509.IPAddress(ip_address("127.0.0.1"))
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "mail")]), datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + DAY)
    made = made.add_extension(x509.SubjectAlternativeName([host]), critical=False)
    path = tmp_path_factory.mktemp("tls") / "mail.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(private + made.sign(key, SHA256()).public_bytes(Encoding.PEM))
    return path


@pytest.fixture
def away(settings: Any) -> None:
    """Mail is configured, and nobody listens where the server should be."""
    for name, value in PROVING.items():
        setattr(settings, name, value)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = "127.0.0.1", free_port(), False


@pytest.fixture
def letters(away: None, settings: Any, certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Letters]:
    """The same with a server that wants STARTTLS and a login."""
    kept = Letters()
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))  # what the site trusts
    settings.EMAIL_USE_TLS = True
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(certificate)
    server = Controller(
        kept, hostname="127.0.0.1", port=settings.EMAIL_PORT, tls_context=tls, require_starttls=True,
        auth_required=True, authenticator=known,
    )  # fmt: skip
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "undercut", "secret"
    server.start()
    yield kept
    server.stop()


def test_the_test_mail_arrives_or_the_command_says_what_the_server_said(
    letters: Letters, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("send_test_mail", "ann@club.example")
    assert "has taken the mail to ann@club.example" in capsys.readouterr().out
    [letter] = letters.taken
    assert (letter["From"], letter["To"]) == ("Undercut <undercut@club.example>", "ann@club.example")
    settings.EMAIL_HOST_PASSWORD = "wrong"
    with pytest.raises(CommandError, match="SMTPAuthenticationError"):
        call_command("send_test_mail", "ann@club.example")
    settings.MAIL_IS_CONFIGURED = False
    with pytest.raises(CommandError, match="UNDERCUT_EMAIL_HOST"):
        call_command("send_test_mail", "ann@club.example")


def test_who_joins_signs_in_once_the_address_is_proved(letters: Letters, client: Client) -> None:
    assert client.post("/accounts/signup/", JOINING)["Location"] == "/accounts/confirm-email/"
    login = {"login": "ann", "password": "correct horse 9"}
    assert client.post("/accounts/login/", login)["Location"] == "/accounts/confirm-email/"
    client.post(letters.link())
    assert EmailAddress.objects.get(email="ann@club.example").verified
    assert client.post("/accounts/login/", login)["Location"] == "/me/"


def test_a_new_password_by_mail(letters: Letters, client: Client) -> None:
    client.post("/accounts/signup/", JOINING)
    client.post(letters.link())
    assert client.post("/accounts/password/reset/", {"email": "ann@club.example"}).status_code == 302
    form = client.get(letters.link(), follow=True).redirect_chain[-1][0]
    fresh = {"password1": "another horse 9", "password2": "another horse 9"}
    assert client.post(form, fresh)["Location"] == "/accounts/password/reset/key/done/"
    assert User.objects.get(username="ann").check_password("another horse 9")


def test_joining_and_a_new_password_answer_alike_whether_the_address_is_known(letters: Letters, client: Client) -> None:
    def answers(email: str, username: str) -> list[tuple[int, str, str]]:
        visitor, given = Client(), []
        for path, form in (
            ("/accounts/password/reset/", {"email": email}),
            ("/accounts/signup/", JOINING | {"email": email, "username": username}),
        ):
            answer = visitor.post(path, form)
            shown = visitor.get(answer["Location"]).content.decode().replace(email, "…")
            given.append((answer.status_code, answer["Location"], re.sub(r'value="\w{64}"', "", shown)))
        return given

    services.official(username="bea", name="Bea", email="bea@club.example", password="correct horse 9")
    before = len(letters.taken)
    assert answers("bea@club.example", "mallory") == answers("new@club.example", "nora")
    assert len(letters.taken) - before == 4, "a mail each time, so that it takes as long"
    assert not User.objects.filter(username="mallory").exists()


@pytest.mark.usefixtures("away")
def test_while_the_mail_server_is_away_a_page_says_so_and_nothing_is_lost(
    client: Client, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    for path, form in (("/accounts/signup/", JOINING), ("/accounts/password/reset/", {"email": "bea@club.example"})):
        answer = client.post(path, form)
        assert answer.status_code == 503
        assert "The mail was not sent" in tight(answer.content.decode())
    assert [record.name for record in caplog.records if record.levelname == "ERROR"].count("accounts.mail") == 2
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"  # it is back
    client.post("/accounts/login/", {"login": "ann", "password": "correct horse 9"})
    assert [letter.to for letter in outbox.outbox] == [["ann@club.example"]]


@pytest.mark.usefixtures("away")
def test_a_notice_that_cannot_be_sent_does_not_undo_a_new_password(client: Client, settings: Any) -> None:
    settings.ACCOUNT_EMAIL_NOTIFICATIONS = True
    ann = services.official(username="ann", name="Ann", email="ann@club.example", password="correct horse 9")
    client.force_login(ann)
    form = {"oldpassword": "correct horse 9", "password1": "another horse 9", "password2": "another horse 9"}
    assert client.post("/accounts/password/change/", form).status_code == 302
    ann.refresh_from_db()
    assert ann.check_password("another horse 9")


def test_a_site_without_mail_asks_for_no_address_and_says_who_helps(client: Client) -> None:
    assert 'name="email"' not in client.get("/accounts/signup/").content.decode()
    for answer in (
        client.get("/accounts/password/reset/"),
        client.post("/accounts/password/reset/", {"email": "a@b.c"}),
    ):
        assert "This site sends no mail" in tight(answer.content.decode())
    assert not outbox.outbox
    client.post("/accounts/signup/", JOINING)
    assert "This site sends no mail" in tight(client.get("/accounts/email/").content.decode())
    assert User.objects.get(username="ann").email == ""


@pytest.mark.parametrize("email", ["", "olga@club.example"])
def test_accounts_from_before_are_let_in_when_mail_comes_to_a_site(
    letters: Letters, client: Client, email: str
) -> None:
    services.official(username="olga", name="Olga", email=email, password="correct horse 9", site_admin=True)
    for _ in range(2):
        answer = client.post("/accounts/login/", {"login": "olga", "password": "correct horse 9"})
        assert answer["Location"] == "/me/"
        client.get("/accounts/email/")  # where an address that is not proved is noted down
        client.logout()


def test_an_address_counts_only_when_it_is_proved(letters: Letters, client: Client) -> None:
    services.player_for(name="Vera Victim", email="vera@club.example")
    mallory = services.official(username="mallory", name="Mallory", email="", password="correct horse 9")
    client.force_login(mallory)
    prove(client)
    client.post("/accounts/email/", {"action_add": "", "email": "vera@club.example"})
    answer = client.post("/accounts/email/", {"action_primary": "", "email": "vera@club.example"})
    assert answer.status_code == 302
    mallory.refresh_from_db()
    assert mallory.email == ""
    assert services.find_player(name="Vera Victim", email="vera@club.example") != mallory


def test_who_proves_an_address_has_it_whoever_wrote_it_down_before(letters: Letters, client: Client) -> None:
    listed, _ = services.player_for(name="V. Victim", email="vera@club.example")
    vera = services.official(username="vera", name="Vera Victim", email="", password="correct horse 9")
    client.force_login(vera)
    prove(client)
    client.post("/accounts/email/", {"action_add": "", "email": "vera@club.example"})
    assert client.post(letters.link()).status_code == 302
    listed.refresh_from_db()
    vera.refresh_from_db()
    assert (listed.email, vera.email) == ("", "vera@club.example")
    assert services.player_for(name="Vera Victim", email="VERA@club.example") == (vera, False)
