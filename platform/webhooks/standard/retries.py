"""When a message that was not accepted is tried again: the times of the Standard Webhooks specification."""

from hashlib import sha256

MINUTE, HOUR = 60, 3600
WAITS = (5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR)  # s
TRIES = len(WAITS) + 1
GIVE_UP_AFTER = 72 * HOUR  # s of nothing but failures: the endpoint is turned off
MOST_ASKED = 24 * HOUR  # s that an answer's Retry-After may ask for
SPREAD = 10  # per cent


def wait_after(tries: int, *, message: str, asked: int = 0) -> int | None:
    """The seconds from failed try number `tries` (from 1) to the next; None after the last. They vary by up to a tenth,
    by the id of the message, so that a computer that comes back is not asked for everything at once. `asked` is the
    number of seconds that its answer asks to wait."""
    if tries > len(WAITS):
        return None
    wait = WAITS[tries - 1]
    drawn = int.from_bytes(sha256(f"{message}.{tries}".encode()).digest()[:2], "big") / 65_536
    return max(wait + int(wait * SPREAD / 100 * drawn), min(asked, MOST_ASKED))
