"""Running raw SQL: rows as dictionaries, and rows as JSON arguments."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection


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
