"""Tenants and keys for tests."""

from uuid import uuid4

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.models import Membership, Tenant, User
from pramana.tenancy.services import create_key


def make_tenant(slug: str = "") -> Scope:
    """A new tenant with an admin; the scope acts as that admin."""
    slug = slug or f"t-{uuid4().hex[:12]}"
    tenant = Tenant.objects.create(slug=slug, name=slug.capitalize())
    return make_member(Scope(tenant_id=tenant.id), Role.ADMIN, user_name=f"{slug}-admin")


def make_member(scope: Scope, role: Role, *, user_name: str = "") -> Scope:
    """The scope of a new member with this role."""
    user = User.objects.create_user(user_name or f"u-{uuid4().hex[:12]}")
    Membership.objects.create(tenant_id=scope.tenant_id, user=user, role=role)
    return Scope(tenant_id=scope.tenant_id, actor_id=user.id)


def make_key(scope: Scope, role: Role = Role.ADMIN) -> str:
    """The plain text of a new secret key for the acting person."""
    return create_key(scope, "test", role=role).secret
