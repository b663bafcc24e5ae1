from uuid import UUID

from ninja import Router

from pramana.memory.api.schemas import FactResult, Result
from pramana.memory.api.told import told
from pramana.memory.selectors.graph import get_fact
from pramana.memory.services.deleting import delete_fact
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()


@router.get("/entity-edge/{uuid:fact_id}", response=FactResult, auth=needs(Role.VIEWER))
def get_entity_edge(request: ScopedRequest, fact_id: UUID) -> FactResult:
    """One fact."""
    return told(request.scope, [get_fact(request.scope, fact_id)])[0]


@router.delete("/entity-edge/{uuid:fact_id}", response=Result, auth=needs(Role.REVIEWER))
def delete_entity_edge(request: ScopedRequest, fact_id: UUID) -> dict[str, object]:
    """Erase a fact."""
    delete_fact(request.scope, fact_id)
    return {"message": "Entity Edge deleted", "success": True}
