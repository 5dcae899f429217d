"""House tokens: a house player sends one to a table's socket instead of a login. Each is bound to one seat of one
table. Tokens go in a header, because addresses end up in logs."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.core import signing

SALT = "games.house"
SCHEME = "House "
VALID_S = 24 * 3600


@dataclass(frozen=True, slots=True)
class Token:
    """The seat that a token opens."""

    table: str
    seat: int
    user_id: int


def header(text: str) -> dict[str, str]:
    """The header that carries a token."""
    return {"Authorization": SCHEME + text}


def offered(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The token in a socket's headers, "" where it has none."""
    said = (value.decode("latin-1") for name, value in headers if name == b"authorization")
    return next((value.removeprefix(SCHEME) for value in said if value.startswith(SCHEME)), "")


def write(token: Token) -> str:
    """A signed token."""
    return signing.dumps([token.table, token.seat, token.user_id], salt=SALT)


def read(text: str) -> Token:
    """The seat of a token; raises signing.BadSignature when it is not ours or older than a day."""
    table, seat, user_id = signing.loads(text, salt=SALT, max_age=VALID_S)
    return Token(table, seat, user_id)
