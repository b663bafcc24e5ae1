from dataclasses import FrozenInstanceError, fields
from datetime import datetime
from uuid import uuid4

import pytest

from pramana.kit.errors import ContextError
from pramana.kit.scope import Scope, ScopeContext, ToolContext


def test_a_scope_needs_a_tenant():
    with pytest.raises(TypeError):
        Scope()
    with pytest.raises(ContextError):
        Scope(tenant_id=None)
    with pytest.raises(ContextError):
        Scope(tenant_id="default")


def test_a_scope_cannot_be_changed():
    scope = Scope(tenant_id=uuid4())
    with pytest.raises(FrozenInstanceError):
        scope.tenant_id = uuid4()


@pytest.mark.parametrize("ids", [{}, {"run_id": uuid4(), "ingestion_run_id": uuid4()}])
def test_an_execution_has_exactly_one_run(ids):
    with pytest.raises(ContextError, match="exactly one"):
        ScopeContext(tenant_id=uuid4(), **ids)


@pytest.mark.parametrize("name", ["run_id", "ingestion_run_id"])
def test_either_kind_of_run_will_do(name):
    context = ScopeContext(tenant_id=uuid4(), **{name: uuid4()})
    assert context.invocation_id and context.trace_id


def test_a_context_without_an_offset_is_refused():
    with pytest.raises(ContextError, match="offset"):
        ScopeContext(tenant_id=uuid4(), run_id=uuid4(), timestamp=datetime(2026, 1, 1))  # noqa: DTZ001


def test_a_tool_may_not_override_visibility_unless_told():
    context = ToolContext(tenant_id=uuid4(), run_id=uuid4())
    assert context.visibility_override_allowed is False
    with pytest.raises(TypeError):
        context.metadata["key"] = "value"


def test_the_context_has_the_documented_fields():
    names = {field.name for field in fields(ToolContext)}
    assert names == {
        "tenant_id", "actor_id", "trace_id", "invocation_id", "run_id", "ingestion_run_id",
        "case_id", "workflow_id", "idempotency_key", "collection_id", "timestamp",
        "now", "timeouts_ms", "budget_tokens", "locale", "visibility_override_allowed", "metadata",
    }  # fmt: skip
