from datetime import timedelta

import pytest
from django.db import connection

from pramana.jobs.contracts import JobState
from pramana.jobs.events import emit
from pramana.jobs.models import Job
from pramana.jobs.prune import prune_events, prune_jobs
from pramana.jobs.queue import enqueue, push
from pramana.jobs.rescue import prune_workers, rescue_stalled, tell_untold
from pramana.jobs.selectors import get_job, job_counts, run_events
from pramana.jobs.tasks import prune
from pramana.jobs.testing import claim_job, drain_jobs
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.services import end_run, start_run
from tests.jobs.sample_tasks import recorded

pytestmark = pytest.mark.usefixtures("queue")
LONG_AGO = timedelta(days=60)


def execute(sql: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.rowcount


def test_the_token_of_a_worker_that_is_gone_waits_again(scope: Scope) -> None:
    job_id = enqueue(scope, "test.effect", n=1)
    execute("UPDATE procrastinate_jobs SET status = 'doing'")
    claim_job(scope, job_id, 12345)  # a worker that holds no lock
    assert drain_jobs() == 0

    assert rescue_stalled() == 1

    drain_jobs()
    job = get_job(scope, job_id)
    assert (job.state, job.attempt, job.crashes) == (JobState.DONE, 2, 1)
    assert recorded() == [1]


def test_work_of_the_clock_that_stalled_is_dropped_for_its_next_tick(scope: Scope) -> None:
    enqueue(scope, "test.nothing")
    execute("UPDATE procrastinate_jobs SET status = 'doing', task_name = 'some.clockwork'")

    assert rescue_stalled() == 0
    assert execute("SELECT 1 FROM procrastinate_jobs") == 0


def test_jobs_nobody_was_told_of_are_found(scope: Scope) -> None:
    enqueue(scope, "test.effect", n=1)
    push(scope, "one", "test.effect", n=2)
    assert tell_untold() == 0
    execute("DELETE FROM procrastinate_jobs")

    assert tell_untold() == 2

    drain_jobs()
    assert sorted(recorded()) == [1, 2]
    assert tell_untold() == 0


def test_registrations_of_workers_long_gone_are_forgotten() -> None:
    execute("DELETE FROM procrastinate_workers")
    execute(
        "INSERT INTO procrastinate_workers (last_heartbeat)"
        " VALUES (now() - interval '2 hours'), (now())"
    )
    prune_workers()

    assert execute("SELECT 1 FROM procrastinate_workers") == 1


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


def test_the_story_of_a_run_is_forgotten_only_after_it_ended(scope: Scope) -> None:
    open_run, ended = start_run(scope, "test"), start_run(scope, "test")
    for run_id in (open_run, ended):
        emit(scope, run_id, "said")
    end_run(scope, ended, RunState.DONE)

    prune_events(before=utcnow() + timedelta(seconds=1))

    assert len(run_events(scope, open_run)) == 1
    assert run_events(scope, ended) == []
