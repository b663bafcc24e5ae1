"""From a key or a signed-in person to the scope they may act in. One query a request."""

from datetime import datetime, timedelta

from django.conf import settings

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import KeyKind, Principal, Role
from pramana.tenancy.domain.roles import effective_role, key_role
from pramana.tenancy.domain.secrets import PREFIXES, digest
from pramana.tenancy.errors import KeyRefused, NotAMember, OriginNotAllowed, SignInNeeded
from pramana.tenancy.models import ApiKey, Membership, User
from pramana.tenancy.selectors.key_holders import KeyHolder, holder_of

ADMIN_GROUP = "Admin"
DEFAULT_TENANT = "default"
USE_NOTED_EVERY = timedelta(minutes=1)
"""`last_used_at` is for people, who do not need it to the second; each write costs."""


def principal_for_key(
    plain: str, *, tenant_header: str | None = None, origin: str | None = None
) -> Principal:
    """Who this key stands for, or `KeyRefused`."""
    if not plain.startswith(PREFIXES[KeyKind.SECRET]):
        raise KeyRefused()
    holder = holder_of(digest(plain))
    if holder is None:
        raise KeyRefused()
    if tenant_header and tenant_header != str(holder.tenant_id):
        raise NotAMember()
    if holder.kind == KeyKind.PUBLISHABLE and origin not in holder.origins:
        raise OriginNotAllowed()
    _note_use(holder, utcnow())
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
    )


def _note_use(holder: KeyHolder, now: datetime) -> None:
    if holder.last_used_at is None or now - holder.last_used_at >= USE_NOTED_EVERY:
        ApiKey.objects.unscoped("a key notes its own use").filter(pk=holder.key_id).update(
            last_used_at=now
        )


def principal_for_user(
    user: User, *, tenant_header: str | None = None, chosen: str | None = None
) -> Principal:
    """Who a person is in the tenant named by header, else the chosen one, else their first."""
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
    """With PRAMANA_OPEN=1 on loopback: whoever asks is the owner of the default tenant."""
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
    )
