"""Results of tables of three and more as people type them: `120 85 40` in the order of the seats, `120 85 40/7` with
the deals, `1. 3. 2.` where only places are known, `120 - 85 40` where three played without the second, `+ - +` for a
forfeit of the second; `12: 120 85 40` at table 12. `104-60-20` and `7. 104-60-20` mean the same as with blanks."""

import re
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.errors import Invalid
from tournaments.pairing import Kind

TABLE = re.compile(r"\s*(?P<table>\d{1,5})\s*(?::\s*(?P<rest>.*)|\s*)")
AWAY = "-–−"  # in the place of a figure
SCORES = re.compile(
    rf"(?=.*\d)(?:[-−]?\d{{1,5}}|[{AWAY}])(?:[\s,;]+(?:[-−]?\d{{1,5}}|[{AWAY}]))+(?:\s*/\s*(?P<deals>\d{{1,4}}))?"
)
DASHED = re.compile(r"\d{1,5}(?:[-–−]\d{1,5}){2,}(?=\s*(?:/.*)?$)")  # as at tables of two, one dash for each blank
STOPPED = re.compile(rf"\s*(?P<table>\d{{1,5}})\.\s*(?P<rest>{DASHED.pattern}.*)")
PLACES = re.compile(rf"(?=.*\d)(?:\d\.|[{AWAY}])(?:[\s,;]*(?:\d\.|[{AWAY}]))+")
PRESENCE = re.compile(r"[+\-–−](?:\s*[+\-–−])+")


def with_table(text: str) -> tuple[int | None, str]:
    """A typed line as the table's number, if it leads with a colon, and the rest; a number alone is a table."""
    found = STOPPED.fullmatch(text) or TABLE.fullmatch(text)
    return (int(found["table"]), (found["rest"] or "").strip()) if found else (None, text.strip())


def read(text: str, seats: int) -> dict[str, Any]:
    """The arguments of `record_result` for a typed result of so many seats. Raises Invalid, which names what is
    allowed."""
    text = text.strip()
    if dashed := DASHED.match(text):
        text = re.sub("[-–−]", " ", dashed[0]) + text[dashed.end() :]
    if found := SCORES.fullmatch(text):
        figures, _slash, _deals = text.partition("/")
        return _figures("points", re.split(r"[\s,;]+", figures.strip())) | {"deals": int(found["deals"] or 0)}
    if PLACES.fullmatch(text):
        return _figures("places", re.findall(rf"\d|[{AWAY}]", text))
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


def _figures(name: str, typed: Sequence[str]) -> dict[str, Any]:
    """Figures with this name, 0 for who was absent; who that was is left open where nobody is."""
    absent = [order for order, one in enumerate(typed) if one in AWAY]
    figures = [0 if order in absent else int(one.replace("−", "-")) for order, one in enumerate(typed)]
    return {name: figures, **({"absent": absent} if absent else {})}
