"""What the product finds inside a running server: its role, its database, pgvector."""

import time

import psycopg
from psycopg import sql

from pramana.postgres.cluster import SUPERUSER
from pramana.postgres.postmaster import Postmaster

ROLE = "pramana"
"""An ordinary role that owns its databases, as a managed server would give us."""
DATABASE = "pramana"


SETTLE_SECONDS = 30
UNSETTLED = (
    psycopg.errors.DuplicateDatabase,
    psycopg.errors.DuplicateObject,
    psycopg.errors.ObjectInUse,
    psycopg.errors.UniqueViolation,
)
"""What we meet while a session of a killed process is still making the same things."""


def prepare(postmaster: Postmaster) -> None:
    """Make what is missing, and bring pgvector up to the carried version."""
    until = time.monotonic() + SETTLE_SECONDS
    while True:
        try:
            return _prepare(postmaster)
        except UNSETTLED:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def _prepare(postmaster: Postmaster) -> None:
    """Safe to repeat.

    The extension goes into `template1` first, because making it takes a superuser and so every
    database made later, such as a test's, has it from birth.
    """
    _bring_vector(postmaster, "template1")
    with _connect(postmaster, "postgres") as connection:
        if not _exists(connection, "SELECT 1 FROM pg_roles WHERE rolname = %s", ROLE):
            connection.execute(_named("CREATE ROLE {} LOGIN CREATEDB", ROLE))
        if not _exists(connection, "SELECT 1 FROM pg_database WHERE datname = %s", DATABASE):
            connection.execute(_named("CREATE DATABASE {} OWNER {}", DATABASE, ROLE))
    _bring_vector(postmaster, DATABASE)


def _bring_vector(postmaster: Postmaster, database: str) -> None:
    with _connect(postmaster, database) as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
        connection.execute("ALTER EXTENSION vector UPDATE")


def _connect(postmaster: Postmaster, database: str) -> psycopg.Connection:
    return psycopg.connect(postmaster.url(SUPERUSER, database), autocommit=True)


def _exists(connection: psycopg.Connection, question: str, name: str) -> bool:
    return connection.execute(question, (name,)).fetchone() is not None


def _named(statement: str, *names: str) -> sql.Composed:
    return sql.SQL(statement).format(*map(sql.Identifier, names))
