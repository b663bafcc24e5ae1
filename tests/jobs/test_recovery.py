from datetime import timedelta

import pytest
from django.db import connection

from pramana.jobs import liveness, worker
from pramana.jobs.claims import Claimer
from pramana.jobs.contracts import JobState
from pramana.jobs.events import emit
from pramana.jobs.liveness import SESSION_NAME, WorkerSession
from pramana.jobs.models import Job
from pramana.jobs.queue import enqueue, push
from pramana.jobs.recovery import LostJobs, end_delays, rescue_abandoned
from pramana.jobs.selectors import get_job, job_counts, run_events
from pramana.jobs.tasks import prune, prune_events, prune_jobs
from pramana.jobs.testing import claim_job, drain_jobs
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.services import end_run, start_run
from tests.jobs.sample_tasks import recorded
from tests.waiting import wait_until

pytestmark = pytest.mark.usefixtures("queue")
LONG_AGO = timedelta(days=60)
NO_SUCH_WORKER = 12345


@pytest.mark.parametrize("lane", ["", "one"])
def test_the_job_of_a_worker_that_is_gone_waits_again(scope: Scope, lane: str) -> None:
    job_id = push(scope, lane, "test.effect", n=1) if lane else enqueue(scope, "test.effect", n=1)
    claim_job(scope, job_id, NO_SUCH_WORKER)  # a worker that holds no lock
    assert drain_jobs() == 0

    assert rescue_abandoned() == 1
    assert rescue_abandoned() == 0

    drain_jobs()
    job = get_job(scope, job_id)
    assert (job.state, job.attempt, job.crashes) == (JobState.DONE, 2, 1)
    assert recorded() == [1]


def test_the_job_of_a_worker_that_holds_its_lock_is_left_alone(scope: Scope) -> None:
    from pramana.jobs.liveness import LOCK_CLASS

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK_CLASS, NO_SUCH_WORKER])
    claim_job(scope, enqueue(scope, "test.effect", n=1), NO_SUCH_WORKER)

    assert rescue_abandoned() == 0


def test_jobs_of_others_are_left_while_they_may_be_coming_back(
    scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    job_id = enqueue(scope, "test.effect", n=1)
    claim_job(scope, job_id, NO_SUCH_WORKER)
    monkeypatch.setattr(worker, "close_old_connections", lambda: None)  # this test's is one of them

    monkeypatch.setattr(WorkerSession, "may_rescue", False)
    worker.Worker(1)._sweep()
    assert get_job(scope, job_id).state is JobState.RUNNING

    monkeypatch.setattr(WorkerSession, "may_rescue", True)
    worker.Worker(1)._sweep()
    assert get_job(scope, job_id).state is JobState.QUEUED


@pytest.mark.usefixtures("shared_queue")
def test_a_worker_that_lost_its_database_gives_the_others_time_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = WorkerSession(on_work=lambda: None)
    session.open()
    try:
        wait_until(lambda: session.may_rescue)
        with connection.cursor() as cursor:
            cursor.execute(CUT_OFF, [SESSION_NAME])
        wait_until(lambda: not session.alive.is_set())
        wait_until(session.alive.is_set)

        assert not session.may_rescue
        monkeypatch.setattr(liveness, "RETURN_S", 0.0)
        assert session.may_rescue
    finally:
        session.close()


CUT_OFF = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = %s
"""


def test_a_job_its_worker_lost_is_handed_back_at_the_second_look(scope: Scope) -> None:
    """Its row says that it runs in the worker, but the worker never learned of it."""
    lost, known = enqueue(scope, "test.effect", n=1), enqueue(scope, "test.effect", n=2)
    for job_id in (lost, known):
        claim_job(scope, job_id, NO_SUCH_WORKER)
    jobs = LostJobs()

    jobs.hand_back(NO_SUCH_WORKER, {known})
    assert get_job(scope, lost).state is JobState.RUNNING
    jobs.hand_back(NO_SUCH_WORKER, {known})

    assert get_job(scope, lost).state is JobState.QUEUED
    assert get_job(scope, lost).crashes == 0
    assert get_job(scope, known).state is JobState.RUNNING


def test_a_delayed_job_becomes_ready_when_its_time_has_come(scope: Scope) -> None:
    enqueue(scope, "test.effect", delay=timedelta(hours=1), n=1)
    assert end_delays() == 0
    assert Claimer(None).claim_next() is None

    Job.objects.in_scope(scope).update(due_at=utcnow() - timedelta(seconds=1))

    assert end_delays() == 1
    assert Claimer(None).claim_next() is not None


def test_what_ended_well_is_forgotten_in_time_and_what_failed_is_kept(scope: Scope) -> None:
    for name in ("test.nothing", "test.fail"):
        enqueue(scope, name)
    drain_jobs()
    assert prune_jobs(before=utcnow() - LONG_AGO) == 0
    Job.objects.in_scope(scope).update(finished_at=utcnow() - LONG_AGO)
    enqueue(scope, "test.nothing")

    prune()

    counts = job_counts(scope)
    assert (counts[JobState.DONE], counts[JobState.FAILED], counts[JobState.QUEUED]) == (0, 1, 1)


def test_the_events_of_a_run_are_deleted_only_after_it_ended(scope: Scope) -> None:
    open_run, ended = start_run(scope, "test"), start_run(scope, "test")
    for run_id in (open_run, ended):
        emit(scope, run_id, "said")
    end_run(scope, ended, RunState.DONE)

    prune_events(before=utcnow() + timedelta(seconds=1))

    assert len(run_events(scope, open_run)) == 1
    assert run_events(scope, ended) == []
