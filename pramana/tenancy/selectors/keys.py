from pramana.kit.scope import Scope
from pramana.tenancy.contracts import KeyKind, KeyView, Role
from pramana.tenancy.models import ApiKey


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
