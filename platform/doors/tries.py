"""Wrong tries: counted for each thing and caller, so that no short code is found by guessing."""

from contextlib import suppress

from django.core.cache import cache
from django.http import HttpRequest

MOST = 10  # wrong tries of one caller at one thing, such as the letters of one table
MOST_OF_AN_ADDRESS = 200  # at all things together: a whole hall stands behind one address
WINDOW = 600  # seconds


def are_too_many(request: HttpRequest, what: str, thing: str) -> bool:
    """Has this caller tried this thing wrongly too often in the last ten minutes, or their address all things together?
    Counted by all processes together, while Redis is away by each apart; a code must bear that."""
    return any(int(cache.get(key, 0)) >= most for key, most in _counts(request, what, thing).items())


def note_wrong(request: HttpRequest, what: str, thing: str) -> None:
    """Count one wrong try of this caller at this thing."""
    for key in _counts(request, what, thing):
        if not cache.add(key, 1, WINDOW):
            with suppress(ValueError):  # the ten minutes ended in between
                cache.incr(key)


def _counts(request: HttpRequest, what: str, thing: str) -> dict[str, int]:
    """What is counted, and how far. A caller is an account, or an address where nobody is signed in."""
    address = request.META.get("REMOTE_ADDR", "")
    caller = f"user-{request.user.pk}" if request.user.is_authenticated else address
    return {f"tries/{what}/{caller}/at/{thing}": MOST, f"tries/{what}/{address}": MOST_OF_AN_ADDRESS}
