"""What people at a table may say to each other: nothing, set phrases, or free text.

Talk is no play: it stands in rows of its own (`ChatLine`), never in the log, and its frames hold words, seats and times
alone, so that no card can come in from the table.
"""

import unicodedata
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import engine

OFF, PHRASES, FULL = "off", "phrases", "full"
KINDS = (OFF, PHRASES, FULL)
DEFAULT = PHRASES
MOST_LETTERS = 200
MOST_MARKS = 3  # combining marks on one letter
NAMES: dict[str, Promise] = {
    OFF: _("none"),
    PHRASES: _("set phrases, each in its reader’s language"),
    FULL: _("free text"),
}
# Keys are for ever: what was said bears them. None says anything of cards.
WORDS: dict[str, Promise] = {
    "hello": _("Hello!"),
    "luck": _("Good luck!"),
    "played": _("Well played!"),
    "lucky": _("I was lucky there."),
    "thanks": _("Thank you!"),
    "sorry": _("Sorry!"),
    "moment": _("One moment, please."),
    "back": _("I am back."),
    "game": _("Good game!"),
    "bye": _("Goodbye!"),
}


class Unsaid(Exception):
    """A line was refused; `code` is the reason, as the wire names it."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def kind_at(chosen: str, rules: engine.RuleSet, people: int) -> str:
    """How people may talk at a table with this number of people. Against the house alone they may not talk at all. With
    more than two seats free text could be advice (3P-10, PRT-9): unless the rules allow that, only phrases are
    possible."""
    if people < 2:
        return OFF
    is_free = rules.seating.name == "two" or rules.advice
    return PHRASES if chosen == FULL and not is_free else chosen


def stored_form(kind: str, said: Mapping[str, str]) -> dict[str, str]:
    """A `phrase` or a `text` in the form in which it is stored, if people may talk in this way here. Raises Unsaid."""
    if kind == OFF or (kind == PHRASES and "text" in said):
        raise Unsaid("kind")
    if "text" in said:
        return {"text": clean(said["text"])}
    if said["phrase"] not in WORDS:
        raise Unsaid("words")
    return {"phrase": said["phrase"]}


def clean(text: str) -> str:
    """Clean free text for storing: one line in one Unicode form, without characters that turn, hide or control text and
    without piles of marks on a letter. Raises Unsaid if nothing is left, or too much."""
    signs: list[str] = []
    marks = 0
    for sign in " ".join(unicodedata.normalize("NFC", text).split()):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind[0] != "C" and marks <= MOST_MARKS:
            signs.append(sign)
    found = " ".join("".join(signs).split())
    if not found or len(found) > MOST_LETTERS:
        raise Unsaid("words")
    return found


def in_words(line: Mapping[str, Any]) -> str:
    """The words of a line; a phrase is in the reader's language."""
    phrase = line.get("phrase", "")
    return str(WORDS.get(phrase, phrase)) if phrase else str(line["text"])


def shown(n: int, seat: str, at: datetime, words: Mapping[str, str]) -> dict[str, Any]:
    """A line in the form of the wire, the page and a report: these fields and no others."""
    return {"n": n, "seat": seat, "at": round(at.timestamp() * 1000), **words}
