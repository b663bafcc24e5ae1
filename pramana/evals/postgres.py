"""How the tables of others are read here: by statement, the tenant first.

What people decided is kept where they decided it. Reading it there keeps it one truth; the rows
themselves stay with the capability that owns them.
"""

import json
from collections.abc import Mapping
from typing import Any

from django.db import connection

from pramana.kit.scope import Scope


def rows(scope: Scope, statement: str, **given: Any) -> list[dict[str, Any]]:
    """What a statement answers, by column. It must ask for `tenant_id = %(tenant)s`."""
    asked: Mapping[str, Any] = {"tenant": scope.tenant_id, "actor": scope.actor_id, **given}
    with connection.cursor() as cursor:
        cursor.execute(statement, asked)
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def read(value: Any) -> Any:
    """A column of JSON, which comes as text."""
    return json.loads(value) if isinstance(value, str) else value
