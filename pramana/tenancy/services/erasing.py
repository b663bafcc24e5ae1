"""A tenant, or a person, goes with everything that was theirs."""

from collections.abc import Iterator
from uuid import UUID

from django.apps import apps
from django.db import connection, transaction

from pramana.kit.scope import Scope
from pramana.tenancy.erasure import erase_person_elsewhere, erase_tenant_elsewhere
from pramana.tenancy.errors import LastAdmin, PersonNotFound, TenantNotFound
from pramana.tenancy.models import (
    FailedSignIn,
    Membership,
    ScopedModel,
    StoredFile,
    Tenant,
    User,
)
from pramana.tenancy.services.files import erase_unless_known
from pramana.tenancy.services.sign_in import counted_as


@transaction.atomic
def erase_tenant(slug: str) -> int:
    """Every row, file and trace of a tenant, and the people who belonged to it alone.

    Returns how many rows went. Foreign keys are checked at the end, so the order of tables is free;
    a second round takes what triggers wrote during the first.
    """
    tenant = Tenant.objects.select_for_update().filter(slug=slug).first()
    if tenant is None:
        raise TenantNotFound(slug)
    scope = Scope(tenant_id=tenant.id)
    members = list(Membership.objects.in_scope(scope).values_list("user_id", flat=True))
    files = [file.key for file in StoredFile.objects.in_scope(scope)]
    erase_tenant_elsewhere(scope)
    gone = sum(_emptied(table, tenant.id) for _ in range(2) for table in _tables())
    tenant.delete()
    for user_id in members:
        _erase_if_homeless(user_id)
    transaction.on_commit(lambda: [erase_unless_known(key) for key in files] and None)
    return gone


def _tables() -> Iterator[str]:
    for model in apps.get_models():
        if issubclass(model, ScopedModel) and model._meta.managed:
            yield model._meta.db_table


def _emptied(table: str, tenant_id: UUID) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f'DELETE FROM "{table}" WHERE tenant_id = %s', [tenant_id])  # noqa: S608 (ours)
        return int(cursor.rowcount)


def _erase_if_homeless(user_id: UUID) -> None:
    kept = Membership.objects.unscoped("does this person belong anywhere else?")
    if not kept.filter(user_id=user_id).exists():
        User.objects.filter(pk=user_id, is_superuser=False).delete()


@transaction.atomic
def erase_person(user_name: str) -> None:
    """A person's account, keys, conversations and drafts, in every tenant.

    What the person decided stays decided, by an id that no longer leads to anyone. The last admin
    of a tenant is not erased: name another one first, or erase the tenant.
    """
    user = User.objects.select_for_update().filter(username=user_name).first()
    if user is None:
        raise PersonNotFound(user_name)
    _leave_an_admin(user.id)
    erase_person_elsewhere(user.id, user_name)
    FailedSignIn.objects.filter(name=counted_as(user_name)).delete()
    user.delete()


def _leave_an_admin(user_id: UUID) -> None:
    held = Membership.objects.unscoped("every tenant the person administers")
    for membership in held.filter(user_id=user_id, role="admin"):
        others = held.filter(tenant_id=membership.tenant_id, role="admin").exclude(user_id=user_id)
        if not others.exists():
            raise LastAdmin()
