"""Tenants and people as whoever runs the machine sees them."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.errors import PersonNotFound, TenantNotFound
from pramana.tenancy.models import Membership, Tenant, User


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


@dataclass(frozen=True)
class TenantView:
    id: UUID
    slug: str
    name: str
    members: int


def every_tenant() -> list[TenantView]:
    """For whoever runs the machine."""
    held = Membership.objects.unscoped("the command line counts members of every tenant")
    counts = dict(held.values_list("tenant_id").annotate(Count("id")))
    return [
        TenantView(each.id, each.slug, each.name, counts.get(each.id, 0))
        for each in Tenant.objects.all()
    ]


def user_named(user_name: str) -> UUID:
    """Whom a name stands for."""
    user = User.objects.filter(username=user_name, is_active=True).first()
    if user is None:
        raise PersonNotFound(user_name)
    return user.id
