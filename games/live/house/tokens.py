"""House tokens: what a house player shows at a table's socket instead of a login, bound to one seat of one table."""

from dataclasses import dataclass

from django.core import signing

SALT = "games.house"
VALID_S = 24 * 3600


@dataclass(frozen=True, slots=True)
class Token:
    """The seat that a token opens."""

    table: str
    seat: int
    user_id: int


def write(token: Token) -> str:
    """A signed token for the address of a socket."""
    return signing.dumps([token.table, token.seat, token.user_id], salt=SALT)


def read(text: str) -> Token:
    """The seat of a token; raises signing.BadSignature when it is not ours or older than a day."""
    table, seat, user_id = signing.loads(text, salt=SALT, max_age=VALID_S)
    return Token(table, seat, user_id)
