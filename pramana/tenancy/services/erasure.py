"""Delete what has expired, and erase tenants and people with everything that belongs to them.

Capabilities register what they keep: `register_pruner` for data that expires, and the erasers for
data of a tenant or a person that no foreign key reaches.
"""

import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from uuid import UUID

from django.apps import apps
from django.conf import settings
from django.db import connection, transaction

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.choices import RetentionChoice
from pramana.tenancy.contracts import Role
from pramana.tenancy.errors import LastAdmin, PersonNotFound, SecretUnreadable, TenantNotFound
from pramana.tenancy.locking import lock_row
from pramana.tenancy.models import FailedSignIn, Membership, StoredFile, Tenant, User
from pramana.tenancy.scoped import ScopedModel
from pramana.tenancy.services.files import erase_unreferenced
from pramana.tenancy.services.sign_in import attempt_name
from pramana.tenancy.services.stored_choices import choice_of

logger = logging.getLogger(__name__)

TenantEraser = Callable[[Scope], None]
"""Deletes a tenant's data outside its tables: points in a vector cluster, graph checkpoints."""
PersonEraser = Callable[[UUID, str], None]
"""Deletes a person's data, by id and name, in the transaction that erases the person."""

_tenant_erasers: list[TenantEraser] = []
_person_erasers: list[PersonEraser] = []


def register_tenant_eraser(eraser: TenantEraser) -> None:
    if eraser not in _tenant_erasers:
        _tenant_erasers.append(eraser)


def register_person_eraser(eraser: PersonEraser) -> None:
    if eraser not in _person_erasers:
        _person_erasers.append(eraser)


def erase_tenant_elsewhere(scope: Scope) -> None:
    for eraser in _tenant_erasers:
        eraser(scope)


def erase_person_elsewhere(user_id: UUID, user_name: str) -> None:
    for eraser in _person_erasers:
        eraser(user_id, user_name)


Pruner = Callable[[datetime], int]
"""Deletes what is older than that moment, in every tenant, and returns how many rows."""

_pruners: dict[str, Pruner] = {}


def register_pruner(setting: str, pruner: Pruner) -> None:
    """`setting` names the setting that holds the number of days; 0 means keep forever."""
    _pruners[setting] = pruner


TenantPruner = Callable[[Scope, datetime], int]
"""The same in one tenant, for data whose days the tenant may set itself."""

_tenant_pruners: dict[str, TenantPruner] = {}


def register_tenant_pruner(setting: str, pruner: TenantPruner) -> None:
    """`setting` names a field of `RetentionChoice`."""
    _tenant_pruners[setting] = pruner


def delete_expired() -> dict[str, int]:
    """Run every pruner whose setting is not 0, and return how many rows each one deleted."""
    now = utcnow()
    deleted = {
        setting: pruner(now - timedelta(days=days))
        for setting, pruner in _pruners.items()
        if (days := getattr(settings.PRAMANA, setting))
    }
    for tenant_id in Tenant.objects.values_list("pk", flat=True):
        for setting, count in _delete_expired_of(Scope(tenant_id=tenant_id), now).items():
            deleted[setting] = deleted.get(setting, 0) + count
    return deleted


def _delete_expired_of(scope: Scope, now: datetime) -> dict[str, int]:
    try:
        chosen = choice_of(scope, RetentionChoice)
    except SecretUnreadable:
        logger.warning("the retention of tenant %s cannot be read", scope.tenant_id)
        return {}
    return {
        setting: pruner(scope, now - timedelta(days=days))
        for setting, pruner in _tenant_pruners.items()
        if (days := getattr(chosen, setting))
    }


@transaction.atomic
def erase_tenant(slug: str) -> int:
    """Erase every row and file of a tenant, and the people who belong to no other tenant.

    Returns how many rows were deleted. Foreign keys are checked at the end, so tables can be
    emptied in any order; a second round deletes what triggers wrote during the first.
    """
    tenant = lock_row(Tenant.objects.filter(slug=slug), TenantNotFound(slug))
    scope = Scope(tenant_id=tenant.id)
    members = list(Membership.objects.in_scope(scope).values_list("user_id", flat=True))
    files = [file.key for file in StoredFile.objects.in_scope(scope)]
    erase_tenant_elsewhere(scope)
    deleted = sum(_delete_rows(table, tenant.id) for _ in range(2) for table in _scoped_tables())
    tenant.delete()
    for user_id in members:
        _erase_person_without_tenant(user_id)
    transaction.on_commit(lambda: [erase_unreferenced(key) for key in files] and None)
    return deleted


def _scoped_tables() -> Iterator[str]:
    for model in apps.get_models():
        if issubclass(model, ScopedModel) and model._meta.managed:
            yield model._meta.db_table


def _delete_rows(table: str, tenant_id: UUID) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f'DELETE FROM "{table}" WHERE tenant_id = %s', [tenant_id])  # noqa: S608 (ours)
        return int(cursor.rowcount)


def _erase_person_without_tenant(user_id: UUID) -> None:
    memberships = Membership.objects.unscoped("does this person belong anywhere else?")
    if not memberships.filter(user_id=user_id).exists():
        User.objects.filter(pk=user_id, is_superuser=False).delete()


@transaction.atomic
def erase_person(user_name: str) -> None:
    """Erase a person's account, keys, conversations and drafts, in every tenant.

    The person's decisions stay, under an id that no longer leads to anyone. The last admin of a
    tenant cannot be erased: make someone else an admin first, or erase the tenant.
    """
    user = lock_row(User.objects.filter(username=user_name), PersonNotFound(user_name))
    _refuse_last_admin(user.id)
    erase_person_elsewhere(user.id, user_name)
    FailedSignIn.objects.filter(name=attempt_name(user_name)).delete()
    user.delete()


def _refuse_last_admin(user_id: UUID) -> None:
    admins = Membership.objects.unscoped("every tenant the person administers").filter(
        role=Role.ADMIN
    )
    for membership in admins.filter(user_id=user_id):
        others = admins.filter(tenant_id=membership.tenant_id).exclude(user_id=user_id)
        if not others.exists():
            raise LastAdmin()
