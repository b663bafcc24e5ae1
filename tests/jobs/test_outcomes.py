import errno
from collections.abc import Iterator
from datetime import timedelta

import psycopg
import pytest
from django.db import OperationalError, connection

from pramana.jobs.claims import Claim
from pramana.jobs.contracts import JobState
from pramana.jobs.errors import JobNotCancellable, JobNotFound, JobNotRetryable
from pramana.jobs.outcomes import CALLED_OFF, describe, is_outage
from pramana.jobs.queue import cancel_job, enqueue, push, retry_job
from pramana.jobs.registry import JobContext, doubling, find_task, task
from pramana.jobs.selectors import get_job, run_events
from pramana.jobs.testing import claim_job, drain_jobs
from pramana.kit.errors import InvalidRequest, RateLimited
from pramana.kit.scope import Scope
from pramana.postgres.sql import copy_lines
from pramana.retrieval.errors import StoreFailed
from pramana.tenancy.contracts import RunState
from pramana.tenancy.errors import StorageFull
from pramana.tenancy.selectors import get_run
from pramana.tenancy.services import start_run
from tests.jobs.sample_tasks import recorded

pytestmark = pytest.mark.usefixtures("queue")


def test_a_failing_job_is_tried_as_often_as_its_task_allows(scope: Scope) -> None:
    job_id = enqueue(scope, "test.fail")
    drain_jobs()

    job = get_job(scope, job_id)
    assert (job.state, job.attempt, job.error) == (JobState.FAILED, 3, "ValueError: not yet")


def test_a_job_that_fails_waits_before_it_is_tried_again(scope: Scope) -> None:
    job_id = enqueue(scope, "test.patient")
    drain_jobs(with_delayed=False)

    job = get_job(scope, job_id)
    assert (job.state, job.attempt, job.error) == (JobState.QUEUED, 1, "OSError: away")
    drain_jobs()
    assert get_job(scope, job_id).attempt == 2


def test_an_outage_costs_a_job_no_attempt_however_long_it_waits(scope: Scope) -> None:
    job_id = enqueue(scope, "test.cut_off", n=1, until=30)
    drain_jobs(with_delayed=False)

    job = get_job(scope, job_id)
    assert (job.state, job.attempt) == (JobState.QUEUED, 1)
    drain_jobs()
    assert get_job(scope, job_id).state is JobState.DONE


@task("test.patient", attempts=2, backoff=doubling(3600))
def patient(job: JobContext) -> None:
    raise OSError("away")


@task("test.refuse")
def refuse(job: JobContext) -> None:
    raise InvalidRequest("This file is empty.")


@task("test.wait_in_line", backoff=doubling(0.01))
def wait_in_line(job: JobContext) -> None:
    raise RateLimited("Too many.")


def test_an_error_that_blames_the_request_is_not_tried_again(scope: Scope) -> None:
    refused, limited = enqueue(scope, "test.refuse"), enqueue(scope, "test.wait_in_line")
    drain_jobs()

    job = get_job(scope, refused)
    assert (job.state, job.attempt) == (JobState.FAILED, 1)
    assert get_job(scope, limited).attempt == 3


def test_the_wait_doubles_up_to_a_limit() -> None:
    backoff = doubling(2, most=5)

    assert [backoff(n) for n in (1, 2, 3)] == [timedelta(seconds=s) for s in (2, 4, 5)]


def test_a_job_that_succeeds_later_forgets_its_error(scope: Scope) -> None:
    job_id = enqueue(scope, "test.fail", until=3)
    drain_jobs()

    job = get_job(scope, job_id)
    assert (job.state, job.error) == (JobState.DONE, "")
    assert recorded() == [3]


def test_a_failed_job_can_be_tried_again_with_all_its_attempts(scope: Scope) -> None:
    job_id = enqueue(scope, "test.fail", until=5)
    drain_jobs()

    retry_job(scope, job_id)
    drain_jobs()

    assert get_job(scope, job_id).state is JobState.DONE
    assert recorded() == [5]


def test_only_what_ended_badly_can_be_tried_again(scope: Scope) -> None:
    job_id = enqueue(scope, "test.nothing")
    with pytest.raises(JobNotRetryable, match="queued"):
        retry_job(scope, job_id)
    drain_jobs()
    with pytest.raises(JobNotCancellable, match="done"):
        cancel_job(scope, job_id)


def test_a_job_called_off_is_not_run_and_can_be_taken_up_again(scope: Scope) -> None:
    job_id = enqueue(scope, "test.effect", n=1)
    cancel_job(scope, job_id)
    drain_jobs()
    assert recorded() == []

    retry_job(scope, job_id)
    drain_jobs()
    assert recorded() == [1]


def test_another_tenant_cannot_retry_or_cancel(scope: Scope, other_scope: Scope) -> None:
    job_id = enqueue(scope, "test.fail")
    with pytest.raises(JobNotFound):
        cancel_job(other_scope, job_id)
    drain_jobs()
    with pytest.raises(JobNotFound):
        retry_job(other_scope, job_id)


def test_the_third_crash_makes_a_dead_letter_that_can_be_revived(scope: Scope) -> None:
    job_id = enqueue(scope, "test.effect", n=1)

    for _ in range(3):  # each finds it running, as after a worker that died
        assert claim_job(scope, job_id, None)
    assert claim_job(scope, job_id, None) is None

    job = get_job(scope, job_id)
    assert (job.state, job.crashes) == (JobState.DEAD, 3)
    assert "died" in job.error
    retry_job(scope, job_id)
    drain_jobs()
    assert get_job(scope, job_id).state is JobState.DONE


def test_a_run_whose_job_is_given_up_ends_as_failed(scope: Scope) -> None:
    run_id = start_run(scope, "test")
    job_id = enqueue(scope, "test.fail", run_id=run_id)
    drain_jobs()

    events = run_events(scope, run_id)
    assert [event.kind for event in events] == ["failed"]
    assert events[0].payload == {"job_id": str(job_id), "error": "ValueError: not yet"}
    assert get_run(scope, run_id).state is RunState.FAILED


reported: list[tuple[str, int]] = []


def report(job: Claim, error: str, n: int) -> None:
    reported.append((error, n))


@task("test.reported", attempts=1, on_failure=report)
def fails_and_reports(job: JobContext, n: int) -> None:
    raise ValueError("no")


@task("test.reported_badly", attempts=1, on_failure=lambda job, error: 1 / 0)
def fails_and_reports_badly(job: JobContext) -> None:
    raise ValueError("no")


def test_a_task_is_informed_when_its_job_is_given_up(scope: Scope) -> None:
    reported.clear()
    enqueue(scope, "test.reported", n=4)
    job_id = enqueue(scope, "test.reported_badly")
    drain_jobs()

    assert reported == [("ValueError: no", 4)]
    assert get_job(scope, job_id).state is JobState.FAILED


def test_a_task_is_informed_once_when_its_job_is_called_off(scope: Scope) -> None:
    reported.clear()
    run_id = start_run(scope, "test")
    waiting = enqueue(scope, "test.reported", n=1, run_id=run_id)
    in_line = push(scope, "one by one", "test.reported", n=2)
    known = enqueue(scope, "test.reported", n=3)
    cancel_job(scope, waiting)
    cancel_job(scope, in_line)
    cancel_job(scope, known, reason="I said so.")
    drain_jobs()

    assert sorted(reported, key=lambda each: each[1]) == [(CALLED_OFF, 1), (CALLED_OFF, 2)]
    assert get_job(scope, waiting).error == CALLED_OFF
    assert get_job(scope, known).error == "I said so."
    assert get_run(scope, run_id).state is RunState.FAILED


def test_a_job_tried_again_before_its_task_was_informed_is_not_reported_as_called_off(
    scope: Scope,
) -> None:
    reported.clear()
    job_id = enqueue(scope, "test.reported", n=1)
    cancel_job(scope, job_id)
    retry_job(scope, job_id)
    drain_jobs()

    assert reported == [("ValueError: no", 1)]


def test_what_a_job_was_given_is_not_in_its_error(scope: Scope) -> None:
    job_id = enqueue(scope, "test.effect", n="a secret sentence")
    drain_jobs()

    error = get_job(scope, job_id).error
    assert error.startswith("ValidationError: n")
    assert "secret" not in error


def test_a_task_that_tries_to_leave_has_failed(scope: Scope) -> None:
    job_id = enqueue(scope, "test.leave")
    drain_jobs()

    assert get_job(scope, job_id).error == "SystemExit: 5"


@task("test.leave", attempts=1)
def leave(job: JobContext) -> None:
    raise SystemExit(5)


def test_a_very_long_error_is_cut() -> None:
    assert len(describe(ValueError("x" * 100_000))) == 1000


def test_a_job_whose_task_is_gone_fails_with_its_name(scope: Scope) -> None:
    @task("test.gone")
    def gone(job: JobContext) -> None: ...

    job_id = enqueue(scope, "test.gone")
    from pramana.jobs.registry import TASKS

    del TASKS[find_task("test.gone").name]
    drain_jobs()

    job = get_job(scope, job_id)
    assert job.state is JobState.FAILED
    assert "test.gone" in job.error


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


AWAY = psycopg.OperationalError("the server closed the connection unexpectedly")
FULL = OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    "error",
    [
        AWAY,
        caused(OperationalError("away"), AWAY),
        caused(StoreFailed("no index"), caused(OperationalError("away"), AWAY)),
        caused(StorageFull(), FULL),
        FULL,
        psycopg.errors.DiskFull("could not extend file"),
    ],
    ids=repr,
)
def test_an_outage_is_known_whatever_was_put_around_it(error: Exception) -> None:
    assert is_outage(error)


@pytest.mark.parametrize(
    "error",
    [
        caused(StoreFailed("no index"), psycopg.errors.UndefinedTable("no such table")),
        caused(OperationalError("deadlock"), psycopg.errors.DeadlockDetected("deadlock")),
        psycopg.errors.QueryCanceled("statement timeout"),
        OSError(errno.EACCES, "Permission denied"),
        ValueError("no"),
    ],
    ids=repr,
)
def test_other_errors_are_no_outage(error: Exception) -> None:
    assert not is_outage(error)


@pytest.mark.usefixtures("shared_queue")
def test_a_database_that_goes_away_during_copy_is_an_outage(database_url: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        own = cursor.fetchone()[0]

    def lines() -> Iterator[list[int]]:
        with psycopg.connect(database_url) as other:
            other.execute("SELECT pg_terminate_backend(%s, 5000)", [own])
        while True:
            yield [1]

    with pytest.raises(OperationalError) as cut:
        copy_lines("test_effects", ["n"], lines())
    connection.close()

    assert is_outage(cut.value)
