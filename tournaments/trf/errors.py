"""What is wrong with a report file, and where."""


class TrfError(ValueError):
    """A line that cannot be read: its number and first column (both from 1; line 0 means the file as a whole), the
    field, and what is allowed there."""

    def __init__(self, line: int, column: int, field: str, allowed: str) -> None:
        super().__init__(f"line {line}, column {column}: {field}: {allowed}" if line else f"{field}: {allowed}")
        self.line, self.column, self.field, self.allowed = line, column, field, allowed


class TooBig(TrfError):
    """A file beyond what the format, and this house, can hold."""
