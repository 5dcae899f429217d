"""Through the TLS proxy of docs/deploy.md: signing in with cookies that go over TLS only, and the socket of a table."""

import http.cookiejar
import json
import re
import ssl
import urllib.parse
import urllib.request
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.asyncio.client import connect

from config.environment.ports import free_port
from tests.composed.front import in_front, running
from tests.games.live.processes.test_shards import nginx
from tests.games.live.whole_site import HELPER, ROOT, Site

__all__ = ["nginx"]
PASSWORD = "correct horse battery"
SIGN_UP = f"""
import django
django.setup()
from accounts import services
services.official(username="olga", name="Olga", email="", password="{PASSWORD}")
"""


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for localhost that signs itself, and its key."""
    key, name = (
        ec.generate_private_key(ec.SECP256R1()),
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")]),
    )
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    shown, secret = folder / "cert.pem", folder / "key.pem"
    shown.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    no_password = serialization.NoEncryption()
    secret.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, no_password))
    return shown, secret


def documented(port: int, front: int, shown: Path, secret: Path) -> str:
    """The nginx of docs/deploy.md, on these ports and with this certificate."""
    found = re.search(r"```nginx\n(.*?)```", (ROOT / "docs/deploy.md").read_text(), re.DOTALL)
    assert found
    text = found[1]
    for old, new in (
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("http://127.0.0.1:8000;", f"http://127.0.0.1:{front};"),
        ("/etc/letsencrypt/live/club.example/fullchain.pem", str(shown)),
        ("/etc/letsencrypt/live/club.example/privkey.pem", str(secret)),
    ):
        assert old in text
        text = text.replace(old, new)
    return f"events {{}}\nhttp {{\n{text}\n}}\n"


@pytest.mark.long
async def test_signing_in_and_a_tables_socket_go_through_the_documented_proxy(tmp_path: Path, nginx: str) -> None:
    port, front = free_port(), free_port()
    origin = f"https://localhost:{port}"
    site = Site(tmp_path / "data", "")
    site.env["UNDERCUT_ORIGINS"] = site.origin = origin
    shown, secret = certificate(tmp_path)
    trust = ssl.create_default_context(cafile=str(shown))
    jar = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(
        urllib.request.HTTPSHandler(context=trust), urllib.request.HTTPCookieProcessor(jar)
    )
    site.run("-c", SIGN_UP)
    (table,) = site.run(str(HELPER), "open", "1")
    names = ("web-0", "web-1", "live-0", "live-1")
    with (
        closing(site),
        in_front(nginx, tmp_path / "inside", front, dict.fromkeys(names, site.ports[0])),
        running(nginx, tmp_path / "outside", documented(port, front, shown, secret), port),
    ):
        site.start()
        await site.is_up()
        page = browser.open(f"{origin}/accounts/login/", timeout=60).read().decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token
        form = {"login": "olga", "password": PASSWORD, "csrfmiddlewaretoken": token[1]}
        asked = urllib.request.Request(
            f"{origin}/accounts/login/", urllib.parse.urlencode(form).encode(), {"Referer": f"{origin}/accounts/login/"}
        )
        answer = browser.open(asked, timeout=60)
        assert (answer.status, answer.url) == (200, f"{origin}/me/")
        assert "Olga" in answer.read().decode()
        cookies = {cookie.name: cookie for cookie in jar}
        assert set(cookies) >= {"__Host-session", "__Host-csrf"}
        assert all(cookie.secure for cookie in jar)
        given = "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)
        address = f"wss://localhost:{port}{table['path']}"
        async with connect(address, origin=origin, ssl=trust, additional_headers={"Cookie": given}) as line:
            assert json.loads(await line.recv())["k"] == "hello"
