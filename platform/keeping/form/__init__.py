"""The format of a backup, without disk or database: compression, encryption, manifest, rows."""

from keeping.form.errors import (
    CannotWrite,
    Damaged,
    DoesNotFit,
    KeepingError,
    NeedsPassphrase,
    NotABackup,
    NotEmpty,
    OtherKeys,
    OtherVersion,
    Unreachable,
    WrongPassphrase,
)
from keeping.form.lines import Plain, line, rows
from keeping.form.manifest import Column, Manifest, Part, Table
from keeping.form.packing import Packer, unpacked
from keeping.form.sealing import Sealer, is_sealed, opened

__all__ = [
    "CannotWrite",
    "Column",
    "Damaged",
    "DoesNotFit",
    "KeepingError",
    "Manifest",
    "NeedsPassphrase",
    "NotABackup",
    "NotEmpty",
    "OtherKeys",
    "OtherVersion",
    "Packer",
    "Part",
    "Plain",
    "Sealer",
    "Table",
    "Unreachable",
    "WrongPassphrase",
    "is_sealed",
    "line",
    "opened",
    "rows",
    "unpacked",
]
