"""Pairing in a process of its own: nobody waits for it, no lock is held, and it can be ended at any moment."""

from collections.abc import Callable

from duework import processes
from tournaments.formats import Facts, Plan
from tournaments.pairing import CannotPair


def compute(stage_format: str, facts: Facts, look: Callable[[int, int], bool]) -> Plan | CannotPair | None:
    """What the format makes of the facts. `look` is told, at least twice a second, how many score groups are paired and
    of how many (0 of 0 until that is known); where it says no the work ends, with None. What `look` raises ends it too.
    Raises processes.Broken."""
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
