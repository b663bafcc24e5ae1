"""The store of checkpoints: LangGraph's own tables, in their own schema and connection."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg import sql
from psycopg.rows import dict_row

from pramana.jobs.database import connection_parameters

if TYPE_CHECKING:
    from langgraph.checkpoint.postgres import PostgresSaver

SCHEMA = "langgraph"
TABLES = ("checkpoints", "checkpoint_blobs", "checkpoint_writes")


@contextmanager
def checkpoint_saver() -> "Iterator[PostgresSaver]":
    """A checkpoint saver for one execution of the graph."""
    from langgraph.checkpoint.postgres import PostgresSaver

    with _connect() as opened:
        yield PostgresSaver(opened)


def make_tables() -> None:
    """Create or upgrade the checkpoint tables. Called by `migrate`."""
    with _connect() as opened:
        opened.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(SCHEMA)))
        from langgraph.checkpoint.postgres import PostgresSaver

        PostgresSaver(opened).setup()


def delete_threads(threads: list[str]) -> None:
    """Delete checkpoints, without loading LangGraph."""
    with _connect() as opened:
        for table in TABLES:
            statement = sql.SQL("DELETE FROM {} WHERE thread_id = ANY(%s)")
            opened.execute(statement.format(sql.Identifier(table)), [threads])


def stored_threads() -> list[str]:
    """The id of every run that has a checkpoint."""
    with _connect() as opened:
        rows = opened.execute("SELECT DISTINCT thread_id FROM checkpoints").fetchall()
    return [row["thread_id"] for row in rows]


@contextmanager
def _connect() -> "Iterator[psycopg.Connection[dict[str, Any]]]":
    parameters = {**connection_parameters(), "autocommit": True, "prepare_threshold": None}
    with psycopg.connect(**parameters, row_factory=dict_row) as opened:
        opened.execute(sql.SQL("SET search_path TO {}").format(sql.Identifier(SCHEMA)))
        yield opened
