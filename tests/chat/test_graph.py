"""The flow itself: its two nodes, the scope it needs, and its spans."""

from uuid import uuid4

import pytest
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from pramana.chat.models import Turn
from pramana.chat.ports import ComposeDeps
from pramana.chat.tools import search_book_content
from pramana.kit.errors import ContextError
from pramana.kit.scope import Scope, ScopeContext, ToolContext
from pramana.llm.testing import ScriptedGateway
from pramana.observability.tracing import start_tracing, stop_tracing
from pramana.retrieval.contracts import Filters
from pramana.tenancy.selectors import steps_of
from tests.chat.conftest import ANSWER, SIGNED, answer, in_db
from tests.chat.library import BRIDGE


async def test_the_flows_are_those_of_the_document(library: Scope) -> None:
    """Input → RetrieveNode → ComposeNode → Output; over a selection, ComposeNode alone."""
    await answer(library, {"chat.compose": ANSWER})
    await answer(library, {"chat.compose": ""}, selected_text="The bridge is old.")

    turns = Turn.objects.in_scope(library).order_by("id")
    runs = await in_db(lambda: list(turns.values_list("run_id", flat=True)))()
    steps = [await in_db(steps_of)(library, run) for run in runs]
    assert [[step.name for step in each] for each in steps] == [
        ["retrieve", "compose"],
        ["compose"],
    ]


def test_without_an_execution_there_is_no_chat() -> None:
    scope = Scope(tenant_id=uuid4())
    with pytest.raises(ContextError):
        ComposeDeps(scope, ScriptedGateway({}), None)  # type: ignore[arg-type]
    with pytest.raises(ContextError):
        ScopeContext(tenant_id=None, run_id=uuid4())  # type: ignore[arg-type]
    with pytest.raises(ContextError):
        ScopeContext(tenant_id=uuid4())


async def test_the_graph_and_its_nodes_leave_spans_with_ids_and_no_words(library: Scope) -> None:
    exporter = InMemorySpanExporter()
    start_tracing(exporter)
    try:
        await answer(library, {"chat.compose": ANSWER})
    finally:
        stop_tracing()
    spans = {span.name: span for span in exporter.get_finished_spans()}

    assert {"chat.graph", "chat.retrieve", "chat.compose"} <= set(spans)
    for name in ("chat.graph", "chat.retrieve", "chat.compose"):
        attributes = dict(spans[name].attributes or {})
        assert attributes["tenant_id"] == str(library.tenant_id)
        assert attributes["run_id"]
        assert "Rai" not in str(attributes) and SIGNED not in str(attributes)
    parent = spans["chat.graph"].context
    assert spans["chat.retrieve"].parent and spans["chat.retrieve"].parent.span_id == parent.span_id


async def test_the_tool_gives_what_the_document_says(library: Scope) -> None:
    context = ToolContext(tenant_id=library.tenant_id, run_id=uuid4())
    searched = await in_db(search_book_content)(context, SIGNED, filters=Filters())

    data = searched.call.data
    assert data.total_results == len(data.results)
    assert data.message == f"Found {data.total_results} relevant passages"
    [first, *_] = data.results
    assert first.chunk_text == BRIDGE
    assert (first.title, first.section, first.chunk_position) == ("Bridge", "", 0)
    assert 0 <= first.similarity_score <= 1
    empty = await in_db(search_book_content)(context, "zzz", filters=Filters())
    assert (empty.call.data.results, empty.call.data.message) == ([], "Found no relevant passages")
