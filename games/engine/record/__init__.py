"""The game record: text like PGN, many records to a file. docs/record.md gives the grammar."""

from games.engine.record.checking import actions_of, checked, state_of
from games.engine.record.logs import record_of, result_header
from games.engine.record.reading import Record, RecordError, read
from games.engine.record.writing import write, written
from games.engine.writing.words import Dealing, Scored, Token

__all__ = [
    "Dealing",
    "Record",
    "RecordError",
    "Scored",
    "Token",
    "actions_of",
    "checked",
    "read",
    "record_of",
    "result_header",
    "state_of",
    "write",
    "written",
]
