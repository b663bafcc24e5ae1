"""Locks that are held until the transaction ends: on one row, or on a name."""

from enum import IntEnum
from typing import TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


class LockedKind(IntEnum):
    """What a locked name is the name of. Equal names of two kinds are two locks."""

    FILE = 1
    RUN_EVENTS = 7
    DOCUMENT_CONTENT = 11
    QUOTA = 12
    TOOL_CALLS = 13


def lock_row(rows: QuerySet[Row], not_found: Exception) -> Row:
    """Lock the first of `rows` and return it, or raise `not_found`.

    Only the row itself is locked, not the rows that `select_related` joins to it.
    """
    row = rows.select_for_update(of=("self",)).first()
    if row is None:
        raise not_found
    return row


def lock_name(kind: LockedKind, *parts: object) -> None:
    """Make other transactions that lock the same name wait until this one ends."""
    name = " ".join(map(str, parts))
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, %s))", [name, kind])
