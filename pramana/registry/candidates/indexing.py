"""Writing the names of records. Names are replaced as a whole, so they never outlive a change."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any
from uuid import UUID, uuid4

from django.db import connection, transaction

from pramana.kit.scope import Scope
from pramana.language.names import NameKind, folded_name, read_name, search_keys
from pramana.registry.candidates.contracts import Named
from pramana.registry.candidates.hashing import hashed
from pramana.registry.contracts.kinds import EntityType
from pramana.registry.contracts.names import NameText
from pramana.registry.models import NameEntry

COLUMNS = "id, tenant_id, record_id, entity_type, text, language, kind, folded, keys"
BATCH = 5_000


@transaction.atomic
def index_names(
    scope: Scope, record_id: UUID, entity_type: EntityType, names: Sequence[NameText]
) -> None:
    """Make a record findable by these names, and by no others."""
    remove_names(scope, record_id)
    _copy(_lines(scope, [Named(record_id, entity_type, names)]))


def remove_names(scope: Scope, record_id: UUID) -> None:
    """Make a record findable by no name."""
    NameEntry.objects.in_scope(scope).filter(record_id=record_id).delete()


def index_many(scope: Scope, records: Iterable[Named]) -> int:
    """The same for many records at once, in batches; how many names were written.

    Each batch is one transaction: an import that stops half way has indexed whole records.
    """
    written = 0
    rest = iter(records)
    while batch := list(islice(rest, BATCH)):
        with transaction.atomic():
            ids = [named.record_id for named in batch]
            NameEntry.objects.in_scope(scope).filter(record_id__in=ids).delete()
            written += _copy(_lines(scope, batch))
    return written


def _lines(scope: Scope, records: Iterable[Named]) -> Iterator[tuple[Any, ...]]:
    for named in records:
        kind = NameKind(named.entity_type)
        for each in named.names:
            name = read_name(each.text, kind)
            if not name.words:
                continue  # nothing in it can be said, so nothing can be asked for
            keys = hashed(scope, search_keys(name))
            own = (uuid4(), scope.tenant_id, named.record_id, named.entity_type)
            yield (*own, each.text, each.language, each.kind, folded_name(name), keys)


def _copy(lines: Iterable[tuple[Any, ...]]) -> int:
    written = 0
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY registry_nameentry ({COLUMNS}) FROM STDIN") as stream,
    ):
        for line in lines:
            stream.write_row(line)
            written += 1
    return written
