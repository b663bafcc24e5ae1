"""The index of names: which names a record has, and the hashed keys by which they are found.

A record's names are always replaced together, so that no old name is left after a change. Keys
that too many names share are known from PostgreSQL's own statistics: ANALYZE stores the most common
elements of an array column with their frequencies. A key that it does not list belongs to fewer
than one name in a thousand.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from threading import Lock
from typing import Any
from uuid import UUID, uuid4

from django.db import connection, transaction

from pramana.kit.scope import Scope
from pramana.language.names import NamedEntityType, folded_name, parse_name, search_keys
from pramana.postgres.sql import copy_lines
from pramana.registry.contracts import NameText, RecordType
from pramana.registry.models import NameEntry

KEY_BYTES = 4
"""Of some hundred thousand keys two may collide, which only costs a comparison."""


@dataclass(frozen=True)
class NamedRecord:
    """A record with the names by which it is to be found."""

    record_id: UUID
    entity_type: RecordType
    names: Sequence[NameText]


def hash_keys(scope: Scope, keys: Iterable[str]) -> list[int]:
    """The keys as sorted integers that mean something for one tenant only."""
    tenant = scope.tenant_id.bytes
    return sorted({_number(tenant, key) for key in keys})


def _number(tenant: bytes, key: str) -> int:
    digest = blake2b(key.encode(), digest_size=KEY_BYTES, key=tenant).digest()
    return int.from_bytes(digest, signed=True)


TABLE = "registry_nameentry"
COLUMNS = (
    *("id", "tenant_id", "record_id", "entity_type"),
    *("text", "language", "kind", "folded", "keys"),
)
BATCH = 5_000


@transaction.atomic
def index_names(
    scope: Scope, record_id: UUID, entity_type: RecordType, names: Sequence[NameText]
) -> None:
    """Make a record findable by exactly these names."""
    remove_names(scope, record_id)
    copy_lines(TABLE, COLUMNS, _rows(scope, [NamedRecord(record_id, entity_type, names)]))


def remove_names(scope: Scope, record_id: UUID) -> None:
    """Delete all names of a record."""
    NameEntry.objects.in_scope(scope).filter(record_id=record_id).delete()


def index_records(scope: Scope, records: Iterable[NamedRecord]) -> int:
    """Index many records in batches; return how many names were written.

    Each batch is one transaction, so an interrupted import leaves no record half indexed.
    """
    count = 0
    rest = iter(records)
    while batch := list(islice(rest, BATCH)):
        with transaction.atomic():
            ids = [record.record_id for record in batch]
            NameEntry.objects.in_scope(scope).filter(record_id__in=ids).delete()
            count += copy_lines(TABLE, COLUMNS, _rows(scope, batch))
    return count


def _rows(scope: Scope, records: Iterable[NamedRecord]) -> Iterator[tuple[Any, ...]]:
    for record in records:
        kind = NamedEntityType(record.entity_type)
        for each in record.names:
            name = parse_name(each.text, kind)
            if not name.words:
                continue  # a name without words can never be searched for
            keys = hash_keys(scope, search_keys(name))
            own = (uuid4(), scope.tenant_id, record.record_id, record.entity_type)
            yield (*own, each.text, each.language, each.kind, folded_name(name), keys)


TOO_MANY = 1_500
"""A key that more names share is not worth searching."""

MAX_AGE_S = 60.0

STATISTICS = """
    SELECT most_common_elems::text::int[], most_common_elem_freqs, reltuples
      FROM pg_stats JOIN pg_class ON pg_class.oid = 'registry_nameentry'::regclass
     WHERE pg_stats.tablename = 'registry_nameentry' AND pg_stats.attname = 'keys'
       AND pg_stats.schemaname = current_schema()
"""


class CommonKeys:
    """The common keys of the last ANALYZE, read at most once a minute in each process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._names: dict[int, int] = {}
        self._read_at = float("-inf")

    def name_counts(self) -> dict[int, int]:
        """How many names, of all tenants, share each common key."""
        with self._lock:
            if time.monotonic() - self._read_at > MAX_AGE_S:
                self._names = _read_statistics()
                self._read_at = time.monotonic()
            return self._names

    def forget(self) -> None:
        """Read the statistics again at the next call, as after a bulk load."""
        self._read_at = float("-inf")


def _read_statistics() -> dict[int, int]:
    with connection.cursor() as cursor:
        cursor.execute(STATISTICS)
        row = cursor.fetchone()
    if row is None or row[0] is None:
        return {}
    elements, frequencies, rows = row
    pairs = zip(elements, frequencies, strict=False)  # the frequencies end with the extremes
    return {int(key): round(share * rows) for key, share in pairs if share * rows > TOO_MANY}


common_keys = CommonKeys()
