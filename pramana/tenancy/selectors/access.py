"""Keys, members, tenants and the audit trail."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection
from django.db.models import Count, Exists, OuterRef

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import (
    EVERYTHING,
    AuditFilter,
    AuditView,
    KeyKind,
    KeyView,
    Member,
    Role,
    TenantView,
)
from pramana.tenancy.domain import digest, effective_role
from pramana.tenancy.errors import PersonNotFound, TenantNotFound
from pramana.tenancy.models import (
    ApiKey,
    AuditEntry,
    ExternalIdentity,
    Membership,
    Tenant,
    User,
)


def keys_of(scope: Scope) -> list[KeyView]:
    """The tenant's keys, newest first, revoked ones included."""
    return [key_view(row) for row in ApiKey.objects.in_scope(scope).select_related("user")]


def has_keys(scope: Scope) -> bool:
    return ApiKey.objects.in_scope(scope).exists()


def key_view(row: ApiKey) -> KeyView:
    return KeyView(
        id=row.id,
        name=row.name,
        kind=KeyKind(row.kind),
        role=Role(row.role),
        prefix=row.prefix,
        owner=row.user.username,
        origins=tuple(row.origins),
        collections=tuple(row.collections),
        rate_per_minute=row.rate_per_minute,
        created_at=row.created_at,
        last_used_at=row.last_used_at,
        revoked_at=row.revoked_at,
    )


# Plain SQL, because every request runs this query and the ORM took ten times as long.
HOLDER = """
SELECT k.id, k.tenant_id, k.user_id, k.kind, k.role, m.role, k.origins, k.collections,
       k.rate_per_minute, k.last_used_at, u.username, t.name, u.is_superuser,
       u.is_superuser OR EXISTS (
         SELECT FROM tenancy_user_groups g JOIN auth_group a ON a.id = g.group_id
         WHERE g.user_id = u.id AND a.name = 'Admin')
  FROM tenancy_apikey k
  JOIN tenancy_membership m ON m.tenant_id = k.tenant_id AND m.user_id = k.user_id
  JOIN tenancy_user u ON u.id = k.user_id
  JOIN tenancy_tenant t ON t.id = k.tenant_id
 WHERE k.digest = %s AND k.revoked_at IS NULL AND u.is_active
"""


@dataclass(frozen=True)
class KeyHolder:
    """A valid key with its owner and the owner's membership."""

    key_id: UUID
    tenant_id: UUID
    user_id: UUID
    kind: str
    granted: str
    member_role: str
    origins: list[str]
    collections: list[UUID]
    rate_per_minute: int | None
    last_used_at: datetime | None
    user_name: str
    tenant_name: str
    is_operator: bool
    admin_everywhere: bool


def holder_of(digest: bytes) -> KeyHolder | None:
    """The key with its owner; None if it is revoked, or its owner is inactive or not a member."""
    with connection.cursor() as cursor:
        cursor.execute(HOLDER, [digest])
        row = cursor.fetchone()
    return KeyHolder(*row) if row else None


def valid_keys(ids: Collection[object]) -> set[UUID]:
    """Those of the keys that may still be used."""
    members = Membership.objects.unscoped("a key is valid while its owner is a member").filter(
        tenant=OuterRef("tenant"), user=OuterRef("user")
    )
    rows = ApiKey.objects.unscoped("the keys of open streams, of every tenant").filter(
        Exists(members), pk__in=list(ids), revoked_at__isnull=True, user__is_active=True
    )
    return set(rows.order_by().values_list("pk", flat=True))


def is_key_of_origin(plain: str, origin: str) -> bool:
    """Whether this is a valid publishable key that allows the origin."""
    holder = holder_of(digest(plain))
    return holder is not None and holder.kind == KeyKind.PUBLISHABLE and origin in holder.origins


def is_named_origin(origin: str) -> bool:
    """Whether any valid publishable key allows the origin."""
    keys = ApiKey.objects.unscoped("a browser asks before it sends its key")
    return keys.filter(
        kind=KeyKind.PUBLISHABLE, revoked_at__isnull=True, origins__contains=[origin]
    ).exists()


def members_of(scope: Scope) -> list[Member]:
    """The tenant's members, in the order they joined.

    Only the tenant a person joined first sees their e-mail address: an admin who adds a name that
    already has an account elsewhere must not learn the address from it.
    """
    earlier = Membership.objects.unscoped("whose account it was first").filter(
        user=OuterRef("user"), created_at__lt=OuterRef("created_at")
    )
    identities = ExternalIdentity.objects.filter(user=OuterRef("user"))
    rows = Membership.objects.in_scope(scope).select_related("user")
    return [
        Member(
            row.user_id,
            row.user.username,
            "" if row.came_later else row.user.email,
            Role(row.role),
            row.created_at,
            not (row.came_later or row.signs_on or row.user.has_usable_password()),
        )
        for row in rows.annotate(came_later=Exists(earlier), signs_on=Exists(identities))
    ]


def find_member(scope: Scope, user_id: UUID) -> Member | None:
    """A member with their own e-mail address, for messages to them. None if they may not enter."""
    row = (
        Membership.objects.in_scope(scope)
        .filter(user_id=user_id, user__is_active=True)
        .select_related("user")
        .first()
    )
    if row is None:
        return None
    role = effective_role(Role(row.role), admin_everywhere=row.user.is_superuser)
    is_invited = not has_own_sign_in(row.user)
    return Member(user_id, row.user.username, row.user.email, role, row.created_at, is_invited)


def has_own_sign_in(user: User) -> bool:
    """Whether the person can sign in without a link: by a password or an identity provider."""
    return user.has_usable_password() or ExternalIdentity.objects.filter(user=user).exists()


def tenants_of(user_id: UUID) -> list[TenantView]:
    """The tenants a person may switch between."""
    rows = (
        Membership.objects.unscoped("a person's own memberships")
        .filter(user_id=user_id)
        .select_related("tenant")
    )
    return [TenantView(row.tenant_id, row.tenant.slug, row.tenant.name) for row in rows]


def tenant_name(scope: Scope) -> str:
    return Tenant.objects.filter(pk=scope.tenant_id).values_list("name", flat=True).get()


def tenant_slug(scope: Scope) -> str:
    return Tenant.objects.filter(pk=scope.tenant_id).values_list("slug", flat=True).get()


def owner_scope(slug: str) -> Scope:
    """The scope of a tenant's first admin, for whom the command line acts."""
    membership = (
        Membership.objects.unscoped("the command line names its tenant")
        .filter(tenant__slug=slug, role=Role.ADMIN)
        .first()
    )
    if membership is None:
        raise TenantNotFound(slug)
    return Scope(tenant_id=membership.tenant_id, actor_id=membership.user_id)


@dataclass(frozen=True)
class TenantSummary:
    id: UUID
    slug: str
    name: str
    members: int


def all_tenants() -> list[TenantSummary]:
    """Every tenant with the number of its members, for operators."""
    memberships = Membership.objects.unscoped("the command line counts members of every tenant")
    counts = dict(memberships.values_list("tenant_id").annotate(Count("id")))
    return [
        TenantSummary(each.id, each.slug, each.name, counts.get(each.id, 0))
        for each in Tenant.objects.all()
    ]


def get_user_id(user_name: str) -> UUID:
    """The id of the active user with this name, or `PersonNotFound`."""
    user = User.objects.filter(username=user_name, is_active=True).first()
    if user is None:
        raise PersonNotFound(user_name)
    return user.id


def audit_actions(scope: Scope) -> list[str]:
    """The actions that the trail has."""
    entries = AuditEntry.objects.in_scope(scope).order_by()
    return list(entries.values_list("action", flat=True).distinct())


def audit_page(
    scope: Scope, *, limit: int = 100, wanted: AuditFilter = EVERYTHING
) -> list[AuditView]:
    """Audit entries, newest first."""
    entries = AuditEntry.objects.in_scope(scope)
    if wanted.actor_id:
        entries = entries.filter(actor_id=wanted.actor_id)
    if wanted.action:
        entries = entries.filter(action=wanted.action)
    rows = list(entries[:limit])
    names = dict(
        User.objects.filter(pk__in={row.actor_id for row in rows}).values_list("pk", "username")
    )
    return [
        AuditView(
            row.at,
            names.get(row.actor_id) if row.actor_id else None,
            row.action,
            row.subject_type,
            row.subject_id,
            row.details,
        )
        for row in rows
    ]
