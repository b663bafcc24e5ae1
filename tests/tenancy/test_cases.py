from dataclasses import replace
from uuid import uuid4

import pytest

from pramana.jobs.claims import Claimer
from pramana.jobs.queue import enqueue
from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest
from pramana.tenancy.contracts import NO_MATTER, Matter, RunState
from pramana.tenancy.errors import CaseNotFound, RunNotFound
from pramana.tenancy.models import Run, Workflow
from pramana.tenancy.selectors import (
    case_names,
    find_case,
    get_case,
    get_run,
    matter_or_previous,
    run_scope,
    steps_of,
    workflows_of,
)
from pramana.tenancy.services import (
    end_run,
    ensure_workflow,
    open_case,
    record_steps,
    start_run,
)
from pramana.tenancy.steps import OK, WAITING, Step, record_step


def test_a_workflow_stays_the_same_over_many_runs(scope):
    case = open_case(scope, "Tender affair")
    intake = ensure_workflow(scope, case, "intake")
    assert ensure_workflow(scope, case, "intake") == intake
    runs = {start_run(scope, "chat", Matter(case, "intake")) for _ in range(2)}
    assert len(runs) == 2
    assert [(way.id, way.runs) for way in workflows_of(scope, case)] == [(intake, 2)]


def test_a_runs_scope_names_its_case_and_workflow(scope):
    case = open_case(scope, "Tender affair")
    run_id = start_run(scope, "chat", Matter(case, "intake"))
    within = run_scope(scope, run_id)
    assert (within.run_id, within.case_id) == (run_id, case)
    assert within.workflow_id == ensure_workflow(scope, case, "intake")
    assert (within.tenant_id, within.actor_id) == (scope.tenant_id, scope.actor_id)
    assert matter_or_previous(scope, NO_MATTER, run_id) == Matter(case, "intake")
    assert matter_or_previous(scope, Matter(uuid4()), run_id) != Matter(case, "intake")
    assert matter_or_previous(scope, NO_MATTER, uuid4()) == NO_MATTER


def test_a_job_of_a_run_acts_in_its_case(scope):
    case = open_case(scope, "Tender affair")
    run_id = start_run(scope, "chat", Matter(case, "intake"))
    enqueue(scope, "documents.read", run_id=run_id, document_id=uuid4())
    claim = Claimer(None).claim_next()
    assert claim is not None
    assert claim.scope == replace(
        run_scope(scope, run_id),
        invocation_id=claim.scope.invocation_id,
        timestamp=claim.scope.timestamp,
    )


def test_a_run_ends_once(scope):
    run = start_run(scope, "chat")
    end_run(scope, run, RunState.DONE)
    end_run(scope, run, RunState.FAILED)
    assert get_run(scope, run).state is RunState.DONE


def test_another_tenants_case_and_run_are_not_there(scope, other_scope):
    case = open_case(scope, "Ours")
    with pytest.raises(CaseNotFound):
        ensure_workflow(other_scope, case, "intake")
    for matter in (Matter(case), Matter(case, "intake"), Matter(None, "intake")):
        with pytest.raises(CaseNotFound):
            start_run(other_scope, "chat", matter)
    assert not Run.objects.in_scope(other_scope).exists()
    assert not Workflow.objects.unscoped("a test").exists()
    with pytest.raises(CaseNotFound):
        get_case(other_scope, case)
    assert find_case(other_scope, case) is None and case_names(other_scope) == []
    run_id = start_run(scope, "chat", Matter(case))
    record_steps(scope, run_id, [Step("search", utcnow(), 1.5)])
    with pytest.raises(RunNotFound):
        get_run(other_scope, run_id)
    with pytest.raises(RunNotFound):
        run_scope(other_scope, run_id)
    assert matter_or_previous(other_scope, NO_MATTER, run_id) == NO_MATTER
    assert steps_of(other_scope, run_id) == []
    assert [step.name for step in steps_of(scope, run_id)] == ["search"]


def test_a_step_tells_how_its_node_ended(scope):
    run_id, told = start_run(scope, "chat"), []
    with record_step("good", told.append):
        pass
    with pytest.raises(ValueError, match="secret"), record_step("bad", told.append):
        raise ValueError("a secret")
    with record_step("asking", told.append) as step:
        step.outcome = WAITING
    record_steps(scope, run_id, told)

    kept = steps_of(scope, run_id)
    assert [(step.name, step.outcome) for step in kept] == [
        ("good", OK), ("bad", "ValueError"), ("asking", WAITING),
    ]  # fmt: skip
    assert [step.is_good for step in kept] == [True, False, True]
    assert all(step.took_ms >= 0 for step in kept)


@pytest.mark.parametrize("name", ["", "  ", "x" * 201, "a\x00"])
def test_a_case_needs_a_name(scope, name):
    with pytest.raises(InvalidRequest):
        open_case(scope, name)


def test_an_unknown_case_is_not_there(scope):
    with pytest.raises(CaseNotFound):
        ensure_workflow(scope, uuid4(), "intake")
