"""A server that someone else runs: is it fit for us, and if not, what must be done there?"""

from typing import Final

import psycopg

from pramana.postgres.errors import ServerUnsuitable

OLDEST_SERVER: Final = 16
OLDEST_VECTOR: Final = (0, 8)
"""Sparse and half-precision vectors and iterative scans came with it."""

CREATE = "CREATE EXTENSION vector;"


def check_server(url: str) -> None:
    """Raise a sentence that says what to do, unless the server can hold Pramana."""
    with connected(url) as connection:
        _require_version(connection)
        _require_writable(connection)
        _require_utf8(connection)
        _require_vector(connection)


def connected(url: str) -> psycopg.Connection:
    """A connection to the server that DATABASE_URL names, or why there is none.

    The address itself is never repeated: it may hold a password.
    """
    try:
        return psycopg.connect(url, connect_timeout=10)
    except (psycopg.OperationalError, psycopg.ProgrammingError) as error:
        raise ServerUnsuitable(
            f"Pramana cannot connect to the server that DATABASE_URL names: {_in_a_line(error)}. "
            "Check the address, the user and the password, and that the server runs."
        ) from None


def _require_version(connection: psycopg.Connection) -> None:
    major = connection.info.server_version // 10000
    if major < OLDEST_SERVER:
        raise ServerUnsuitable(
            f"DATABASE_URL names a PostgreSQL {major}, and Pramana needs {OLDEST_SERVER} or "
            "newer. Upgrade that server, or name another."
        )


def _require_writable(connection: psycopg.Connection) -> None:
    if connection.execute("SHOW transaction_read_only").fetchone() == ("on",):
        raise ServerUnsuitable(
            "The server that DATABASE_URL names only lets us read, as a standby does. "
            "Name the primary server."
        )


def _require_utf8(connection: psycopg.Connection) -> None:
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise ServerUnsuitable(
            f"The database that DATABASE_URL names stores text as {encoding}, which cannot hold "
            "every script. Make one for Pramana: CREATE DATABASE pramana ENCODING 'UTF8' "
            "TEMPLATE template0;"
        )


def _require_vector(connection: psycopg.Connection) -> None:
    found = connection.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
    installed = found.fetchone() or (_try_vector(connection),)
    version = tuple(int(part) for part in str(installed[0]).split(".")[:2])
    if version < OLDEST_VECTOR:
        raise ServerUnsuitable(
            f"This database has pgvector {installed[0]}, and Pramana needs "
            f"{'.'.join(map(str, OLDEST_VECTOR))} or newer. Upgrade pgvector on the server, then "
            "run in this database, as its owner: ALTER EXTENSION vector UPDATE;"
        )


def _try_vector(connection: psycopg.Connection) -> str:
    """The version that the migration will get, found by making the extension and undoing it."""
    try:
        with connection.transaction(force_rollback=True):
            connection.execute("CREATE EXTENSION vector")
            made = connection.execute(
                "SELECT extversion FROM pg_extension WHERE extname = 'vector'"
            ).fetchone()
    except psycopg.errors.InsufficientPrivilege:
        raise ServerUnsuitable(
            "pgvector is on the server but not in this database, and this user may not add it. "
            f"Run in this database, as a superuser: {CREATE}"
        ) from None
    except psycopg.Error as error:
        raise ServerUnsuitable(
            f"The server has no pgvector ({error.diag.message_primary}). Install it there (on "
            f"Debian and Ubuntu postgresql-{connection.info.server_version // 10000}-pgvector), "
            f"then run in this database, as a superuser: {CREATE}"
        ) from None
    return str(made[0]) if made else "0"


def _in_a_line(error: Exception) -> str:
    return " ".join(str(error).split()).rstrip(".")
