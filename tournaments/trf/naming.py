"""Fit names into the 33 columns that a report has for them."""

import re
from collections import Counter
from collections.abc import Mapping

LONGEST = 33
NUMBERED = re.compile(r".* #\d+")


def in_columns(names: Mapping[int, str]) -> dict[int, str]:
    """The names by start number, each cut to its columns. If two would be the same, their start numbers are added (`Ana
    #7`); `without_number` removes them again."""
    cut = {number: name[:LONGEST].strip() for number, name in names.items()}
    bearers = Counter(name.casefold() for name in cut.values())
    return {
        number: f"{name[: LONGEST - len(_tail(number))].rstrip()}{_tail(number)}"
        if bearers[name.casefold()] > 1 or NUMBERED.fullmatch(name)
        else name
        for number, name in cut.items()
    }


def without_number(name: str, number: int) -> str:
    """A name without its own start number after it."""
    return name.removesuffix(_tail(number)).strip() or name


def _tail(number: int) -> str:
    return f" #{number}"
