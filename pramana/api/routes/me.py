"""Who one is here."""

from uuid import UUID

from ninja import Router, Schema

from pramana.tenancy.contracts import KeyKind, Role
from pramana.tenancy.http import ScopedRequest

router = Router(tags=["access"])


class TenantOut(Schema):
    id: UUID
    name: str


class MeOut(Schema):
    user_id: UUID | None
    user_name: str
    role: Role
    tenant: TenantOut
    key_id: UUID | None
    key_kind: KeyKind | None


@router.get("/me", response=MeOut)
def me(request: ScopedRequest) -> MeOut:
    """The person, role and tenant behind this key or session."""
    principal = request.principal
    return MeOut(
        user_id=principal.scope.actor_id,
        user_name=principal.user_name,
        role=principal.role,
        tenant=TenantOut(id=principal.scope.tenant_id, name=principal.tenant_name),
        key_id=principal.key_id,
        key_kind=principal.key_kind,
    )
