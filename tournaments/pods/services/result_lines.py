"""Results of tables of three and more as people type them: `120 85 40` in the order of the seats, `120 85 40/7` with
the deals, `1. 3. 2.` where only places are known, `+ - +` for a forfeit of the second; `12: 120 85 40` at table 12."""

import re
from typing import Any

from django.utils.translation import gettext as _

from tournaments.errors import Invalid
from tournaments.models import Pod
from tournaments.pairing import Kind

TABLE = re.compile(r"\s*(?P<table>\d{1,5})\s*(?::\s*(?P<rest>.*)|\s*)")
SCORES = re.compile(r"[-−]?\d{1,5}(?:[\s,;]+[-−]?\d{1,5})+(?:\s*/\s*(?P<deals>\d{1,4}))?")
PLACES = re.compile(r"\d\.(?:[\s,;]*\d\.)+")
PRESENCE = re.compile(r"[+\-–−](?:\s*[+\-–−])+")


def with_table(text: str) -> tuple[int | None, str]:
    """A typed line as the table's number, if it leads with a colon, and the rest; a number alone is a table."""
    found = TABLE.fullmatch(text)
    return (int(found["table"]), (found["rest"] or "").strip()) if found else (None, text.strip())


def typed_pod(pod: Pod) -> str:
    """The result of a table as people type it; empty while there is none."""
    seats = list(pod.pod_seats.all())
    if not pod.result_kind:
        return ""
    if pod.result_kind in (Kind.FORFEIT, Kind.DOUBLE_FORFEIT):
        return typed({"absent": [order for order, seat in enumerate(seats) if seat.is_absent]}, len(seats))
    if pod.is_by_places:
        return typed({"places": [seat.place for seat in seats]}, len(seats))
    return typed({"scores": [seat.score or 0 for seat in seats], "deals": pod.deals}, len(seats))


def typed(facts: dict[str, Any], seats: int) -> str:
    """What `read` gives of a table with so many seats, as people type it."""
    if "absent" in facts:
        return " ".join("-" if order in facts["absent"] else "+" for order in range(seats))
    if "places" in facts:
        return " ".join(f"{place}." for place in facts["places"])
    return " ".join(map(str, facts["scores"])) + (f"/{facts['deals']}" if facts["deals"] else "")


def read(text: str, seats: int) -> dict[str, Any]:
    """The arguments of `record_result` for a typed result of so many seats. Raises Invalid, which names what is
    allowed."""
    text = text.strip()
    if found := SCORES.fullmatch(text):
        figures, _slash, _deals = text.replace("−", "-").partition("/")
        return {
            "scores": [int(one) for one in re.split(r"[\s,;]+", figures.strip())],
            "deals": int(found["deals"] or 0),
        }
    if PLACES.fullmatch(text):
        return {"places": [int(one) for one in re.findall(r"\d", text)]}
    if PRESENCE.fullmatch(text):
        signs = [sign == "+" for sign in text if not sign.isspace()]
        if len(signs) != seats:
            said = {"n": seats, "given": len(signs)}
            raise Invalid("result", _("This table has %(n)d seats: a + or - for each of them, not %(given)d.") % said)
        absent = [order for order, is_here in enumerate(signs) if not is_here]
        return {"kind": Kind.FORFEIT if any(signs) else Kind.DOUBLE_FORFEIT, "absent": absent}
    allowed = _(
        "“%(text)s” is not a result: 120 85 40 in the order of the seats, 1. 3. 2. as places, or + - + if one is away."
    )
    raise Invalid("result", allowed % {"text": text[:40]})
