"""The log on standard error, with at most one line a second for each cause."""

import copy
import logging
import time
from dataclasses import dataclass
from typing import TextIO

SECOND = 1.0
TRACE_AGAIN_S = 60.0  # after so long without the cause its next record has a trace again
MOST_CAUSES = 500  # causes remembered

Cause = tuple[str, int, str, str]


@dataclass(slots=True)
class Seen:
    """A cause: when its last line was written, when it last happened, and how often it happened without a line."""

    said_at: float
    at: float
    unsaid: int = 0


class Console(logging.StreamHandler[TextIO]):
    """Writes each record, unless the same cause had a line within the last second; the next line says how many were
    left out. The first record of a cause has its trace, later ones have one line."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[Cause, Seen] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record, or only count it."""
        now, cause = time.monotonic(), _cause(record)
        seen = self._seen.get(cause)
        if seen is None or now - seen.at >= TRACE_AGAIN_S:
            self._remember(cause, Seen(now, now))
            super().emit(record)
            return
        seen.at = now
        if now - seen.said_at < SECOND:
            seen.unsaid += 1
            return
        super().emit(_short(record, seen.unsaid))
        seen.said_at, seen.unsaid = now, 0

    def _remember(self, cause: Cause, seen: Seen) -> None:
        if len(self._seen) >= MOST_CAUSES:
            del self._seen[min(self._seen, key=lambda one: self._seen[one].at)]
        self._seen[cause] = seen


class Refusals(logging.Filter):
    """Log a refused request (4xx) in one line, without a trace, because it is not an error of ours."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep the line, without the trace of a refusal."""
        if 400 <= getattr(record, "status_code", 500) < 500:
            record.exc_info = record.exc_text = None
        return True


def _cause(record: logging.LogRecord) -> Cause:
    """The cause of a record: logger, level, message without its values, and the error."""
    error = record.exc_info[1] if record.exc_info else None
    return (record.name, record.levelno, str(record.msg), f"{type(error).__name__}: {_first_line(error)}")


def _short(record: logging.LogRecord, unsaid: int) -> logging.LogRecord:
    """The record in one line, with its error instead of the trace, and the number left out since the last line."""
    one = copy.copy(record)
    error = record.exc_info[1] if record.exc_info else None
    one.msg = record.getMessage()
    if error is not None:
        one.msg += f" ({type(error).__name__}: {_first_line(error)})"
    if unsaid:
        one.msg += f" [and {unsaid} more]"
    one.args, one.exc_info, one.exc_text, one.stack_info = None, None, None, None
    return one


def _first_line(error: BaseException | None) -> str:
    return str(error).partition("\n")[0]
