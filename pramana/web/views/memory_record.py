"""Which record of the registry an entity of a memory is, or may be."""

from typing import Any
from uuid import UUID

from pramana.evals.selectors.links import link_of_entity, records_like
from pramana.kit.scope import Scope
from pramana.web.views.registry import titles


def record_context(scope: Scope, entity_id: UUID) -> dict[str, Any]:
    """The record it is linked to; else those it may be. A name alone links nothing."""
    link = link_of_entity(scope, entity_id)
    if link is not None:
        return {"link": link, "linked": titles(link.record)}
    return {"alike": [(each, titles(each.record)) for each in records_like(scope, entity_id)]}
