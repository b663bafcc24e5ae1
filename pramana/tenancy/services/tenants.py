"""Open tenants, and add, change and remove their members."""

from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.core.validators import validate_email, validate_slug
from django.db import connection, transaction

from pramana.kit.errors import Conflict, InvalidRequest
from pramana.kit.scope import Scope
from pramana.kit.texts import with_visible_overrides
from pramana.tenancy.contracts import Role
from pramana.tenancy.errors import (
    AlreadyAMember,
    BadGrant,
    LastAdmin,
    MemberNotFound,
    NotInvited,
)
from pramana.tenancy.locking import lock_row
from pramana.tenancy.models import Membership, Tenant, User
from pramana.tenancy.selectors.access import has_own_sign_in
from pramana.tenancy.services.authentication import DEFAULT_TENANT
from pramana.tenancy.services.notices import audit
from pramana.tenancy.services.sign_in import (
    INVITATION,
    cancel_sign_in_links,
    create_sign_in_link,
)


@transaction.atomic
def open_tenant(slug: str, admin: str, *, name: str = "") -> tuple[Scope, str | None]:
    """Open a tenant with its first admin. A new person also gets a one-time sign-in link."""
    _check_slug(slug)
    if Tenant.objects.filter(slug=slug).exists():
        raise Conflict(f"There is a tenant {slug!r} already.")
    tenant = Tenant.objects.create(slug=slug, name=with_visible_overrides(name or slug)[:200])
    user, is_new = _find_or_create_user(admin)
    Membership(tenant=tenant, user=user, role=Role.ADMIN).save(force_insert=True)
    scope = Scope(tenant_id=tenant.id, actor_id=user.id)
    audit(scope, "tenant.created", "tenant", tenant.id)
    return scope, create_sign_in_link(user.id, INVITATION) if is_new else None


def _find_or_create_user(name: str, email: str = "") -> tuple[User, bool]:
    """The person of this name and whether they are new; a new person has no password."""
    defaults = {"email": email, "password": make_password(None)}
    return User.objects.get_or_create(username=name, defaults=defaults)


def _check_slug(slug: str) -> None:
    try:
        validate_slug(slug)
    except ValidationError:
        raise InvalidRequest("A tenant's slug has letters, digits, - and _ only.") from None
    if len(slug) > 63:
        raise InvalidRequest("A tenant's slug has at most 63 characters.")


OWNER = "owner"
START_LOCK = 7_230_001


@transaction.atomic
def ensure_first_start() -> Scope:
    """Create the default tenant and its owner if they are missing. Safe to run concurrently."""
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
    return _create_owner(tenant)


def _create_owner(tenant: Tenant) -> Scope:
    owner = User.objects.filter(username=OWNER).first()
    if owner is None:
        owner = User.objects.create_superuser(OWNER)
    Membership(tenant=tenant, user=owner, role=Role.ADMIN).save(force_insert=True)
    scope = Scope(tenant_id=tenant.id, actor_id=owner.id)
    audit(scope, "tenant.created", "tenant", tenant.id)
    return scope


@transaction.atomic
def add_member(
    scope: Scope, user_name: str, role: Role, *, email: str = ""
) -> tuple[UUID, str | None]:
    """Add a member. A person without an account also gets a one-time sign-in link.

    A person who already has an account in another tenant gets no link, because a link would sign
    in as that person everywhere.
    """
    _check_name(user_name)
    _check_email(email)
    user, is_new = _find_or_create_user(user_name, email)
    if Membership.objects.in_scope(scope).filter(user=user).exists():
        raise AlreadyAMember(user_name)
    Membership(tenant_id=scope.tenant_id, user=user, role=role).save(force_insert=True)
    audit(scope, "member.added", "user", user.id, role=role)
    return user.id, create_sign_in_link(user.id, INVITATION) if is_new else None


@transaction.atomic
def renew_invitation(scope: Scope, user_id: UUID) -> str:
    """A new sign-in link for a member who has not set a password; earlier links end.

    Only the tenant that invited the person may do this: a link signs in everywhere.
    """
    membership = _lock_membership(scope, user_id)
    first = Membership.objects.unscoped("whose account it was first").filter(user_id=user_id)
    invited_here = first.order_by("created_at").values_list("pk", flat=True)[0] == membership.pk
    if has_own_sign_in(membership.user) or not invited_here:
        raise NotInvited()
    cancel_sign_in_links(user_id)
    audit(scope, "member.invited_again", "user", user_id)
    return create_sign_in_link(user_id, INVITATION)


def _check_name(user_name: str) -> None:
    try:
        UnicodeUsernameValidator()(user_name)
    except ValidationError:
        raise BadGrant("A user name has letters, digits and @ . + - _ only.") from None
    if len(user_name) > 150:
        raise BadGrant("A user name has at most 150 characters.")


def _check_email(email: str) -> None:
    try:
        if email:
            validate_email(email)
    except ValidationError:
        raise BadGrant("Write an e-mail address like name@example.org, or leave it out.") from None


@transaction.atomic
def change_role(scope: Scope, user_id: UUID, role: Role) -> None:
    """Change a member's role. The last admin must stay an admin.

    From now on a person decided this role: an identity provider's groups no longer change it.
    """
    membership = _lock_membership(scope, user_id)
    if membership.role == Role.ADMIN and role is not Role.ADMIN:
        _refuse_without_admin(scope, user_id)
    before, membership.role, membership.granted_by = membership.role, role, ""
    membership.save(update_fields=["role", "granted_by"])
    audit(scope, "member.role_changed", "user", user_id, before=before, after=role)


@transaction.atomic
def remove_member(scope: Scope, user_id: UUID) -> None:
    """Remove a member. Their keys for this tenant stop working, and so does an open invitation."""
    membership = _lock_membership(scope, user_id)
    if membership.role == Role.ADMIN:
        _refuse_without_admin(scope, user_id)
    membership.delete()
    if not Membership.objects.unscoped("of an account").filter(user_id=user_id).exists():
        cancel_sign_in_links(user_id)
    audit(scope, "member.removed", "user", user_id)


def _lock_membership(scope: Scope, user_id: UUID) -> Membership:
    """Lock the tenant first: otherwise two admins could demote each other."""
    Tenant.objects.select_for_update().get(pk=scope.tenant_id)
    return lock_row(Membership.objects.in_scope(scope).filter(user_id=user_id), MemberNotFound())


def _refuse_without_admin(scope: Scope, leaving: UUID) -> None:
    others = Membership.objects.in_scope(scope).filter(role=Role.ADMIN).exclude(user_id=leaving)
    if not others.exists():
        raise LastAdmin()
