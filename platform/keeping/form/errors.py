"""Why something cannot be kept, restored or moved. The text is one sentence for whoever asked."""


class KeepingError(Exception):
    """What was asked for is not done, and nothing is changed."""


class NotABackup(KeepingError):
    """The file is something else."""


class Damaged(KeepingError):
    """The file was cut or changed after it was made."""


class NeedsPassphrase(KeepingError):
    """The backup is encrypted, and no passphrase was given."""


class WrongPassphrase(KeepingError):
    """The backup was encrypted with another passphrase."""


class OtherVersion(KeepingError):
    """Backup, database and program are of versions that do not go together."""


class NotEmpty(KeepingError):
    """The site has rows already."""


class OtherKeys(KeepingError):
    """The environment sets other keys than those of the backup."""


class DoesNotFit(KeepingError):
    """The database takes what it is given not at all, or not as it is."""


class CannotWrite(KeepingError):
    """The disk or the folder takes no file."""
