"""A figure, or a word, that cannot be: which field, by which rule, and what is allowed there."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """Something entered that cannot be: its `field`, what is wrong (`code`), the `rule`, and the figures allowed there,
    None where there is no bound. `board`: at which board of a deal of teams, from 0."""

    field: str
    code: str
    rule: str
    least: int | None = None
    most: int | None = None
    board: int | None = None
