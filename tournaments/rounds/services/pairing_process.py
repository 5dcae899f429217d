"""Pairing in a separate process: it blocks nobody, holds no lock, and can be stopped at any moment."""

from collections.abc import Callable

from duework import processes
from tournaments.formats import Facts, Plan
from tournaments.pairing import CannotPair


def compute(stage_format: str, facts: Facts, look: Callable[[int, int], bool]) -> Plan | CannotPair | None:
    """The format's pairing of the facts. `look` is called at least twice a second with the number of score groups
    paired, and of how many (0 of 0 until that is known); if it returns False or raises, the work stops (with None, or
    the error). Raises processes.Broken."""
    done, of = 0, 0
    with processes.asked("tournaments.formats", (stage_format, facts)) as said:
        for word in said:
            if isinstance(word, tuple):
                done, of = word
            elif word is not None:
                return word  # type: ignore[no-any-return]  # the last word of the process is its answer
            if not look(done, of):
                return None
    return None
