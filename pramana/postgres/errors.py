"""Errors of the database, each with a sentence that says what to do about it."""

from pathlib import Path

from pramana.kit.errors import Misconfigured


class DataDirUnusable(Misconfigured):
    """The data directory cannot be read or written by whoever runs Pramana."""

    code = "data_dir_unusable"

    def __init__(self, data: Path, reason: str) -> None:
        super().__init__(
            f"Pramana cannot use the data directory {data}: {reason}. "
            "Let the user who runs Pramana read and write it, or choose another with --data."
        )


class ForeignDirectory(Misconfigured):
    """The directory holds files of something else."""

    code = "foreign_directory"

    def __init__(self, directory: Path, found: str) -> None:
        super().__init__(
            f"{directory} is not empty and was not made by Pramana (it holds {found!r}). "
            "Nothing was changed. Choose an empty or new directory with --data."
        )


class UnreachableForServer(Misconfigured):
    """The server runs as another user, who cannot enter the data directory."""

    code = "data_dir_unreachable"

    def __init__(self, obstacle: Path, account: str) -> None:
        super().__init__(
            f"As root, PostgreSQL runs as the user {account!r}, who may not enter {obstacle}. "
            f"Choose a --data directory that user can reach, such as /var/lib/pramana/data, "
            f"or allow it yourself: chmod o+x {obstacle}"
        )


class OtherMajorVersion(Misconfigured):
    """The files were written by another major version of PostgreSQL."""

    code = "database_version"

    def __init__(self, cluster: Path, found: str, ours: int) -> None:
        super().__init__(
            f"{cluster} was written by PostgreSQL {found}, and this Pramana carries {ours}. "
            "Nothing was changed. Run the Pramana that wrote it, make a backup with "
            "`pramana backup FILE`, and restore that here into an empty --data directory."
        )


class NoSpace(Misconfigured):
    """The disk is full, or has too little space to start."""

    code = "no_space"

    def __init__(self, directory: Path, detail: str = "No space left on device") -> None:
        super().__init__(
            f"There is not enough disk space in {directory}: {detail}. "
            "Free some space, or choose a directory on another disk with --data."
        )


class BinariesMissing(Misconfigured):
    """No packaged PostgreSQL for this machine, or it is not installed."""

    code = "database_binaries_missing"

    def __init__(self, detail: str) -> None:
        super().__init__(
            f"The packaged PostgreSQL cannot run on this machine: {detail}. "
            "Set up again with ./run, or point DATABASE_URL at a PostgreSQL 16 or newer "
            "that has pgvector."
        )


class NoServerAccount(Misconfigured):
    """There is no user that PostgreSQL can run as."""

    code = "no_server_account"

    def __init__(self, detail: str) -> None:
        super().__init__(
            f"PostgreSQL needs a user of its own to run as: {detail}. "
            "Run Pramana as a user with an entry in /etc/passwd, or set DATABASE_URL."
        )


class ServerDidNotStart(Misconfigured):
    """PostgreSQL did not start; the message quotes its output."""

    code = "database_did_not_start"

    def __init__(self, what: str, log: str, place: Path) -> None:
        super().__init__(f"{what} It said (see also {place}):\n{log.strip() or '(nothing)'}")


class ServerUnsuitable(Misconfigured):
    """Pramana cannot use the server that DATABASE_URL names as it is."""

    code = "database_unsuitable"


class BackupFailed(Misconfigured):
    """A backup could not be written or restored; nothing was changed."""

    code = "backup_failed"
