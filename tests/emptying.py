"""Emptying the database after a test that commits.

Django's own way truncates every table and fills content types and permissions again: 0.2 CPU
seconds each time, nearly all of them for tables in which nothing is.
"""

from functools import cache
from typing import Any

from django.db import connection, transaction
from django.test import TransactionTestCase
from psycopg import sql

KEPT = {"django_migrations", "django_content_type", "auth_permission"}
"""What migrations make and tests do not change."""


def use_quick_emptying() -> None:
    TransactionTestCase._fixture_teardown = empty_database


def empty_database(_: Any = None) -> None:
    """Delete every row that is committed; writers that are still at work are waited for."""
    from pramana.retrieval.qdrant.store import after_migrating

    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute(sql.SQL("LOCK TABLE {} IN SHARE ROW EXCLUSIVE MODE").format(_listed()))
        while filled := _filled_tables(cursor):
            cursor.execute(_deletion(filled))
    after_migrating()


def _filled_tables(cursor: Any) -> list[str]:
    cursor.execute(_question())
    return [name for (name,) in cursor.fetchall()]


def _deletion(tables: list[str]) -> sql.Composed:
    """One statement, because constraints are checked at its end: no order of tables is needed."""
    steps = [
        sql.SQL("{} AS (DELETE FROM {})").format(sql.Identifier(f"d{at}"), sql.Identifier(table))
        for at, table in enumerate(tables)
    ]
    return sql.SQL("WITH {} SELECT").format(sql.SQL(", ").join(steps))


@cache
def _tables() -> tuple[str, ...]:
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return tuple(sorted(set(names) - KEPT))


@cache
def _listed() -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, _tables()))


@cache
def _question() -> sql.Composed:
    """Which tables have a row."""
    asks = [
        sql.SQL("SELECT {} WHERE EXISTS (SELECT FROM {})").format(table, sql.Identifier(table))
        for table in _tables()
    ]
    return sql.SQL(" UNION ALL ").join(asks)
