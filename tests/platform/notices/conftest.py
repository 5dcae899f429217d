"""People who get notices, and a mail server that accepts what the site sends."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import Message
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from config.environment.ports import free_port
from duework import services as duework
from notices.services import telling
from notices.services.telling import Letter

NOON = datetime(2026, 3, 3, 12, 0, tzinfo=UTC)


@pytest.fixture
def ann(db: None) -> User:
    return accounts.official(username="ann", name="Ann", email="ann@club.example", password="x" * 12)


@pytest.fixture
def bob(db: None) -> User:
    return accounts.official(username="bob", name="Bob", email="bob@club.example", password="x" * 12)


@pytest.fixture
def as_ann(ann: User) -> Client:
    client = Client()
    client.force_login(ann)
    return client


@pytest.fixture
def tell() -> Callable[..., int]:
    """Tell people that a round is paired."""

    def told(*people: User, key: str = "round:1", now: datetime = NOON, text: str = "published", **facts: Any) -> int:
        parts = {"tournament": "Tuesday gin", "round": 2, "table": 4, "opponent": "Cleo", "zone": "Europe/Madrid"}
        parts["starts_at"] = NOON.isoformat()
        to = [Letter(user, "/t/tuesday/", parts) for user in people]
        return telling.tell(key=key, text=text, to=to, now=now, **facts)

    return told


@pytest.fixture
def send() -> Callable[[datetime], int]:
    """Do the work that is due."""

    def sent(now: datetime = NOON) -> int:
        return duework.sweep(now=now)

    return sent


class Letters:
    """Keeps the mail that a server takes; answers otherwise where a test says so."""

    def __init__(self) -> None:
        self.taken: list[Message] = []
        self.answers: dict[str, str] = {}  # by address

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:
        answer = self.answers.get(address, "250 OK")
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        self.taken.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 taken"


@pytest.fixture
def letters(settings: Any) -> Iterator[Letters]:
    """A mail server that the site uses."""
    kept = Letters()
    settings.MAIL_IS_CONFIGURED = True
    settings.DEFAULT_FROM_EMAIL = "Undercut <undercut@club.example>"
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = "127.0.0.1", free_port(), False
    server = Controller(kept, hostname="127.0.0.1", port=settings.EMAIL_PORT)
    server.start()
    yield kept
    server.stop()
