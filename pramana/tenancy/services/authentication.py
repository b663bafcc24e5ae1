"""API keys, and the principal of a key or a signed-in person, found with one query per request."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.db import transaction

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.kit.texts import with_visible_overrides
from pramana.tenancy.contracts import KeyKind, NewKey, Principal, Role
from pramana.tenancy.domain import PREFIXES, digest, effective_role, fresh_key, key_role
from pramana.tenancy.errors import (
    BadGrant,
    KeyNotFound,
    KeyRefused,
    NotAMember,
    OriginNotAllowed,
    SignInNeeded,
)
from pramana.tenancy.locking import lock_row
from pramana.tenancy.models import ApiKey, Membership, User
from pramana.tenancy.selectors.access import KeyHolder, holder_of, key_view
from pramana.tenancy.services.notices import audit

ADMIN_GROUP = "Admin"
DEFAULT_TENANT = "default"
USE_RECORDED_EVERY = timedelta(minutes=1)
"""People read `last_used_at` and need no more precision; each write costs time."""


def principal_for_key(
    plain: str, *, tenant_header: str | None = None, origin: str | None = None
) -> Principal:
    """The principal of this key, or `KeyRefused`."""
    if not plain.startswith(PREFIXES[KeyKind.SECRET]):
        raise KeyRefused()
    holder = holder_of(digest(plain))
    if holder is None:
        raise KeyRefused()
    if tenant_header and tenant_header != str(holder.tenant_id):
        raise NotAMember()
    if holder.kind == KeyKind.PUBLISHABLE and origin not in holder.origins:
        raise OriginNotAllowed()
    _record_use(holder, utcnow())
    return _principal_of(holder)


def _principal_of(holder: KeyHolder) -> Principal:
    person = effective_role(Role(holder.member_role), admin_everywhere=holder.admin_everywhere)
    return Principal(
        scope=Scope(tenant_id=holder.tenant_id, actor_id=holder.user_id),
        role=key_role(Role(holder.granted), person),
        user_name=holder.user_name,
        tenant_name=holder.tenant_name,
        key_id=holder.key_id,
        key_kind=KeyKind(holder.kind),
        collections=tuple(holder.collections),
        rate_per_minute=holder.rate_per_minute or settings.PRAMANA.key_rate_per_minute,
        is_operator=holder.is_operator and holder.granted == Role.ADMIN,
    )


def _record_use(holder: KeyHolder, now: datetime) -> None:
    if holder.last_used_at is None or now - holder.last_used_at >= USE_RECORDED_EVERY:
        ApiKey.objects.unscoped("a key records its own use").filter(pk=holder.key_id).update(
            last_used_at=now
        )


def principal_for_user(
    user: User, *, tenant_header: str | None = None, chosen: str | None = None
) -> Principal:
    """A person's principal in the tenant of the header, else the chosen one, else the first."""
    memberships = list(
        Membership.objects.unscoped("a person's own memberships")
        .filter(user=user)
        .select_related("tenant")
    )
    membership = _pick(memberships, tenant_header, chosen)
    everywhere = user.is_superuser or user.groups.filter(name=ADMIN_GROUP).exists()
    return Principal(
        scope=Scope(tenant_id=membership.tenant_id, actor_id=user.id),
        role=effective_role(Role(membership.role), admin_everywhere=everywhere),
        user_name=user.username,
        tenant_name=membership.tenant.name,
        is_operator=user.is_superuser,
    )


def _pick(
    memberships: list[Membership], tenant_header: str | None, chosen: str | None
) -> Membership:
    by_tenant = {str(membership.tenant_id): membership for membership in memberships}
    if tenant_header:
        if tenant_header not in by_tenant:
            raise NotAMember()
        return by_tenant[tenant_header]
    if not memberships:
        raise NotAMember()
    return by_tenant.get(chosen or "", memberships[0])


def open_principal() -> Principal:
    """With PRAMANA_OPEN=1 on loopback, every caller is the owner of the default tenant."""
    membership = (
        Membership.objects.unscoped("open mode serves the default tenant")
        .filter(tenant__slug=DEFAULT_TENANT, role=Role.ADMIN)
        .select_related("tenant", "user")
        .first()
    )
    if membership is None:
        raise SignInNeeded()
    return Principal(
        scope=Scope(tenant_id=membership.tenant_id, actor_id=membership.user_id),
        role=Role.ADMIN,
        user_name=membership.user.username,
        tenant_name=membership.tenant.name,
        is_operator=True,
    )


@transaction.atomic
def create_key(
    scope: Scope,
    name: str,
    *,
    role: Role,
    kind: KeyKind = KeyKind.SECRET,
    origins: Sequence[str] = (),
    collections: Sequence[UUID] = (),
    rate_per_minute: int | None = None,
) -> NewKey:
    """Create a key for the acting person. Only the return value holds the plain key."""
    if scope.actor_id is None:
        raise BadGrant("A key belongs to a person, and nobody is signed in.")
    _check_grant(name, kind, origins, role)
    fresh = fresh_key(kind)
    row = ApiKey(
        tenant_id=scope.tenant_id,
        user_id=scope.actor_id,
        name=with_visible_overrides(name.strip())[:100],
        kind=kind,
        role=role,
        prefix=fresh.prefix,
        digest=fresh.digest,
        origins=list(origins),
        collections=list(collections),
        rate_per_minute=rate_per_minute,
    )
    row.save(force_insert=True)
    audit(scope, "key.created", "key", row.id, kind=kind, role=role)
    return NewKey(key_view(row), fresh.plain)


def _check_grant(name: str, kind: KeyKind, origins: Sequence[str], role: Role) -> None:
    if not name.strip() or len(name) > 100:
        raise BadGrant("A key needs a name of 1 to 100 characters.")
    if kind is not KeyKind.PUBLISHABLE:
        if origins:
            raise BadGrant("Only publishable keys are bound to origins.")
        return
    if role is not Role.VIEWER:
        raise BadGrant("A publishable key can only be a viewer's: anyone can read it in the page.")
    if not origins or not all(_is_origin(origin) for origin in origins):
        raise BadGrant("A publishable key names its origins, like https://docs.example.org.")


def _is_origin(text: str) -> bool:
    parts = urlsplit(text)
    bare = not (parts.path or parts.query or parts.fragment)
    return parts.scheme in {"http", "https"} and bool(parts.netloc) and bare and len(text) <= 255


@transaction.atomic
def revoke_key(scope: Scope, key_id: UUID) -> None:
    """Revoke a key; it stops working at once. Revoking twice changes nothing."""
    row = lock_row(ApiKey.objects.in_scope(scope).filter(pk=key_id), KeyNotFound())
    if row.revoked_at is None:
        row.revoked_at = utcnow()
        row.save(update_fields=["revoked_at"])
        audit(scope, "key.revoked", "key", row.id)
