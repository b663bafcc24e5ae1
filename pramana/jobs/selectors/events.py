"""Questions about what runs have said."""

import json
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

from pramana.jobs.contracts import RunEventView
from pramana.jobs.models import RunEvent
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.selectors import get_run

EVENTS_AT_ONCE = 500
"""As in the query below."""
NEWS = """
    SELECT wanted.tenant_id, wanted.after, event.run_id, event.seq, event.kind,
           event.payload::text, event.at
      FROM unnest(%s::uuid[], %s::uuid[], %s::bigint[]) AS wanted(tenant_id, run_id, after),
   LATERAL (SELECT * FROM jobs_runevent
             WHERE tenant_id = wanted.tenant_id AND run_id = wanted.run_id AND seq > wanted.after
             ORDER BY seq LIMIT 500) AS event
     ORDER BY event.run_id, event.seq
"""


@dataclass(frozen=True)
class Wanted:
    """A tenant's run, and the number its follower has read up to."""

    tenant_id: UUID
    run_id: UUID | None
    after: int


def run_events(
    scope: Scope, run_id: UUID, *, after: int = 0, limit: int = 10_000
) -> Sequence[RunEventView]:
    """What the run has said so far, from the number after `after`."""
    rows = RunEvent.objects.in_scope(scope).filter(run_id=run_id, seq__gt=after).order_by("seq")
    return [event_view(row) for row in rows[:limit]]


def run_is_over(scope: Scope, run_id: UUID, after: int) -> bool:
    """Whether nothing is to be expected after number `after`. Raises `RunNotFound`."""
    run = get_run(scope, run_id)
    last = RunEvent.objects.in_scope(scope).filter(run_id=run_id).order_by("-seq").first()
    if last is None:
        return run.state != RunState.ACTIVE
    return event_view(last).is_terminal and last.seq <= after


def events_wanted(wanted: Collection[Wanted]) -> Mapping[Wanted, list[RunEventView]]:
    """The next events of many runs in one query; each run is asked for with its tenant."""
    asked = list(wanted)
    columns: list[Any] = [
        [one.tenant_id for one in asked],
        [one.run_id for one in asked],
        [one.after for one in asked],
    ]
    found: dict[Wanted, list[RunEventView]] = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(NEWS, columns)
        for tenant_id, after, run_id, seq, kind, payload, at in cursor:
            event = RunEventView(run_id, seq, kind, json.loads(payload), at)
            found[Wanted(tenant_id, run_id, after)].append(event)
    return found


def event_view(row: RunEvent) -> RunEventView:
    return RunEventView(row.run_id, row.seq, row.kind, row.payload, row.at)
