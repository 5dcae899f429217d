"""Secrets of endpoints: make them, seal them for the database, open them to sign."""

import base64
import secrets
from datetime import datetime

from cryptography.fernet import InvalidToken
from standardwebhooks import Webhook

from doors import sealing

PURPOSE = b"undercut-webhooks/1"
PREFIX = "whsec_"
BYTES = 32


class LostKey(Exception):
    """A secret was sealed under another seal key."""


def new_secret() -> str:
    """A new secret in the form of the specification: `whsec_` and base64."""
    return PREFIX + base64.b64encode(secrets.token_bytes(BYTES)).decode()


def seal(secret: str) -> str:
    """A secret in the form that the database stores."""
    return sealing.cipher(PURPOSE).encrypt(secret.encode()).decode()


def signed(sealed: list[str], *, message: str, at: datetime, body: str) -> dict[str, str]:
    """The headers of a message, signed with each of these sealed secrets; `at` is in UTC. Raises LostKey."""
    signatures = [Webhook(_opened(one)).sign(message, at, body) for one in sealed]
    return {
        "webhook-id": message,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


def _opened(sealed: str) -> str:
    try:
        return sealing.cipher(PURPOSE).decrypt(sealed.encode()).decode()
    except InvalidToken as other:
        raise LostKey("the secret was sealed with another UNDERCUT_SEAL_KEY: make a new one") from other
