"""Running SQL: fetch, execute, and failures that do not break the caller's transaction."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Any

from django.db import Error, connection, transaction

from pramana.retrieval.errors import StoreFailed
from pramana.retrieval.models import HIGHEST_TERM

logger = logging.getLogger(__name__)


@contextmanager
def isolate_failure() -> Iterator[None]:
    """Turn a failing statement into `StoreFailed`, and keep the caller's transaction usable."""
    try:
        with transaction.atomic() if connection.in_atomic_block else nullcontext():
            yield
    except Error as error:
        logger.error("a part of search failed: %s", type(error.__cause__ or error).__name__)
        raise StoreFailed("A part of the search index does not answer.") from error


def fetch_rows(statement: str, parameters: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Run a statement and return its rows."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def execute(statement: str, parameters: Mapping[str, Any]) -> int:
    """Run a statement and return how many rows it changed."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return int(cursor.rowcount)


def sparse_vector_literal(weights: Mapping[int, float]) -> str:
    """A sparse vector as a literal for PostgreSQL; its indices begin at one, as term numbers do."""
    inside = ",".join(f"{number}:{weight:.5g}" for number, weight in sorted(weights.items()))
    return f"{{{inside}}}/{HIGHEST_TERM}"
