"""The errors of backups, restores and moves. Their text is one sentence for the person who asked."""


class KeepingError(Exception):
    """The request was not carried out, and nothing has changed."""


class NotABackup(KeepingError):
    """The file is no backup."""


class Damaged(KeepingError):
    """The file was cut or changed after it was made."""


class NeedsPassphrase(KeepingError):
    """The backup is encrypted, and no passphrase was given."""


class WrongPassphrase(KeepingError):
    """The backup was encrypted with another passphrase."""


class OtherVersion(KeepingError):
    """The versions of backup, database and program do not go together."""


class NotEmpty(KeepingError):
    """The site has rows already."""


class OtherKeys(KeepingError):
    """The environment sets other keys than those of the backup."""


class DoesNotFit(KeepingError):
    """The database refuses a value, or does not give it back unchanged."""


class CannotWrite(KeepingError):
    """A file cannot be written on this disk or in this folder."""


class Unreachable(KeepingError):
    """The store of backups does not answer, refuses the key, or does not have what was asked for."""
