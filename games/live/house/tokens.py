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
    """Write the header that carries a token."""
    return {"Authorization": SCHEME + text}


def offered(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Read the token from a socket's headers; "" if there is none."""
    said = (value.decode("latin-1") for name, value in headers if name == b"authorization")
    return next((value.removeprefix(SCHEME) for value in said if value.startswith(SCHEME)), "")


def write(token: Token) -> str:
    """Write a signed token."""
    return signing.dumps([token.table, token.seat, token.user_id], salt=SALT)


def read(text: str) -> Token:
    """Read the seat from a token. Raises signing.BadSignature if it is not ours or is older than a day."""
    table, seat, user_id = signing.loads(text, salt=SALT, max_age=VALID_S)
    return Token(table, seat, user_id)
