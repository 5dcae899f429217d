"""Errors in a report file, with their place."""


class TrfError(ValueError):
    """An unreadable line: its number and first column (both from 1; line 0 means the file as a whole), the
    field, and what is allowed there."""

    def __init__(self, line: int, column: int, field: str, allowed: str) -> None:
        super().__init__(f"line {line}, column {column}: {field}: {allowed}" if line else f"{field}: {allowed}")
        self.line, self.column, self.field, self.allowed = line, column, field, allowed


class TooBig(TrfError):
    """A file larger than the format, or this site, allows."""
