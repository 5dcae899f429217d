"""Check-in: who is meant by what somebody types, and the code of the page where players check themselves in."""

import unicodedata
from collections.abc import Sequence

from tournaments.event.selectors import codes
from tournaments.event.selectors.finding import tournaments
from tournaments.models import Entry, EntryStatus, Tournament

CAN_CHECK_IN = (EntryStatus.ENTERED, EntryStatus.ABSENT)


def checkin_code(tournament: Tournament) -> str:
    """The code behind the check-in poster's QR code."""
    return codes.code("checkin", tournament.public_id)


def tournament_by_code(code: str) -> Tournament | None:
    """The tournament whose check-in a code opens."""
    found = tournaments().filter(public_id=codes.identity(code)).first()
    return found if found is not None and codes.is_right(code, checkin_code(found)) else None


def is_open(tournament: Tournament) -> bool:
    """May players check themselves in?"""
    return bool(tournament.settings.get("self_check_in", True)) and not tournament.is_over


def meant(entries: Sequence[Entry], text: str) -> list[Entry]:
    """The entries meant by a start number (`7` or `#7`) or by the beginnings of words of a name, without regard to case
    and accents; a name typed in full means only its bearers."""
    wanted = _folded(text)
    if not wanted:
        return []
    number = wanted.removeprefix("#")
    if number.isdecimal():
        return [entry for entry in entries if entry.tpn is not None and str(entry.tpn) == number]
    exact = [entry for entry in entries if _folded(entry.name) == wanted]
    return exact or [entry for entry in entries if _begins(_folded(entry.name), wanted)]


def _begins(name: str, wanted: str) -> bool:
    words = name.replace(",", " ").replace("-", " ").split()
    return all(any(word.startswith(part) for word in words) for part in wanted.replace(",", " ").split())


def _folded(text: str) -> str:
    """Small letters without accents, single blanks."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(sign for sign in plain if not unicodedata.combining(sign)).split())
