import ast
from datetime import timedelta
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.db import transaction

import pramana
from pramana.jobs.contracts import JobState
from pramana.jobs.errors import UnknownTask, WrongPayload
from pramana.jobs.queue import enqueue, push
from pramana.jobs.registry import TASKS, JobContext, task
from pramana.jobs.selectors import get_job, job_counts
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from tests.jobs.sample_tasks import recorded

pytestmark = pytest.mark.usefixtures("queue")
ASKING = {"enqueue": 1, "push": 2, "push_all": 2}
"""Which argument is the name of the task."""


def test_work_asked_for_is_done(scope: Scope) -> None:
    job_id = enqueue(scope, "test.effect", n=7)

    assert get_job(scope, job_id).state is JobState.QUEUED
    drain_jobs()
    assert get_job(scope, job_id).state is JobState.DONE
    assert recorded() == [7]


def test_a_change_that_is_rolled_back_asks_for_nothing(scope: Scope) -> None:
    @transaction.atomic
    def ask_and_fail() -> None:
        enqueue(scope, "test.effect", n=1)
        push(scope, "lane", "test.effect", n=2)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        ask_and_fail()

    assert drain_jobs() == 0
    assert sum(job_counts(scope).values()) == 0


def test_a_name_nobody_registered_is_refused_at_once(scope: Scope) -> None:
    with pytest.raises(UnknownTask, match=r"no\.such"):
        enqueue(scope, "no.such", n=1)


def test_a_payload_the_task_cannot_take_is_refused_at_once(scope: Scope) -> None:
    with pytest.raises(WrongPayload, match="m"):
        enqueue(scope, "test.effect", m=1)
    with pytest.raises(WrongPayload):
        push(scope, "lane", "test.effect")


def test_asking_twice_with_one_key_gives_one_job(scope: Scope, other_scope: Scope) -> None:
    first = enqueue(scope, "test.effect", key="a", n=1)

    assert enqueue(scope, "test.effect", key="a", n=1) == first
    assert enqueue(scope, "test.nothing", key="a") != first
    assert enqueue(other_scope, "test.effect", key="a", n=2) != first
    drain_jobs()
    assert enqueue(scope, "test.effect", key="a", n=1) == first
    drain_jobs()
    assert sorted(recorded()) == [1, 2]


def test_a_delayed_job_waits(scope: Scope) -> None:
    enqueue(scope, "test.effect", delay=timedelta(hours=1), n=1)

    assert drain_jobs(with_delayed=False) == 0
    assert drain_jobs() == 1


def test_a_job_acts_for_whoever_asked_with_typed_values(scope: Scope) -> None:
    seen: list[object] = []

    @task("test.typed")
    def typed(job: JobContext, thing: UUID) -> None:
        seen.extend([job.scope.actor_id, job.scope.trace_id, thing])

    thing = uuid4()
    enqueue(scope, "test.typed", thing=thing)
    drain_jobs()

    assert seen == [scope.actor_id, scope.trace_id, thing]


def test_jobs_of_a_higher_priority_are_taken_first(scope: Scope) -> None:
    seen: list[str] = []

    @task("test.later")
    def later(job: JobContext) -> None:
        seen.append("later")

    @task("test.sooner", priority=10)
    def sooner(job: JobContext) -> None:
        seen.append("sooner")

    enqueue(scope, "test.later")
    enqueue(scope, "test.sooner")
    drain_jobs()

    assert seen == ["sooner", "later"]


def test_two_functions_cannot_have_one_name() -> None:
    def other(job: JobContext) -> None: ...

    with pytest.raises(ValueError, match=r"test\.effect"):
        task("test.effect")(other)


def names_asked_for() -> set[tuple[str, str]]:
    found = set()
    for path in Path(pramana.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                called = getattr(node.func, "id", getattr(node.func, "attr", ""))
                place = ASKING.get(called)
                if place and len(node.args) > place:
                    name = node.args[place]
                    if isinstance(name, ast.Constant):
                        found.add((str(path), str(name.value)))
    return found


def test_every_name_asked_for_is_registered() -> None:
    asked = names_asked_for()

    assert asked, "The product asks for some work, so this test must find some."
    assert {(path, name) for path, name in asked if name not in TASKS} == set()
