"""Raw SQL: many rows at once by COPY, vectors as pgvector reads them, and rows as dictionaries."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection, models


def copy_rows(
    model: type[models.Model], rows: Sequence[models.Model], *, leave_out: Collection[str] = ()
) -> None:
    """Write the rows in their order. Columns that are left out get the database's default.

    Unlike `bulk_create`, nothing is read back: the rows need ids of their own.
    """
    if not rows:
        return
    fields = [field for field in model._meta.local_concrete_fields if field.name not in leave_out]
    quote = connection.ops.quote_name
    copy_lines(
        quote(model._meta.db_table),
        [quote(str(field.column)) for field in fields],
        (
            [field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in fields]
            for row in rows
        ),
    )


def copy_lines(table: str, columns: Sequence[str], lines: Iterable[Sequence[Any]]) -> int:
    """Write lines of values into quoted columns of a table; return how many there were.

    Django wraps the errors of its own statements only. Here they are wrapped as well, so that
    callers recognise a database that is away.
    """
    count = 0
    statement = f"COPY {table} ({', '.join(columns)}) FROM STDIN"
    with (
        connection.wrap_database_errors,
        connection.cursor() as cursor,
        cursor.copy(statement) as copy,
    ):
        for line in lines:
            copy.write_row(line)
            count += 1
    return count


def vector_literal(vector: Sequence[float]) -> str:
    """The vector as text that pgvector can parse.

    >>> vector_literal([0.25, 1])
    '[0.25,1]'
    """
    return "[" + ",".join(f"{value:.5g}" for value in vector) + "]"


def fetch_rows(statement: str, arguments: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Run a statement and return its rows by column name."""
    with connection.cursor() as cursor:
        cursor.execute(statement, arguments)
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def json_rows(values: Sequence[Mapping[str, Any]]) -> str:
    """Rows as JSON for `json_populate_recordset`."""
    return json.dumps(values, default=_json_value, ensure_ascii=False)


def _json_value(value: object) -> str:
    if isinstance(value, UUID | datetime):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be stored in a column.")
