import threading

import pytest
from django.db import connections, transaction

from pramana.jobs.events import emit
from pramana.jobs.queue import enqueue
from pramana.jobs.selectors import RunCursor, events_after, run_events
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.tenancy.services import start_run


def test_events_are_numbered_from_one_without_gaps(scope: Scope) -> None:
    run_id = start_run(scope, "test")

    assert [emit(scope, run_id, "said", {"n": n}) for n in range(3)] == [1, 2, 3]
    events = run_events(scope, run_id, after=1)
    assert [(event.seq, event.payload["n"]) for event in events] == [(2, 1), (3, 2)]


def test_an_event_of_a_rolled_back_change_leaves_no_gap(scope: Scope) -> None:
    run_id = start_run(scope, "test")

    @transaction.atomic
    def say_and_fail() -> None:
        emit(scope, run_id, "said")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        say_and_fail()

    assert emit(scope, run_id, "said") == 1


def test_a_follower_far_ahead_takes_nothing_from_those_asked_for_with_it(
    scope: Scope, other_scope: Scope
) -> None:
    run_id = start_run(scope, "test")
    emit(scope, run_id, "said")
    ours = RunCursor(scope.tenant_id, run_id, 0)
    ahead = RunCursor(other_scope.tenant_id, start_run(other_scope, "test"), 2**63 - 1)

    assert [event.seq for event in events_after([ahead, ours])[ours]] == [1]


def test_each_run_counts_for_itself_and_tenants_do_not_meet(
    scope: Scope, other_scope: Scope
) -> None:
    ours, theirs = start_run(scope, "test"), start_run(other_scope, "test")
    emit(scope, ours, "said")

    assert emit(other_scope, theirs, "said") == 1
    assert run_events(other_scope, ours) == []


@pytest.mark.usefixtures("queue")
def test_progress_of_a_job_is_emitted_to_its_run_but_not_at_every_step(scope: Scope) -> None:
    run_id = start_run(scope, "test")
    enqueue(scope, "test.progress", run_id=run_id, steps=500)
    drain_jobs()

    events = run_events(scope, run_id)
    assert {event.kind for event in events} == {"progress"}
    assert events[0].payload["current"] == 1
    assert events[-1].payload["current"] == 500
    assert len(events) < 100


def test_many_writers_at_once_leave_no_gap_and_no_double(shared_scope: Scope) -> None:
    run_id = start_run(shared_scope, "test")

    def write() -> None:
        for _ in range(20):
            emit(shared_scope, run_id, "said")
        connections.close_all()

    threads = [threading.Thread(target=write) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert [event.seq for event in run_events(shared_scope, run_id)] == list(range(1, 101))
