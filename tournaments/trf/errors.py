"""Errors in a report file, with their place."""

from collections.abc import Sequence


class TrfError(ValueError):
    """A line cannot be read: its number and first column (both from 1; line 0 means the whole file), the field, and
    what is allowed there. `others` are further faults of the same file."""

    def __init__(self, line: int, column: int, field: str, allowed: str) -> None:
        super().__init__(f"line {line}, column {column}: {field}: {allowed}" if line else f"{field}: {allowed}")
        self.line, self.column, self.field, self.allowed = line, column, field, allowed
        self.others: tuple[TrfError, ...] = ()

    @property
    def all(self) -> "tuple[TrfError, ...]":
        """This fault and the others, as separate errors."""
        return (self, *self.others)


class WrongTotal(TrfError):
    """The points on the line of a player (`name` with the number) are `given`, where the results beside them are worth
    what is `due`."""

    def __init__(self, line: int, column: int, *, name: str, due: str, given: str) -> None:
        super().__init__(line, column, "points", f"{due} for {name} by the results, not {given}")
        self.name, self.due, self.given = name, due, given


class TooBig(TrfError):
    """A file is larger than the format, or this site, allows."""


def raise_all(faults: Sequence[TrfError]) -> None:
    """Raise the first of these faults by its line, with the others in order; nothing if there are none. What is too big
    comes first."""
    if faults:
        first, *others = sorted(faults, key=lambda one: (not isinstance(one, TooBig), one.line, one.column))
        first.others = tuple(others)
        raise first
