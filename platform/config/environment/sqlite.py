"""Choose the SQLite library of this process before Django opens a file (because of the WAL-reset bug)."""

import sqlite3
import sys
from typing import Literal

Way = Literal["library", "pysqlite3", "delete-journal"]


def is_fixed(version: tuple[int, int, int]) -> bool:
    """Is the WAL-reset bug (3.7.0 to 3.51.2) fixed in this version? It was fixed in 3.51.3, 3.50.7 and 3.44.6."""
    if version >= (3, 51, 3):
        return True
    return (version[:2] == (3, 50) and version[2] >= 7) or (version[:2] == (3, 44) and version[2] >= 6)


def choose() -> tuple[Way, str]:
    """Choose a fixed library, the system's or pysqlite3's; without one, use a journal mode that the bug does not
    affect."""
    if is_fixed(sqlite3.sqlite_version_info):
        return "library", sqlite3.sqlite_version
    try:
        import pysqlite3  # noqa: PLC0415
        import pysqlite3.dbapi2  # noqa: PLC0415
    except ImportError:
        return "delete-journal", sqlite3.sqlite_version
    if not is_fixed(pysqlite3.sqlite_version_info):
        return "delete-journal", sqlite3.sqlite_version
    sys.modules["sqlite3"] = pysqlite3
    sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2
    return "pysqlite3", pysqlite3.sqlite_version


WAY, VERSION = choose()
JOURNAL = "DELETE" if WAY == "delete-journal" else "WAL"
INIT_COMMAND = "; ".join(
    f"PRAGMA {pragma}"
    for pragma in (f"journal_mode={JOURNAL}", "synchronous=FULL", "journal_size_limit=67108864", "foreign_keys=ON")
)
OPTIONS = {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": INIT_COMMAND}
