"""Looking for a word in all that is kept: every column of every table, and a tenant's files.

LangGraph's checkpoints are written on a connection of their own, so those of other tests stay.
"""

from pathlib import Path

from django.core.files.storage import default_storage
from django.db import connection

from pramana.kit.scope import Scope

TABLES = """
    SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'langgraph') ORDER BY 1
"""


def traces_of(word: str, scope: Scope) -> list[str]:
    """The tables with a row, and the tenant's files, that hold the word in whatever case.

    Tables are looked at whole, whoever's the row is; files of earlier tests may still lie about.
    """
    return [*_tables_with(word), *_files_with(word, str(scope.tenant_id))]


def _tables_with(word: str) -> list[str]:
    """A row as text shows every column: JSON and arrays as they are, bytes as hexadecimals."""
    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        tables = [row[0] for row in cursor.fetchall()]
        held = []
        for table in tables:
            cursor.execute(
                f"SELECT EXISTS (SELECT FROM {table} AS kept"
                " WHERE kept::text ILIKE ANY(ARRAY[%s, %s]))",
                [f"%{word}%", f"%{word.encode().hex()}%"],
            )
            if cursor.fetchone()[0]:
                held.append(table)
    return held


def _files_with(word: str, folder: str) -> list[str]:
    files = [path for path in Path(default_storage.path(folder)).rglob("*") if path.is_file()]
    return [str(path) for path in files if word.lower().encode() in path.read_bytes().lower()]
