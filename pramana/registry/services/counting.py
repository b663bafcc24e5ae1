"""Numbers that only grow. The row is locked until the transaction ends, so none is given twice."""

from django.db import connection

from pramana.kit.scope import Scope
from pramana.registry.contracts import EntityType
from pramana.registry.selectors.gazetteer import CHANGES

GROW = """
    INSERT INTO registry_counter (id, tenant_id, name, value)
    VALUES (gen_random_uuid(), %s, %s, %s)
    ON CONFLICT (tenant_id, name) DO UPDATE SET value = registry_counter.value + excluded.value
    RETURNING value
"""


def take_serials(scope: Scope, entity_type: EntityType, count: int = 1) -> range:
    """The next serials of a type. Others who create records of that type wait for us."""
    last = _grow(scope, entity_type, count)
    return range(last - count + 1, last + 1)


def note_change(scope: Scope) -> None:
    """Called last in a change, so that others wait as shortly as can be."""
    _grow(scope, CHANGES, 1)


def _grow(scope: Scope, name: str, by: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute(GROW, [scope.tenant_id, str(name), by])
        (value,) = cursor.fetchone()
    return int(value)
