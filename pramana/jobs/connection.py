"""Ways to the database beside Django's usual one: connections that listen, and quick commits."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction

DJANGOS_OWN = ("cursor_factory", "context", "prepare_threshold")
KEEPALIVES = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
"""A peer that vanished without a word is noticed within about eleven seconds."""
QUICK = "-c synchronous_commit=off"


def connection_parameters() -> dict[str, Any]:
    """How psycopg itself reaches Django's database."""
    parameters = connection.get_connection_params()
    return {key: value for key, value in parameters.items() if key not in DJANGOS_OWN}


def quick_parameters() -> dict[str, Any]:
    """For connections whose commits need not be on disk before we go on."""
    parameters = connection_parameters()
    return {**parameters, "options": f"{parameters.get('options', '')} {QUICK}".strip()}


@contextmanager
def quick_transaction() -> Iterator[None]:
    """A transaction that does not wait for the disk.

    For what a crash of the server may forget: that an attempt began, how far it was. The job then
    simply waits again. Never for an effect; inside someone else's transaction it changes nothing.
    """
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL synchronous_commit TO off")
        yield
