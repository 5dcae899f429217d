"""What went wrong, in the words in which every law of irregularity is asked: the offence."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Offence:
    """An irregularity: the row of RULES.md §14.2, who did it, which cards or how many, when, and who says so.

    `offender` is None where nobody is to blame (a faced card), `by` None where it shows itself or a director says it.
    """

    irr: str
    offender: int | None = None
    cards: tuple[int, ...] = ()
    n: int = 0
    stage: str = ""
    by: int | None = None
