"""Who keeps something of a tenant or a person outside its own rows. Those above register here."""

from collections.abc import Callable
from uuid import UUID

from pramana.kit.scope import Scope

TenantEraser = Callable[[Scope], None]
"""Removes what no row of the tenant names: points in a cluster, checkpoints of graphs."""
PersonEraser = Callable[[UUID, str], None]
"""Removes what belongs to a person, by id and name, in the transaction that erases the person."""

_of_tenants: list[TenantEraser] = []
_of_people: list[PersonEraser] = []


def register_tenant_eraser(eraser: TenantEraser) -> None:
    if eraser not in _of_tenants:
        _of_tenants.append(eraser)


def register_person_eraser(eraser: PersonEraser) -> None:
    if eraser not in _of_people:
        _of_people.append(eraser)


def erase_tenant_elsewhere(scope: Scope) -> None:
    for eraser in _of_tenants:
        eraser(scope)


def erase_person_elsewhere(user_id: UUID, user_name: str) -> None:
    for eraser in _of_people:
        eraser(user_id, user_name)
