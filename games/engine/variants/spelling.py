"""How the value of an option is written, in keys of rule sets and in records: `true`, `null`, `25`, `add:100`."""

import re

from games.engine.play.impossible import Unplayable
from games.engine.play.options import Shutout

WORDS: dict[str, object] = {"true": True, "false": False, "null": None}


def value_text(value: object) -> str:
    """A value in letters."""
    if isinstance(value, Shutout):
        return f"{value.mode}:{value.value}" if value.value else value.mode
    return next((word for word, meant in WORDS.items() if meant is value), str(value))


def value_of(option: str, text: str) -> object:
    """The value that these letters name for an option; a word that names none is itself the value. Raises
    Unplayable for a shutout that is none."""
    if option == "shutout":
        return _shutout(text)
    if text in WORDS:
        return WORDS[text]
    return int(text) if re.fullmatch(r"-?\d{1,9}", text) else text


def _shutout(text: str) -> Shutout:
    mode, _, value = text.partition(":")
    if value and not re.fullmatch(r"\d{1,9}", value):
        raise Unplayable("shutout", text, "add:100, double_total or none")
    return Shutout(mode, int(value or 0))
