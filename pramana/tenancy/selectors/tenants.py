from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.errors import TenantNotFound
from pramana.tenancy.models import Membership


def owner_scope(slug: str) -> Scope:
    """The scope of a tenant's first admin: whom the command line acts for."""
    membership = (
        Membership.objects.unscoped("the command line names its tenant")
        .filter(tenant__slug=slug, role=Role.ADMIN)
        .first()
    )
    if membership is None:
        raise TenantNotFound(slug)
    return Scope(tenant_id=membership.tenant_id, actor_id=membership.user_id)
