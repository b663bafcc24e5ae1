"""Entities with a summary and attributes made from the facts that hold now.

They are made when they are read, so they are never older than the facts.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.db.models import F, Q

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import EntityView
from pramana.memory.domain.summaries import fact_attributes, summarize_entity
from pramana.memory.models import FactRow
from pramana.memory.selectors.graph import fact_view, temporal_condition

MOST_FACTS = 300
"""Facts that are read for the entities of one answer, newest first."""


def with_summaries(scope: Scope, entities: Sequence[EntityView]) -> list[EntityView]:
    """The entities, with a summary where none was written, and with attributes from their facts."""
    ids = [each.id for each in entities]
    ends = Q(subject_id__in=ids) | Q(object_id__in=ids)
    rows = (
        FactRow.objects.in_scope(scope)
        .filter(ends, temporal_condition(utcnow(), None), claimant=None)
        .select_related("object", "claimant")
        .order_by(F("asserted_at").desc(nulls_last=True), "-created_at")[:MOST_FACTS]
    )
    names = {row.object_id: row.object.name for row in rows}
    facts = [fact_view(row) for row in rows]
    return [
        replace(
            entity,
            summary=entity.summary or summarize_entity(entity.id, about),
            attributes={**fact_attributes(entity.id, about, names), **entity.attributes},
        )
        for entity in entities
        for about in [[f for f in facts if entity.id in (f.subject_id, f.object_id)]]
    ]
