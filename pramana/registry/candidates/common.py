"""Keys that too many names share to lead anywhere.

PostgreSQL counts them itself: ANALYZE keeps the most common elements of an array column with how
often they occur. A key it does not list is held by fewer than one name in a thousand.
"""

import time
from threading import Lock

from django.db import connection

TOO_MANY = 1_500
"""Names behind one key from which it costs more to look at them than they are worth."""

KEPT_S = 60.0

STATISTICS = """
    SELECT most_common_elems::text::int[], most_common_elem_freqs, reltuples
      FROM pg_stats JOIN pg_class ON pg_class.oid = 'registry_nameentry'::regclass
     WHERE pg_stats.tablename = 'registry_nameentry' AND pg_stats.attname = 'keys'
       AND pg_stats.schemaname = current_schema()
"""


class CommonKeys:
    """What the last ANALYZE knows, read at most once a minute in each process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._names: dict[int, int] = {}
        self._read_at = float("-inf")

    def names_behind(self) -> dict[int, int]:
        """How many names, of all tenants, hold each of the keys that are common."""
        with self._lock:
            if time.monotonic() - self._read_at > KEPT_S:
                self._names = _read()
                self._read_at = time.monotonic()
            return self._names

    def forget(self) -> None:
        """Read again at the next question: a bench has just loaded a million names."""
        self._read_at = float("-inf")


def _read() -> dict[int, int]:
    with connection.cursor() as cursor:
        cursor.execute(STATISTICS)
        row = cursor.fetchone()
    if row is None or row[0] is None:
        return {}
    elements, frequencies, rows = row
    return {
        int(key): round(share * rows)
        for key, share in zip(elements, frequencies, strict=False)  # then come the extremes
        if share * rows > TOO_MANY
    }


common_keys = CommonKeys()
