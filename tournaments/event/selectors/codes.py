"""Codes that give access to one thing; a keyed hash makes them, so that none is stored and none can be guessed."""

import base64

from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models import Match

BYTES = 10  # 80 bits
LETTERS = "abcdefghjkmnpqrstuvwxyz"  # no i, l, o: easily misread on paper
SHORT = 6  # 23 ** 6 = 148 million, and wrong tries are counted
IDENTITY = 12  # the length of a public id


def code(purpose: str, public_id: str, *facts: str) -> str:
    """The code of a public id for this `purpose`: the id and 80 secret bits, in lower-case letters and digits.

    It holds as long as the `facts` (such as who sits at a table) and the site's secret key stay the same.
    """
    secret = base64.b32encode(_digest(purpose, public_id, *facts)[:BYTES]).decode("ascii").lower()
    return f"{public_id}{secret}"


def identity(text: str) -> str:
    """The public id that a code names; the caller must check the code by `is_right`."""
    return text[:IDENTITY]


def is_right(text: str, right: str) -> bool:
    """Is this the right code? Takes as long for a wrong one."""
    return constant_time_compare(text, right)


def short(purpose: str, public_id: str, *facts: str) -> str:
    """Six letters to type, beside another field that names the place."""
    number = int.from_bytes(_digest(f"{purpose}/short", public_id, *facts)[:BYTES], "big")
    return "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(SHORT))


def slip_code(match: Match, order: int) -> str:
    """The code of one side's result slip (`order` from 0); it changes as soon as other people sit there."""
    return code("slip", match.public_id, str(order), *_seated(match))


def slip_letters(match: Match, order: int) -> str:
    """The six letters of one side's result slip."""
    return short("slip", match.public_id, str(order), *_seated(match))


def _seated(match: Match) -> list[str]:
    return [side.entry.public_id for side in sorted(match.sides.all(), key=lambda side: side.order)]


def _digest(purpose: str, *facts: str) -> bytes:
    return salted_hmac(f"tournaments.{purpose}", "\0".join(facts), algorithm="sha256").digest()
