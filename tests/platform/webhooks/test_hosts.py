"""The computers to which nothing is sent: checked when an address is entered, and again at each delivery."""

import socket
import ssl
import threading
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from duework import services as duework
from tests.platform.webhooks.receivers import listen
from webhooks import posting, standard
from webhooks.models import Delivery
from webhooks.services import sending

INNER = (
    *("127.0.0.1", "127.8.9.1", "0.0.0.0", "0.1.2.3", "10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1"),
    *("169.254.169.254", "224.0.0.1", "255.255.255.255", "240.0.0.1", "198.18.0.1", "192.0.2.1"),
    *("::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1", "fec0::1", "2001:db8::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "64:ff9b::7f00:1"),
    *("64:ff9b:1::1", "2002:7f00:1::", "2002:a00:1::1"),
)


@pytest.mark.parametrize("address", INNER)
def test_an_inner_address_is_not_public(address: str) -> None:
    assert not standard.is_public(address)


@pytest.mark.parametrize(
    "address", ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]
)
def test_an_address_of_the_internet_is_public(address: str) -> None:
    assert standard.is_public(address)


@given(st.ip_addresses(v=4))
def test_a_mapped_address_is_as_public_as_its_own(address) -> None:
    assert standard.is_public(f"::ffff:{address}") == standard.is_public(str(address))
    if ip_address(str(address)).is_private:
        assert not standard.is_public(str(address))


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("https://127.0.0.1/x", "inner"), ("https://[::1]/x", "inner"), ("https://localhost/x", "inner"),
        ("https://2130706433/", "inner"), ("https://0x7f.1/", "inner"), ("https://[::ffff:10.0.0.1]:8443/", "inner"),
        ("http://1.1.1.1/", "scheme"), ("ftp://1.1.1.1/", "scheme"), ("file:///etc/passwd", "form"),
        ("https://", "form"), ("https://a b/", "form"), ("https://1.1.1.1:0/", "form"), ("https://1.1.1.1:x/", "form"),
        ("https://olga:secret@1.1.1.1/", "login"), ("https://no-such-host.invalid/", "unknown"),
    ],
)  # fmt: skip
def test_what_is_refused_when_it_is_entered(url: str, code: str, settings) -> None:
    settings.WEBHOOKS_LOCAL = False
    with pytest.raises(posting.BadAddress) as bad:
        posting.check(url)
    assert bad.value.code == code


@pytest.mark.django_db
def test_a_name_that_comes_to_mean_an_inner_computer_gets_nothing(club, olga, hook, settings, monkeypatch):
    """The name was public when it was entered; at the delivery it means this computer."""
    now = timezone.now()
    settings.WEBHOOKS_LOCAL = False
    port = int(hook.url.split(":")[2].split("/")[0])
    meant = ["1.1.1.1"]
    monkeypatch.setattr(posting, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (one, port)) for one in meant])
    listen(f"https://turns.example:{port}/hooks", club, olga, now)
    meant[:] = ["1.1.1.1", "127.0.0.1"]
    sending.send(club=club, kind="round.published", data=dict, now=now)
    duework.sweep(now=now)
    assert hook.had == []
    assert "public internet" in Delivery.objects.get().attempts.get().fault


def test_it_connects_to_the_address_that_was_checked(hook, monkeypatch):
    """The name is looked up once: what it means a moment later does not matter."""
    port = int(hook.url.split(":")[2].split("/")[0])
    asked = []

    def look_up(host, *_, **__):
        asked.append(host)
        return [(0, 0, 0, "", ("127.0.0.1" if len(asked) == 1 else "192.0.2.1", port))]

    monkeypatch.setattr(posting, "getaddrinfo", look_up)
    answer = posting.post(f"http://once.example:{port}/x", body=b"{}", headers={})
    assert (answer.status, asked) == (204, ["once.example"])
    assert hook.had[0][0]["host"] == f"once.example:{port}"


def test_a_server_that_drips_is_cut_off(settings, monkeypatch):
    """It sends a letter of its headers now and then, for ever: the bound is on all of it."""
    settings.WEBHOOKS_LOCAL = True
    monkeypatch.setattr(posting, "SECONDS", 0.6)
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=drip, args=(listening, over), daemon=True)
        thread.start()
        answer = posting.post(f"http://127.0.0.1:{listening.getsockname()[1]}/", body=b"{}", headers={})
        over.set()
        thread.join(10)
    assert answer.status is None
    assert "ten seconds" in answer.fault


def drip(listening: socket.socket, over: threading.Event) -> None:
    """Answer a letter every twentieth of a second."""
    other, _ = listening.accept()
    with other:
        try:
            other.sendall(b"HTTP/1.1 200 OK\r\nX: ")
            while not over.wait(0.05):
                other.sendall(b"x")
        except OSError:
            pass


def certificate(tmp_path, name: str):
    """A certificate for this name that signs itself, and its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    whose = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    day = datetime.now(UTC)
    made = (
        x509.CertificateBuilder().subject_name(whose).issuer_name(whose).public_key(key.public_key())
        .serial_number(1).not_valid_before(day - timedelta(days=1)).not_valid_after(day + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    path = tmp_path / f"{name}.pem"
    pem = serialization.Encoding.PEM
    path.write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()) + made.public_bytes(pem)
    )
    return path


@pytest.mark.parametrize(
    ("name", "is_trusted", "taken"),
    [("club.example", True, True), ("club.example", False, False), ("other.example", True, False)],
)
def test_the_certificate_must_be_that_of_the_name(name, is_trusted, taken, settings, monkeypatch, tmp_path):
    settings.WEBHOOKS_LOCAL = True
    path = certificate(tmp_path, name)
    trust = ssl.create_default_context(cafile=str(path)) if is_trusted else ssl.create_default_context()
    monkeypatch.setattr(posting, "_trust", lambda: trust)
    monkeypatch.setattr(posting, "getaddrinfo", lambda _host, port, **__: [(0, 0, 0, "", ("127.0.0.1", port))])
    inside = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    inside.load_cert_chain(path)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=answer_once, args=(listening, inside), daemon=True)
        thread.start()
        port = listening.getsockname()[1]
        answer = posting.post(f"https://club.example:{port}/", body=b"{}", headers={})
        thread.join(10)
    assert (answer.status == 200) == taken
    assert taken or "certificate" in answer.fault


def answer_once(listening: socket.socket, inside: ssl.SSLContext) -> None:
    """Take one request over TLS."""
    other, _ = listening.accept()
    with other:
        try:
            with inside.wrap_socket(other, server_side=True) as safe:
                safe.recv(4096)
                safe.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        except OSError:
            pass
