"""Wrong tries: counted per place and caller, so that no short code is found by guessing."""

from django.core.cache import cache
from django.http import HttpRequest

MOST = 10
WINDOW = 600  # seconds


def are_too_many(request: HttpRequest, what: str) -> bool:
    """Has this caller tried wrongly too often in the last ten minutes? Counted by all processes together, while Redis
    is away by each apart; a code must bear that."""
    return int(cache.get(_key(request, what), 0)) >= MOST


def note_wrong(request: HttpRequest, what: str) -> None:
    """Count one wrong try of this caller."""
    key = _key(request, what)
    if not cache.add(key, 1, WINDOW):
        cache.incr(key)


def _key(request: HttpRequest, what: str) -> str:
    return f"tries/{what}/{request.META.get('REMOTE_ADDR', '')}"
