from uuid import UUID

from django.db.models import Exists, OuterRef

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Member, Role, TenantView
from pramana.tenancy.models import Membership


def members_of(scope: Scope) -> list[Member]:
    """The tenant's people, in the order they came.

    An address is told where the person came first: whoever adds a name that is known elsewhere
    must not learn what was written down about it there.
    """
    earlier = Membership.objects.unscoped("whose account it was first").filter(
        user=OuterRef("user"), created_at__lt=OuterRef("created_at")
    )
    rows = Membership.objects.in_scope(scope).select_related("user")
    return [
        Member(
            row.user_id,
            row.user.username,
            "" if row.came_later else row.user.email,
            Role(row.role),
            row.created_at,
        )
        for row in rows.annotate(came_later=Exists(earlier))
    ]


def tenants_of(user_id: UUID) -> list[TenantView]:
    """The tenants a person may switch between."""
    rows = (
        Membership.objects.unscoped("a person's own memberships")
        .filter(user_id=user_id)
        .select_related("tenant")
    )
    return [TenantView(row.tenant_id, row.tenant.slug, row.tenant.name) for row in rows]
