from functools import partial

import pytest

from pramana.jobs.claims import Claim
from pramana.jobs.contracts import JobState
from pramana.jobs.errors import Superseded
from pramana.jobs.outcomes import hand_back
from pramana.jobs.queue import cancel_job, enqueue, push
from pramana.jobs.registry import JobContext
from pramana.jobs.runner import execute
from pramana.jobs.selectors import get_job
from pramana.jobs.testing import claim_job, drain_jobs
from pramana.kit.scope import Scope
from tests.jobs.sample_tasks import record, recorded

pytestmark = pytest.mark.usefixtures("queue")


def started(scope: Scope, job_id: object) -> Claim:
    claim = claim_job(scope, job_id, None)
    assert claim
    return claim


def test_the_effect_and_the_end_of_the_job_are_one_transaction(scope: Scope) -> None:
    job_id = enqueue(scope, "test.nothing")
    job = JobContext(started(scope, job_id))

    def write_and_fail() -> None:
        with job.commit():
            record(1, job.attempt)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_and_fail()

    assert recorded() == []
    assert get_job(scope, job_id).state is JobState.RUNNING
    with job.commit():
        record(2, job.attempt)
    assert recorded() == [2]
    assert get_job(scope, job_id).state is JobState.DONE


def test_an_attempt_that_was_replaced_writes_nothing(scope: Scope) -> None:
    job_id = enqueue(scope, "test.nothing")
    slow, rescued = JobContext(started(scope, job_id)), JobContext(started(scope, job_id))

    with rescued.commit():
        record(2, rescued.attempt)
    with pytest.raises(Superseded), slow.commit():
        record(1, slow.attempt)

    assert recorded() == [2]
    assert (slow.attempt, rescued.attempt) == (1, 2)


def test_an_attempt_that_was_replaced_learns_it_when_it_tells_its_progress(scope: Scope) -> None:
    job_id = enqueue(scope, "test.nothing")
    slow = JobContext(started(scope, job_id))
    started(scope, job_id)

    with pytest.raises(Superseded):
        slow.progress("reading", 1, 2)


def test_committing_twice_is_refused(scope: Scope) -> None:
    job = JobContext(started(scope, enqueue(scope, "test.nothing")))
    with job.commit():
        record(1, 1)

    with pytest.raises(Superseded), job.commit():
        record(2, 1)

    assert recorded() == [1]


def test_a_task_that_never_commits_is_done_when_it_returns(scope: Scope) -> None:
    job_id = enqueue(scope, "test.nothing")
    drain_jobs()

    assert get_job(scope, job_id).state is JobState.DONE


def test_an_error_of_a_replaced_attempt_does_not_touch_the_job(scope: Scope) -> None:
    job_id = enqueue(scope, "test.fail")
    slow = started(scope, job_id)
    started(scope, job_id)

    execute(slow)

    assert get_job(scope, job_id).state is JobState.RUNNING
    assert get_job(scope, job_id).attempt == 2


def test_a_job_called_off_while_it_runs_writes_nothing(scope: Scope) -> None:
    job_id = enqueue(scope, "test.nothing")
    job = JobContext(started(scope, job_id))
    cancel_job(scope, job_id)

    with pytest.raises(Superseded), job.commit():
        record(1, 1)

    assert recorded() == []
    assert get_job(scope, job_id).state is JobState.CANCELLED


def test_a_job_that_is_done_cannot_be_claimed_again(scope: Scope) -> None:
    job_id = enqueue(scope, "test.effect", n=1)
    drain_jobs()

    assert claim_job(scope, job_id, None) is None
    assert recorded() == [1]


@pytest.mark.parametrize("lane", ["", "one"])
def test_a_job_handed_back_is_done_by_another_and_counts_no_crash(scope: Scope, lane: str) -> None:
    ask = partial(push, scope, lane) if lane else partial(enqueue, scope)
    job_id = ask("test.effect", n=1)
    claim = started(scope, job_id)
    hand_back(claim)

    with pytest.raises(Superseded), JobContext(claim).commit():
        record(2, 1)
    drain_jobs()
    job = get_job(scope, job_id)
    assert (job.state, job.attempt, job.crashes) == (JobState.DONE, 2, 0)
    assert recorded() == [1]
