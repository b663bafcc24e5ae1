"""Which job is claimed next: fair shares of tenants, lanes, and claims at the same time."""

import threading
import time

import pytest
from django.db import IntegrityError, connection, connections, transaction

from pramana.jobs import claims
from pramana.jobs.claims import Claimer, finish_attempt
from pramana.jobs.models import Job
from pramana.jobs.queue import enqueue, push, push_all
from pramana.kit.scope import Scope
from pramana.tenancy.testing import make_tenant


def claimed_tenants(count: int) -> list[object]:
    claimer = Claimer(None)
    found = [claimer.claim_next() for _ in range(count)]
    return [claim.scope.tenant_id if claim else None for claim in found]


@pytest.mark.usefixtures("queue")
def test_tenants_get_fair_turns_however_many_jobs_each_has(
    scope: Scope, other_scope: Scope
) -> None:
    for _ in range(10):
        enqueue(scope, "test.nothing")
    for _ in range(3):
        enqueue(other_scope, "test.nothing")

    tenants = claimed_tenants(8)

    assert tenants[:6].count(other_scope.tenant_id) == 3
    assert tenants[6:] == [scope.tenant_id] * 2


@pytest.mark.usefixtures("queue")
def test_a_tenant_whose_jobs_run_already_waits_for_the_others(
    scope: Scope, other_scope: Scope
) -> None:
    for _ in range(5):
        enqueue(scope, "test.nothing")
    claimed_tenants(3)
    for _ in range(3):
        enqueue(other_scope, "test.nothing")

    assert claimed_tenants(3) == [other_scope.tenant_id] * 3


@pytest.mark.usefixtures("queue")
def test_every_line_has_its_turn_where_there_are_more_than_one_look_sees(
    scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claims, "LINES", 3)
    monkeypatch.setattr(
        claims, "CLAIM_NEXT", claims.CLAIM_NEXT.replace("FROM line LIMIT 30", "FROM line LIMIT 3")
    )
    for lane in range(10):
        push_all(scope, f"lane {lane}", "test.nothing", [{}] * 2)
    claimer, lanes = Claimer(None), []
    while claim := claimer.claim_next():
        lanes.append(claim.lane)
        finish_attempt(claim)

    assert len(lanes) == 20
    assert len(set(lanes[:10])) == 10


@pytest.mark.usefixtures("queue")
def test_the_cost_of_a_claim_does_not_grow_with_the_queue(scope: Scope, other_scope: Scope) -> None:
    """Ten thousand jobs of one tenant, half of them behind a running job of their lane.

    The planner sees the queue as it is: with the statistics of another moment it may choose to sort
    a line, and autovacuum decides when a test's database gets new ones.
    """
    rows = [
        Job(tenant_id=scope.tenant_id, trace_id=scope.trace_id, name="test.nothing", lane=lane)
        for lane in ("", "long")
        for _ in range(5000)
    ]
    Job.objects.bulk_create(rows)
    first = claimed_tenants(2)
    enqueue(other_scope, "test.nothing")

    assert first == [scope.tenant_id] * 2
    assert claimed_tenants(1) == [other_scope.tenant_id]
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE jobs_job")
        parameters = {"tenant": claims.FIRST_TENANT, "lane": "", "worker": None, "at": None}
        parameters |= {"guest": False}
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS) {claims.CLAIM_NEXT}", parameters)
        plan = "\n".join(row[0] for row in cursor.fetchall())
    pages = int(plan.split("Buffers: shared hit=")[1].split()[0])
    assert pages < 250, plan


@pytest.mark.usefixtures("queue")
def test_the_database_refuses_two_running_jobs_of_one_lane(scope: Scope) -> None:
    push_all(scope, "one", "test.nothing", [{}] * 2)

    with pytest.raises(IntegrityError, match="one_running_per_lane"), transaction.atomic():
        Job.objects.in_scope(scope).update(state="running")


def test_threads_that_claim_at_the_same_time_never_claim_one_job_twice(shared_scope: Scope) -> None:
    other = make_tenant("other")
    for tenant in (shared_scope, other):
        push_all(tenant, "one", "test.nothing", [{}] * 20)
        for _ in range(40):
            enqueue(tenant, "test.nothing")
    order: list[tuple[str, object]] = []
    deadline = time.monotonic() + 60

    def work() -> None:
        claimer = Claimer(None)
        while len(order) < 120 and time.monotonic() < deadline:
            if claim := claimer.claim_next():
                order.append((claim.lane, claim.id))
                finish_attempt(claim)
        connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert len({job_id for _, job_id in order}) == len(order) == 120


@pytest.mark.usefixtures("queue")
def test_a_job_of_a_lane_waits_for_one_that_runs_even_if_that_was_asked_for_later(
    scope: Scope,
) -> None:
    """The earlier one committed late."""
    early = push(scope, "one", "test.nothing")
    late = push(scope, "one", "test.nothing")
    Job.objects.in_scope(scope).filter(pk=late).update(state="running")

    assert Claimer(None).claim_next() is None
    Job.objects.in_scope(scope).filter(pk=late).update(state="done")
    claim = Claimer(None).claim_next()
    assert claim and claim.id == early
