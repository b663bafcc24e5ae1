"""Small things every statement here needs."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection

from pramana.retrieval.contracts import Vector
from pramana.retrieval.models import HIGHEST_TERM


def rows(statement: str, given: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """What a statement answers."""
    with connection.cursor() as cursor:
        cursor.execute(statement, given)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def execute(statement: str, given: Mapping[str, Any]) -> int:
    """Run a statement and say how many rows it touched."""
    with connection.cursor() as cursor:
        cursor.execute(statement, given)
        return int(cursor.rowcount)


def copy(into: str, columns: Sequence[str], lines: "Sequence[Sequence[Any]]") -> None:
    """Insert many rows at once, ten times as fast as INSERT."""
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {into} ({', '.join(columns)}) FROM STDIN") as stream,
    ):
        for line in lines:
            stream.write_row(line)


def sparse(weights: Mapping[int, float]) -> str:
    """A sparse vector as PostgreSQL reads it; its indices begin at one, like our numbers."""
    inside = ",".join(f"{number}:{weight:.5g}" for number, weight in sorted(weights.items()))
    return f"{{{inside}}}/{HIGHEST_TERM}"


def dense(vector: Vector) -> str:
    return "[" + ",".join(f"{value:.5g}" for value in vector) + "]"
