"""Can this process serve: does the database answer, accept writes and have this version, and has the disk room?"""

import shutil

from django.conf import settings
from django.db import DatabaseError, connection

from config.health import probes
from keeping.tables import differences

WITHIN_S = 1.5  # of the two seconds in which `/readyz` answers
DISK_LEAST = 0.05  # share of the disk that must be free
SILENT = "The database does not answer."
READ_ONLY = "The database takes no writes: it is a standby, or was set to reading only."


def problems() -> dict[str, str]:
    """A sentence for each check that fails, by its name; empty when the process can serve."""
    return _of_database() | _of_disk()


def _of_database() -> dict[str, str]:
    try:
        return _database.ask(WITHIN_S)
    except (DatabaseError, OSError):  # a time that is over is an OSError too
        return {"database": SILENT}


def _asked_of_database() -> dict[str, str]:
    found = {} if _takes_writes() else {"database": READ_ONLY}
    wrong = differences.problem(connection)
    return found | ({"schema": wrong} if wrong else {})


_database = probes.Probe(probes.on_own_line(_asked_of_database))


def _takes_writes() -> bool:
    """Is the database neither a standby nor read-only?"""
    if connection.vendor != "postgresql":
        return connection.is_usable()
    with connection.cursor() as cursor:
        cursor.execute("SHOW transaction_read_only")
        return bool(cursor.fetchone() == ("off",))


def _of_disk() -> dict[str, str]:
    """A sentence if the disk of the data folder has too little room."""
    try:
        disk = shutil.disk_usage(settings.DATA_DIR)
    except OSError as error:
        return {"disk": f"The data folder {settings.DATA_DIR} cannot be read: {error.strerror}."}
    if disk.free / disk.total > DISK_LEAST:
        return {}
    return {"disk": f"The disk of the data folder {settings.DATA_DIR} is full: less than 5 % is free."}
