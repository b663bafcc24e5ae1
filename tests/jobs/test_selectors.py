import pytest

from pramana.jobs.contracts import JobState, Progress
from pramana.jobs.errors import JobNotFound
from pramana.jobs.queue import enqueue
from pramana.jobs.selectors import (
    active_jobs,
    get_job,
    job_counts,
    jobs_by_state,
    jobs_of_run,
    jobs_page,
    queue_health,
)
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.tenancy.services import start_run

pytestmark = pytest.mark.usefixtures("queue")


def test_jobs_are_listed_newest_first_a_page_at_a_time(scope: Scope) -> None:
    asked = [enqueue(scope, "test.nothing") for _ in range(5)]

    first = jobs_page(scope, limit=2)
    second = jobs_page(scope, limit=2, before=first.next_before)
    third = jobs_page(scope, limit=2, before=second.next_before)

    listed = [job.id for page in (first, second, third) for job in page.jobs]
    assert listed == asked[::-1]
    assert third.next_before is None


def test_jobs_are_filtered_by_state_and_name(scope: Scope) -> None:
    failed = enqueue(scope, "test.fail")
    drain_jobs()
    waiting = enqueue(scope, "test.nothing")

    assert [job.id for job in jobs_page(scope, state=JobState.FAILED).jobs] == [failed]
    assert [job.id for job in jobs_page(scope, name="test.nothing").jobs] == [waiting]
    assert [job.id for job in active_jobs(scope)] == [waiting]
    assert job_counts(scope) == dict.fromkeys(JobState, 0) | {
        JobState.FAILED: 1,
        JobState.QUEUED: 1,
    }


def test_progress_is_shown(scope: Scope) -> None:
    job_id = enqueue(scope, "test.progress", steps=40)
    drain_jobs()

    assert get_job(scope, job_id).progress == Progress("counting", 40, 40)


def test_another_tenant_sees_none_of_it(scope: Scope, other_scope: Scope) -> None:
    run_id = start_run(scope, "test")
    job_id = enqueue(scope, "test.nothing", run_id=run_id)

    assert [job.id for job in jobs_of_run(scope, run_id)] == [job_id]
    with pytest.raises(JobNotFound):
        get_job(other_scope, job_id)
    assert jobs_page(other_scope).jobs == ()
    assert active_jobs(other_scope) == ()
    assert jobs_of_run(other_scope, run_id) == ()
    assert sum(job_counts(other_scope).values()) == 0


def test_the_queue_says_how_much_waits_and_that_nobody_works(scope: Scope) -> None:
    enqueue(scope, "test.nothing")

    health = queue_health()

    assert (health.workers, health.waiting) == (0, 1)
    assert health.oldest_waiting_s >= 0
    assert jobs_by_state()[JobState.QUEUED] == 1
