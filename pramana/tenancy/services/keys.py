"""Create and revoke API keys."""

from collections.abc import Sequence
from urllib.parse import urlsplit
from uuid import UUID

from django.db import transaction

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.kit.texts import with_visible_overrides
from pramana.tenancy.contracts import KeyKind, NewKey, Role
from pramana.tenancy.domain import fresh_key
from pramana.tenancy.errors import BadGrant, KeyNotFound
from pramana.tenancy.locking import lock_row
from pramana.tenancy.models import ApiKey
from pramana.tenancy.selectors.access import key_view
from pramana.tenancy.services.audit import audit


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
