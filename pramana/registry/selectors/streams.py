"""Everything, a few rows at a time."""

from collections.abc import Iterator

from pramana.kit.scope import Scope
from pramana.registry.contracts import RecordView, RelationshipView
from pramana.registry.models import Record, Relationship
from pramana.registry.selectors.records import view
from pramana.registry.selectors.relationships import relationship_view

AT_ONCE = 500


def all_records(scope: Scope) -> Iterator[RecordView]:
    """Every record of the tenant, by type and serial."""
    rows = Record.objects.in_scope(scope).order_by("entity_type", "serial")
    for row in rows.iterator(chunk_size=AT_ONCE):
        yield view(row)


def all_relationships(scope: Scope) -> Iterator[RelationshipView]:
    rows = Relationship.objects.in_scope(scope).select_related("source", "target").order_by("pk")
    for row in rows.iterator(chunk_size=AT_ONCE):
        yield relationship_view(row)
