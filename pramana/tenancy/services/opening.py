"""New tenants."""

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import transaction

from pramana.kit.errors import Conflict, InvalidRequest
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.models import Membership, Tenant, User
from pramana.tenancy.services.audit import audit
from pramana.tenancy.services.links import create_sign_in_link


@transaction.atomic
def open_tenant(slug: str, admin: str, *, name: str = "") -> tuple[Scope, str | None]:
    """A tenant with its first admin; for a new person also a link that signs in once."""
    _check_slug(slug)
    if Tenant.objects.filter(slug=slug).exists():
        raise Conflict(f"There is a tenant {slug!r} already.")
    tenant = Tenant.objects.create(slug=slug, name=name or slug)
    user, is_new = User.objects.get_or_create(username=admin)
    Membership(tenant=tenant, user=user, role=Role.ADMIN).save(force_insert=True)
    scope = Scope(tenant_id=tenant.id, actor_id=user.id)
    audit(scope, "tenant.created", "tenant", tenant.id)
    return scope, create_sign_in_link(user.id) if is_new else None


def _check_slug(slug: str) -> None:
    try:
        validate_slug(slug)
    except ValidationError:
        raise InvalidRequest("A tenant's slug has letters, digits, - and _ only.") from None
    if len(slug) > 63:
        raise InvalidRequest("A tenant's slug has at most 63 characters.")
