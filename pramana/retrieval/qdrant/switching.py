"""Whether changes are noted for a cluster. They are from the moment one is configured."""

from typing import Any

from django.conf import settings
from django.db import connection, transaction

from pramana.retrieval.store.sql import execute, rows

TABLES = ("retrieval_entry", "retrieval_vector")
NOTED = """
    SELECT count(*) FROM pg_trigger
     WHERE tgrelid = to_regclass('retrieval_entry') AND tgname LIKE 'mirror_%%' AND tgenabled <> 'D'
"""
EVERYTHING = """
    INSERT INTO retrieval_mirrorchange (id, tenant_id, entry_id)
    SELECT gen_random_uuid(), tenant_id, id FROM retrieval_entry
"""
NOTHING = "DELETE FROM retrieval_mirrorchange"


def after_migrating(**_: Any) -> None:
    """Follow the settings: `pramana migrate`, and so every start of a product, comes by here."""
    if rows("SELECT to_regclass('retrieval_mirrorchange') IS NOT NULL", {})[0][0]:
        note_changes(wanted=bool(settings.PRAMANA.qdrant_url))  # else other apps go first


@transaction.atomic
def note_changes(*, wanted: bool) -> None:
    """Begin to note changes, with everything there is as the first of them; or stop."""
    noted = bool(rows(NOTED, {})[0][0])
    if noted == wanted:
        return
    _set_triggers("ENABLE" if wanted else "DISABLE")
    execute(EVERYTHING if wanted else NOTHING, {})


def _set_triggers(how: str) -> None:
    with connection.cursor() as cursor:
        for table in TABLES:
            for event in ("insert", "update", "delete"):
                cursor.execute(f"ALTER TABLE {table} {how} TRIGGER mirror_{event}")
