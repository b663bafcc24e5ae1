"""The database beside Django's ORM: own connections, quick commits, prepared statements."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import connection, transaction

DJANGO_ONLY = ("cursor_factory", "context", "prepare_threshold")
KEEPALIVES = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
"""A peer that vanished is noticed within about eleven seconds."""


def connection_parameters() -> dict[str, Any]:
    """How psycopg itself reaches Django's database."""
    parameters = connection.get_connection_params()
    return {key: value for key, value in parameters.items() if key not in DJANGO_ONLY}


@contextmanager
def quick_transaction() -> Iterator[None]:
    """A transaction that does not wait for the disk.

    For what a crash of the server may forget: that an attempt began, how far it was. The job then
    simply waits again. Never use it for an effect. Inside another transaction it changes nothing.
    """
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL synchronous_commit TO off")
        yield


def execute_prepared(sql: str, parameters: Mapping[str, Any]) -> psycopg.Cursor[tuple[Any, ...]]:
    """Run a statement on Django's connection that the server plans once per connection.

    For the few statements that every job needs; Django itself would have them planned each time.
    """
    with connection.wrap_database_errors:
        connection.ensure_connection()
        session = connection.connection
        session.prepare_threshold = 0  # Django's own cursors never prepare, whatever this says
        return psycopg.Cursor(session).execute(sql, parameters)
