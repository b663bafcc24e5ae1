"""What is left to do, over all tenants: for the clock, which belongs to none of them."""

from uuid import UUID

from pramana.kit.scope import Scope
from pramana.retrieval.store.sql import rows

UNSETTLED = """
    SELECT tenant_id FROM retrieval_termchange
    UNION SELECT tenant_id FROM retrieval_term WHERE entries <= 0
"""
OTHER_MODEL = "SELECT tenant_id, space FROM retrieval_spacemodel WHERE model <> %(model)s"
INCOMPLETE = """
    SELECT DISTINCT entry.tenant_id, entry.space FROM retrieval_entry entry
      LEFT JOIN retrieval_spacemodel answers USING (tenant_id, space)
     WHERE NOT EXISTS (SELECT FROM retrieval_vector vector WHERE vector.entry_id = entry.id
                         AND vector.model = coalesce(answers.model, %(model)s))
"""


def unsettled() -> list[UUID]:
    """Tenants with open changes, or with words that are nowhere any more."""
    return [tenant for (tenant,) in rows(UNSETTLED, {})]


def catch_up(scope: Scope) -> int:
    """Nothing stands beside the rows that could be late."""
    return 0


def behind() -> list[UUID]:
    """No tenant's rows wait for anything."""
    return []


def incomplete(model: str) -> list[tuple[UUID, str]]:
    """Tenants and spaces where the model that answers, or else this one, has entries to embed."""
    return [(tenant, space) for tenant, space in rows(INCOMPLETE, {"model": model})]


def of_other_models(model: str) -> list[tuple[UUID, str]]:
    """Tenants and spaces where another model answers."""
    return [(tenant, space) for tenant, space in rows(OTHER_MODEL, {"model": model})]
