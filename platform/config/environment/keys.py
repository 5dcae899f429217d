"""The two keys of a site: they are read from the environment, else generated once and kept beside the embedded
database. Only their owner can read the data folder, the keys and the database."""

import base64
import os
import secrets
import time
from pathlib import Path

from config.environment import variables

PATIENCE_S = 2.0


def key(name: str, path: Path) -> str:
    """The value of the environment variable `name`, else the content of `path`, created (mode 0600) if missing."""
    if value := variables.text(name):
        return value
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return _made_by_another(path)
    with os.fdopen(handle, "w") as file:
        file.write(fresh)
    return fresh


def _made_by_another(path: Path) -> str:
    """The content of a file that a process made which may have started at this very moment and not written it yet."""
    end = time.monotonic() + PATIENCE_S
    while not (found := path.read_text().strip()) and time.monotonic() < end:
        time.sleep(0.01)
    return found


def private_file(path: Path) -> Path:
    """The path of a file that only its owner can read and write; it is created empty if missing."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle = os.open(path, os.O_CREAT | os.O_RDONLY, 0o600)
    try:
        if os.fstat(handle).st_mode & 0o077 and os.fstat(handle).st_uid == os.geteuid():
            os.fchmod(handle, 0o600)
    finally:
        os.close(handle)
    return path
