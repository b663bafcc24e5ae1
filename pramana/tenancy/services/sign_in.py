"""Sign in with a password, with a growing delay after failures, with a one-time link, or through
an OpenID provider that vouches for the person.

Failures count against a name and an address together. So whoever guesses a person's password waits
longer and longer, and the person, who comes from elsewhere, does not.
"""

import re
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import UserAttributeSimilarityValidator
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Count, F, Max, Q, QuerySet

from pramana.kit.clock import utcnow
from pramana.kit.errors import Unauthorized
from pramana.kit.scope import Scope
from pramana.kit.texts import storable
from pramana.postgres.loans import Turnstile, return_to_pool
from pramana.tenancy.contracts import ExternalPerson, IdentityProvider, Role
from pramana.tenancy.domain import (
    client_network,
    digest,
    fresh_link,
    roles_of_groups,
    sign_in_delay,
)
from pramana.tenancy.errors import (
    BadGrant,
    LinkRefused,
    NoTenantForPerson,
    SignOnRefused,
    TooManyAttempts,
)
from pramana.tenancy.models import (
    ExternalIdentity,
    FailedSignIn,
    Membership,
    SignInLink,
    Tenant,
    User,
)
from pramana.tenancy.services.notices import audit

WINDOW = timedelta(hours=1)
"""How long a failure counts."""
PER_PAIR, PER_ADDRESS, PER_NAME = 5, 30, 60
"""How many failures are free: of a name from one address, of an address, and of a name from
everywhere. The last one delays only addresses that have failed themselves."""
HASHING = Turnstile(2, waiting=30, patience_s=10)
"""Passwords are slow to check on purpose, so only a few are checked at once."""


class WrongPassword(Unauthorized):
    def __init__(self) -> None:
        super().__init__("The name or the password is not right.")


def sign_in(user_name: str, password: str, *, address: str) -> User:
    """The person, or `WrongPassword`. Raises `TooManyAttempts` before checking the password."""
    name, address = attempt_name(user_name), client_network(address)
    with HASHING.enter():
        _refuse_after_failures(name, address)
        user = User.objects.filter(username=storable(user_name).strip()).first()
        return_to_pool()
        is_right = _is_password_of(user, password)
    if user is None or not is_right:
        FailedSignIn(name=name, address=address).save()
        raise WrongPassword()
    FailedSignIn.objects.filter(name=name, address=address).delete()
    return user


def _is_password_of(user: User | None, password: str) -> bool:
    """Whether it is. A name that nobody has takes as long as one that somebody has."""
    if user is None:
        make_password(password)
        return False
    return user.check_password(password) and user.is_active


def attempt_name(user_name: str) -> str:
    """The name under which failures are counted, whatever its case or surrounding spaces."""
    return storable(user_name).strip().casefold()[:150]


def _refuse_after_failures(name: str, address: str) -> None:
    now = utcnow()
    both = Q(name=name, address=address)
    found = FailedSignIn.objects.filter(
        Q(name=name) | Q(address=address), at__gt=now - WINDOW
    ).aggregate(
        of_pair=Count("pk", filter=both),
        pair_at=Max("at", filter=both),
        of_address=Count("pk", filter=Q(address=address)),
        address_at=Max("at", filter=Q(address=address)),
        of_name=Count("pk", filter=Q(name=name)),
    )
    waits = [
        _remaining(found["of_pair"] - PER_PAIR, found["pair_at"], now),
        _remaining((found["of_address"] - PER_ADDRESS) // 5, found["address_at"], now),
    ]
    if found["of_pair"]:
        waits.append(_remaining((found["of_name"] - PER_NAME) // 5, found["pair_at"], now))
    if (wait := max(waits)) > 0:
        raise TooManyAttempts(retry_after=int(wait) + 1)
    FailedSignIn.objects.filter(at__lt=now - WINDOW).delete()


def _remaining(beyond: int, last: datetime | None, now: datetime) -> float:
    """Seconds still to wait after so many failures beyond the free ones."""
    if last is None:
        return 0.0
    return (last + sign_in_delay(beyond) - now).total_seconds()


@transaction.atomic
def change_email(scope: Scope, user: User, email: str) -> None:
    """Set a person's own address. It may not decide who someone is, so not where it is used so."""
    if any(each.link_by_email for each in settings.PRAMANA.oidc):
        raise BadGrant("Your address comes from your identity provider. Change it there.")
    try:
        if email:
            validate_email(email)
    except ValidationError:
        raise BadGrant("This is not an e-mail address.") from None
    User.objects.filter(pk=user.pk).update(email=email)
    audit(scope, "profile.changed", "user", user.pk)


def end_sessions(user: User) -> None:
    """Sign the person out on every device."""
    User.objects.filter(pk=user.pk).update(session_epoch=F("session_epoch") + 1)
    user.refresh_from_db(fields=["session_epoch"])


LIFETIME = timedelta(hours=1)
INVITATION = timedelta(days=7)
"""How long an invitation can be used, which someone else hands over."""


def create_sign_in_link(user_id: UUID, lifetime: timedelta = LIFETIME) -> str:
    """Create a one-time link for this person and return its secret part."""
    fresh = fresh_link()
    SignInLink(digest=fresh.digest, user_id=user_id, expires_at=utcnow() + lifetime).save()
    return fresh.plain


def cancel_sign_in_links(user_id: UUID) -> None:
    """End the links of this person that were not used."""
    SignInLink.objects.filter(user_id=user_id, used_at=None).delete()


def is_link_open(plain: str) -> bool:
    """Whether the link can still be used; looking does not use it up."""
    return _open_links(plain).exists()


@transaction.atomic
def use_sign_in_link(plain: str) -> User:
    """Use up the link and return the person. Of two simultaneous attempts one is refused."""
    if not _open_links(plain).update(used_at=utcnow()):
        raise LinkRefused()
    return User.objects.get(
        pk=SignInLink.objects.values_list("user_id").get(digest=digest(plain))[0]
    )


def _open_links(plain: str) -> QuerySet[SignInLink]:
    return SignInLink.objects.filter(
        digest=digest(plain), used_at=None, expires_at__gt=utcnow(), user__is_active=True
    )


SHORTEST_NAME = 3
LEAST_BESIDE = 8
"""How many characters a password needs beside the name it contains, not all of them digits."""


class UnlikeTheName(UserAttributeSimilarityValidator):
    """Refuses what resembles the name or address, and the name with a few characters beside it."""

    def validate(self, password: str, user: Any = None) -> None:
        super().validate(password, user)
        name = str(getattr(user, "username", "") or "")
        if is_name_with_little_beside(password, name):
            message = self.get_error_message()
            raise ValidationError(
                message, code="password_too_similar", params={"verbose_name": "username"}
            )


def is_name_with_little_beside(password: str, name: str) -> bool:
    """Whether a password is little more than the name.

    >>> is_name_with_little_beside("Sita12345678", "sita")
    True
    >>> is_name_with_little_beside("sita-and-the-river", "sita")
    False
    """
    name = name.casefold()
    if len(name) < SHORTEST_NAME or name not in password.casefold():
        return False
    beside = password.casefold().replace(name, "")
    return len(beside) < LEAST_BESIDE or not any(each.isalpha() for each in beside)


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
