"""What must exist before anyone can do anything: the default tenant and its owner."""

from django.db import connection, transaction

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.models import Membership, Tenant, User
from pramana.tenancy.services.audit import audit
from pramana.tenancy.services.authentication import DEFAULT_TENANT

OWNER = "owner"
START_LOCK = 7_230_001


@transaction.atomic
def ensure_first_start() -> Scope:
    """The default tenant and its owner, made on the first start. Safe to race and repeat."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [START_LOCK])
    tenant, _ = Tenant.objects.get_or_create(slug=DEFAULT_TENANT, defaults={"name": "Default"})
    membership = (
        Membership.objects.unscoped("first start")
        .filter(tenant=tenant, role=Role.ADMIN)
        .select_related("user")
        .first()
    )
    if membership is not None:
        return Scope(tenant_id=tenant.id, actor_id=membership.user_id)
    return _with_owner(tenant)


def _with_owner(tenant: Tenant) -> Scope:
    owner = User.objects.filter(username=OWNER).first()
    if owner is None:
        owner = User.objects.create_superuser(OWNER)
    Membership(tenant=tenant, user=owner, role=Role.ADMIN).save(force_insert=True)
    scope = Scope(tenant_id=tenant.id, actor_id=owner.id)
    audit(scope, "tenant.created", "tenant", tenant.id)
    return scope
