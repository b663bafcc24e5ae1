"""Admit people whom an OpenID provider vouches for, with the roles that their groups give them."""

import re

from django.contrib.auth.hashers import make_password
from django.db import transaction

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import ExternalPerson, IdentityProvider, Role
from pramana.tenancy.domain import roles_of_groups
from pramana.tenancy.errors import NoTenantForPerson, SignOnRefused
from pramana.tenancy.models import ExternalIdentity, Membership, Tenant, User
from pramana.tenancy.services.audit import audit

LONGEST_NAME = 150
NOT_IN_NAMES = re.compile(r"[^\w.@+-]+")


def admit_person(provider: IdentityProvider, person: ExternalPerson) -> User:
    """The person's account, made at their first sign-in, with today's roles.

    Whoever has lost their last role is refused after the loss was saved.
    """
    user = _account_with_roles(provider, person)
    if not Membership.objects.unscoped("a person's own memberships").filter(user=user).exists():
        raise NoTenantForPerson()
    return user


@transaction.atomic
def _account_with_roles(provider: IdentityProvider, person: ExternalPerson) -> User:
    """Find or make the account, and give it the roles of the person's groups.

    The tenants are locked first, so that two sign-ins at once make one account, and so that a
    tenant cannot lose its last admin between the question and the change.
    """
    tenants = list(
        Tenant.objects.select_for_update().filter(slug__in=provider.tenants).order_by("slug")
    )
    roles = roles_of_groups(provider.tenants, person.groups)
    granted = {tenant: roles[tenant.slug] for tenant in tenants if tenant.slug in roles}
    user = _linked_user(provider, person)
    if user is None:
        if not granted:
            raise NoTenantForPerson()
        user = _create_user(person)
    if not user.is_active:
        raise SignOnRefused()
    for tenant in tenants:
        _apply_role(provider, tenant, user, granted.get(tenant))
    return user


def _linked_user(provider: IdentityProvider, person: ExternalPerson) -> User | None:
    identity = (
        ExternalIdentity.objects.filter(issuer=person.issuer, subject=person.subject)
        .select_related("user")
        .first()
    )
    if identity is not None:
        return identity.user
    if not (provider.link_by_email and person.email):
        return None
    known = list(User.objects.filter(email__iexact=person.email)[:2])
    if len(known) != 1:  # an address that two accounts name proves neither
        return None
    _bind(known[0], person)
    return known[0]


def _create_user(person: ExternalPerson) -> User:
    user = User.objects.create(
        username=_free_name(person.name), email=person.email, password=make_password(None)
    )
    _bind(user, person)
    return user


def _bind(user: User, person: ExternalPerson) -> None:
    ExternalIdentity(issuer=person.issuer, subject=person.subject, user=user).save()


def _free_name(wanted: str) -> str:
    """The wanted name, or the first number after it that nobody has: a name proves nothing."""
    name = NOT_IN_NAMES.sub("-", wanted).strip("-")[: LONGEST_NAME - 7] or "person"
    taken = {
        each.casefold()
        for each in User.objects.filter(username__istartswith=name).values_list(
            "username", flat=True
        )
    }
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        free = f"{name}-{number}"
    return free


def _apply_role(provider: IdentityProvider, tenant: Tenant, user: User, role: Role | None) -> None:
    """Give, change or take away a membership. One that a person decided on is left as it is."""
    scope = Scope(tenant_id=tenant.id, actor_id=user.id)
    membership = Membership.objects.in_scope(scope).filter(user=user).first()
    if membership is None:
        if role is not None:
            Membership(tenant=tenant, user=user, role=role, granted_by=provider.id).save()
            audit(scope, "member.added", "user", user.id, role=role, provider=provider.id)
        return
    if membership.granted_by != provider.id or membership.role == role:
        return
    if membership.role == Role.ADMIN and _is_last_admin(scope, user):
        return  # a tenant without an admin could not be repaired by anyone in it
    before = membership.role
    if role is None:
        membership.delete()
        audit(scope, "member.removed", "user", user.id, provider=provider.id)
        return
    membership.role = role
    membership.save(update_fields=["role"])
    details = {"before": before, "after": role, "provider": provider.id}
    audit(scope, "member.role_changed", "user", user.id, **details)


def _is_last_admin(scope: Scope, user: User) -> bool:
    admins = Membership.objects.in_scope(scope).filter(role=Role.ADMIN)
    return not admins.exclude(user=user).exists()
