"""Keep a site safe: make a backup now or every night, restore one, move to another database."""

from keeping.form import KeepingError, Manifest
from keeping.services.backups import back_up, file_name
from keeping.services.moving import move
from keeping.services.nights import BACKUP, State, night_due, state
from keeping.services.restoring import kept_keys, look_through, restore

__all__ = [
    "BACKUP",
    "KeepingError",
    "Manifest",
    "State",
    "back_up",
    "file_name",
    "kept_keys",
    "look_through",
    "move",
    "night_due",
    "restore",
    "state",
]
