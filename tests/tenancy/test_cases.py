from uuid import uuid4

import pytest

from pramana.kit.errors import InvalidRequest
from pramana.tenancy.contracts import RunState
from pramana.tenancy.errors import CaseNotFound, RunNotFound
from pramana.tenancy.selectors import get_run
from pramana.tenancy.services import end_run, ensure_workflow, open_case, start_run


def test_a_workflow_stays_the_same_over_many_runs(scope):
    case = open_case(scope, "Tender affair")
    intake = ensure_workflow(scope, case, "intake")
    assert ensure_workflow(scope, case, "intake") == intake
    runs = {start_run(scope, "chat", case_id=case, workflow_id=intake) for _ in range(2)}
    assert len(runs) == 2


def test_a_run_ends_once(scope):
    run = start_run(scope, "chat")
    end_run(scope, run, RunState.DONE)
    end_run(scope, run, RunState.FAILED)
    assert get_run(scope, run).state is RunState.DONE


def test_another_tenants_case_and_run_are_not_there(scope, other_scope):
    case = open_case(scope, "Ours")
    workflow = ensure_workflow(scope, case, "intake")
    with pytest.raises(CaseNotFound):
        ensure_workflow(other_scope, case, "intake")
    with pytest.raises(CaseNotFound):
        start_run(other_scope, "chat", case_id=case)
    with pytest.raises(CaseNotFound):
        start_run(other_scope, "chat", workflow_id=workflow)
    with pytest.raises(RunNotFound):
        get_run(other_scope, start_run(scope, "chat"))


def test_a_workflow_belongs_to_its_case(scope):
    workflow = ensure_workflow(scope, open_case(scope, "One"), "intake")
    with pytest.raises(CaseNotFound):
        start_run(scope, "chat", case_id=open_case(scope, "Two"), workflow_id=workflow)


@pytest.mark.parametrize("name", ["", "  ", "x" * 201, "a\x00"])
def test_a_case_needs_a_name(scope, name):
    with pytest.raises(InvalidRequest):
        open_case(scope, name)


def test_an_unknown_case_is_not_there(scope):
    with pytest.raises(CaseNotFound):
        ensure_workflow(scope, uuid4(), "intake")
