"""Small things every raw statement here needs."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection


def rows(statement: str, given: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What a statement answers, by column."""
    with connection.cursor() as cursor:
        cursor.execute(statement, given)
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def records(values: Sequence[Mapping[str, Any]]) -> str:
    """Rows for `json_populate_recordset`."""
    return json.dumps(values, default=_written, ensure_ascii=False)


def _written(value: object) -> str:
    if isinstance(value, UUID | datetime):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be written as a column.")
