"""Jobs that ended go with what they worked on, where that is erased for good."""

from collections.abc import Iterable

from django.db import connection

from pramana.kit.scope import Scope

FORGET = """
    DELETE FROM jobs_job
     WHERE tenant_id = %(tenant)s AND state NOT IN ('queued', 'running')
       AND payload::text LIKE ANY(%(named)s)
"""


def forget_ended(scope: Scope, named: Iterable[object]) -> int:
    """Erase jobs that were given one of these ids; say how many. Those of a run go with the run.

    A payload holds ids and no words, so an id in it is what the job was about. One that still waits
    is left: it finds nothing to do.
    """
    patterns = [f'%"{each}"%' for each in named]
    with connection.cursor() as cursor:
        cursor.execute(FORGET, {"tenant": scope.tenant_id, "named": patterns})
        return int(cursor.rowcount)
