"""An approved change, for tests that need one to exist."""

from uuid import UUID, uuid4

from pramana.agni.contracts.states import ChangeType
from pramana.agni.models import ApprovedEntityChange
from pramana.kit.scope import Scope


def make_change(scope: Scope) -> dict[str, UUID]:
    row = ApprovedEntityChange(
        tenant_id=scope.tenant_id,
        change_type=ChangeType.CREATE,
        entity_type="PERSON",
        entity_data={"names": [{"kind": "PRIMARY", "en": {"full": "Ram Thapa"}}]},
        approved_by_id=scope.actor_id,
        session_id=uuid4(),
    )
    row.save(force_insert=True)
    return {"change_id": row.id}
