"""Count wrong attempts for each thing and caller, so that short codes cannot be guessed."""

from contextlib import suppress

from django.core.cache import cache
from django.http import HttpRequest

MOST = 10  # wrong tries of one caller at one thing, such as the letters of one table
MOST_OF_AN_ADDRESS = 200  # at all things together: a whole hall shares one address
WINDOW = 600  # seconds


def are_too_many(request: HttpRequest, what: str, thing: str) -> bool:
    """Has this caller made too many wrong attempts at this thing in the last ten minutes, or this address at all things
    together? All processes count together; while Redis is down each counts alone, so codes must be long enough for
    that."""
    return any(int(cache.get(key, 0)) >= most for key, most in _counts(request, what, thing).items())


def note_wrong(request: HttpRequest, what: str, thing: str) -> None:
    """Count one wrong attempt of this caller at this thing."""
    for key in _counts(request, what, thing):
        if not cache.add(key, 1, WINDOW):
            with suppress(ValueError):  # the ten minutes ended in between
                cache.incr(key)


def _counts(request: HttpRequest, what: str, thing: str) -> dict[str, int]:
    """The counters and their limits. A caller is an account, or an address if nobody is signed in."""
    address = request.META.get("REMOTE_ADDR", "")
    caller = f"user-{request.user.pk}" if request.user.is_authenticated else address
    return {f"tries/{what}/{caller}/at/{thing}": MOST, f"tries/{what}/{address}": MOST_OF_AN_ADDRESS}
