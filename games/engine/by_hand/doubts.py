"""A doubt: an impossible figure or word in an entry, with its field, the rule, and the allowed values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """An impossible value in an entry: its `field`, what is wrong (`code`), the `rule`, and the figures allowed there
    (None: no bound). `board` is the board of a deal of teams, from 0."""

    field: str
    code: str
    rule: str
    least: int | None = None
    most: int | None = None
    board: int | None = None
