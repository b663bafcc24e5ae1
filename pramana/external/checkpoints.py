"""Where checkpoints lie: LangGraph's own tables, in a schema and on a connection of their own."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import psycopg
from django.db import connection
from psycopg import sql
from psycopg.rows import dict_row

if TYPE_CHECKING:
    from langgraph.checkpoint.postgres import PostgresSaver

SCHEMA = "langgraph"
TABLES = ("checkpoints", "checkpoint_blobs", "checkpoint_writes")
DJANGOS = ("cursor_factory", "context", "pool", "prepare_threshold", "server_side_binding")
"""What of Django's connection is about Django; the rest says where the database is."""


@contextmanager
def checkpoint_saver() -> "Iterator[PostgresSaver]":
    """A saver for the length of one execution."""
    from langgraph.checkpoint.postgres import PostgresSaver

    with _connected() as opened:
        yield PostgresSaver(opened)


def make_tables() -> None:
    """Make or bring up to date the tables of checkpoints. Called by `migrate`."""
    with _connected() as opened:
        opened.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(SCHEMA)))
        from langgraph.checkpoint.postgres import PostgresSaver

        PostgresSaver(opened).setup()


def forget_threads(threads: list[str]) -> None:
    """Throw checkpoints away, without loading LangGraph for it."""
    with _connected() as opened:
        for table in TABLES:
            statement = sql.SQL("DELETE FROM {} WHERE thread_id = ANY(%s)")
            opened.execute(statement.format(sql.Identifier(table)), [threads])


def known_threads() -> list[str]:
    """Every run that a checkpoint is kept for."""
    with _connected() as opened:
        found = opened.execute("SELECT DISTINCT thread_id FROM checkpoints").fetchall()
    return [row["thread_id"] for row in found]


@contextmanager
def _connected() -> "Iterator[psycopg.Connection[dict[str, Any]]]":
    given = connection.get_connection_params()
    place = {name: value for name, value in given.items() if name not in DJANGOS}
    with psycopg.connect(
        **place, autocommit=True, prepare_threshold=None, row_factory=dict_row
    ) as opened:
        opened.execute(sql.SQL("SET search_path TO {}").format(sql.Identifier(SCHEMA)))
        yield opened
