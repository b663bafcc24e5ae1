"""Who belongs to a tenant, and as what."""

from uuid import UUID

from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import transaction

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.errors import AlreadyAMember, BadGrant, LastAdmin, MemberNotFound
from pramana.tenancy.models import Membership, Tenant, User
from pramana.tenancy.services.audit import audit
from pramana.tenancy.services.links import create_sign_in_link


@transaction.atomic
def add_member(
    scope: Scope, user_name: str, role: Role, *, email: str = ""
) -> tuple[UUID, str | None]:
    """Let a person in. Someone new also gets a one-time sign-in link, returned once.

    A person who already has an account in another tenant is joined without a link: a link signs
    in as that person everywhere, which is not this tenant's to give.
    """
    _check_name(user_name)
    user, is_new = User.objects.get_or_create(username=user_name, defaults={"email": email})
    if Membership.objects.in_scope(scope).filter(user=user).exists():
        raise AlreadyAMember(user_name)
    Membership(tenant_id=scope.tenant_id, user=user, role=role).save(force_insert=True)
    audit(scope, "member.added", "user", user.id, role=role)
    return user.id, create_sign_in_link(user.id) if is_new else None


def _check_name(user_name: str) -> None:
    try:
        UnicodeUsernameValidator()(user_name)
    except ValidationError:
        raise BadGrant("A user name has letters, digits and @ . + - _ only.") from None
    if len(user_name) > 150:
        raise BadGrant("A user name has at most 150 characters.")


@transaction.atomic
def change_role(scope: Scope, user_id: UUID, role: Role) -> None:
    """Give a member another role; the last admin stays one."""
    membership = _locked(scope, user_id)
    if membership.role == Role.ADMIN and role is not Role.ADMIN:
        _keep_an_admin(scope, user_id)
    before, membership.role = membership.role, role
    membership.save(update_fields=["role"])
    audit(scope, "member.role_changed", "user", user_id, before=before, after=role)


@transaction.atomic
def remove_member(scope: Scope, user_id: UUID) -> None:
    """Show a person out; their keys for this tenant stop working with it."""
    membership = _locked(scope, user_id)
    if membership.role == Role.ADMIN:
        _keep_an_admin(scope, user_id)
    membership.delete()
    audit(scope, "member.removed", "user", user_id)


def _locked(scope: Scope, user_id: UUID) -> Membership:
    Tenant.objects.select_for_update().get(pk=scope.tenant_id)  # two admins demoting each other
    membership = Membership.objects.in_scope(scope).filter(user_id=user_id).first()
    if membership is None:
        raise MemberNotFound()
    return membership


def _keep_an_admin(scope: Scope, leaving: UUID) -> None:
    others = Membership.objects.in_scope(scope).filter(role=Role.ADMIN).exclude(user_id=leaving)
    if not others.exists():
        raise LastAdmin()
