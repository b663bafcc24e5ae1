"""Checks of a server that someone else runs, with errors that say what to do there."""

from typing import Final

import psycopg

from pramana.postgres.errors import ServerUnsuitable

OLDEST_SERVER: Final = 16
OLDEST_VECTOR: Final = (0, 8)
"""The first version with sparse and half-precision vectors and iterative scans."""

CREATE = "CREATE EXTENSION vector;"


def check_server(url: str) -> None:
    """Raise `ServerUnsuitable`, which says what to do, unless Pramana can use the server."""
    with connect(url) as connection:
        _require_version(connection)
        _require_writable(connection)
        _require_utf8(connection)
        _require_vector(connection)


def connect(url: str) -> psycopg.Connection:
    """A connection to the server that DATABASE_URL names; raises `ServerUnsuitable`.

    The error does not repeat the address, which may hold a password.
    """
    try:
        return psycopg.connect(url, connect_timeout=10)
    except (psycopg.OperationalError, psycopg.ProgrammingError) as error:
        raise ServerUnsuitable(
            f"Pramana cannot connect to the server that DATABASE_URL names: {_on_one_line(error)}. "
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
            "The server that DATABASE_URL names is read-only, as a standby is. "
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
    rows = connection.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
    installed = rows.fetchone() or (_try_vector(connection),)
    version = tuple(int(part) for part in str(installed[0]).split(".")[:2])
    if version < OLDEST_VECTOR:
        raise ServerUnsuitable(
            f"This database has pgvector {installed[0]}, and Pramana needs "
            f"{'.'.join(map(str, OLDEST_VECTOR))} or newer. Upgrade pgvector on the server, then "
            "run in this database, as its owner: ALTER EXTENSION vector UPDATE;"
        )


def _try_vector(connection: psycopg.Connection) -> str:
    """The version the migration will get, found by creating the extension and rolling back."""
    try:
        with connection.transaction(force_rollback=True):
            connection.execute("CREATE EXTENSION vector")
            row = connection.execute(
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
    return str(row[0]) if row else "0"


def _on_one_line(error: Exception) -> str:
    return " ".join(str(error).split()).rstrip(".")
