"""The offence: the value that every law of irregularity takes."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Offence:
    """An irregularity: the row of RULES.md §14.2, the offender, which cards or how many, when, and who reports it.

    `offender` is None where nobody is to blame (a faced card), `by` None where it is obvious or a director reports it.
    """

    irr: str
    offender: int | None = None
    cards: tuple[int, ...] = ()
    n: int = 0
    stage: str = ""
    by: int | None = None
