"""From a name to the records it may mean."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from pramana.kit.scope import Scope
from pramana.language.names import NameKind, read_name, search_keys
from pramana.registry.candidates.common import common_keys
from pramana.registry.candidates.contracts import Known, NameCandidate
from pramana.registry.candidates.hashing import hashed
from pramana.registry.candidates.ranking import LEAST, rank
from pramana.registry.candidates.shortlist import Entry, shortlisted
from pramana.registry.contracts.kinds import EntityType
from pramana.registry.models import Record

MOST = 4_000
"""Names looked at for one question, whatever leads to them."""

BY_KEYS = """
    SELECT record_id, entity_type, text, folded FROM (
        SELECT * FROM registry_nameentry WHERE keys && %(keys)s::int[] OFFSET 0) AS entry
     WHERE tenant_id = %(tenant)s AND entity_type = ANY(%(types)s)
     LIMIT %(most)s
"""
"""By the index on keys first, also when the planner knows nothing about new rows yet."""

PLAN = """
    SELECT set_config('enable_seqscan', 'off', true),
           set_config('max_parallel_workers_per_gather', '0', true),
           set_config('effective_io_concurrency', '0', true)
"""


def find(
    scope: Scope,
    name: str,
    entity_type: EntityType | None = None,
    attributes: Mapping[str, Any] | None = None,
    limit: int = 10,
    least: float = LEAST,
) -> list[NameCandidate]:
    """The records a name may mean, likeliest first, each with its reasons.

    `attributes` is what the text says of the thing beside its name; where a record says something
    of the same, it raises or lowers the score.
    """
    types = [entity_type] if entity_type else list(EntityType)
    entries = shortlisted(name, _entries(scope, name, types))
    known = _known(scope, entries, with_attributes=bool(attributes))
    return rank(name, attributes, known, limit=limit, least=least)


def _entries(scope: Scope, name: str, types: Sequence[EntityType]) -> list[Entry]:
    """Names that share a key with this one. A key too many share is only the last resort."""
    readings = (read_name(name, NameKind(each)) for each in types)
    keys = hashed(scope, {key for reading in readings for key in search_keys(reading)})
    common = common_keys.names_behind()
    rare = [key for key in keys if key not in common]
    found = _holding(scope, rare, types)
    if found or len(rare) == len(keys):
        return found
    rarest = min((key for key in keys if key in common), key=lambda key: common[key])
    return _holding(scope, [rarest], types)


def _holding(scope: Scope, keys: Sequence[int], types: Sequence[EntityType]) -> list[Entry]:
    given: dict[str, Any] = {
        "tenant": scope.tenant_id,
        "keys": list(keys),
        "types": list(types),
        "most": MOST,
    }
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(PLAN)
        cursor.execute(BY_KEYS, given)
        rows = cursor.fetchall()
        transaction.set_rollback(True)  # nothing was written; the settings end here
    return [Entry(row[0], EntityType(row[1]), row[2], row[3]) for row in rows]


def _known(scope: Scope, entries: Iterable[Entry], *, with_attributes: bool) -> list[Known]:
    """The records behind these names, each once, with what they say of themselves."""
    names: dict[UUID, list[Entry]] = {}
    for entry in entries:
        names.setdefault(entry.record_id, []).append(entry)
    said = _attributes(scope, list(names)) if with_attributes else {}
    return [
        Known(record_id, own[0].entity_type, [each.text for each in own], said.get(record_id, {}))
        for record_id, own in names.items()
    ]


def _attributes(scope: Scope, ids: Sequence[UUID]) -> dict[UUID, dict[str, Any]]:
    rows = Record.objects.in_scope(scope).filter(pk__in=ids).values_list("pk", "data")
    return {
        pk: {**data.get("attributes", {}), "identifiers": data.get("identifiers", [])}
        for pk, data in rows
    }
