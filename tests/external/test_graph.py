"""The graph as the document has it: its fields, its three ways, its errors."""

from typing import Any, get_type_hints

import pytest
from django.db import OperationalError
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from pramana.external.contracts import ExternalKnowledgeState, SearchData, SearchInput, SearchResult
from pramana.external.graph import build_graph, external_knowledge, thread_config
from pramana.external.ports import ExternalDeps, context_ids
from pramana.kit.errors import ContextError
from pramana.kit.scope import Scope, ScopeContext
from pramana.kit.tools import ToolError, ToolErrorDetail, ToolErrorType, ToolMeta, ToolResult

SCOPE = ScopeContext(
    **{
        name: __import__("uuid").UUID(int=n)
        for n, name in enumerate(("tenant_id", "case_id", "workflow_id", "run_id"), 1)
    }
)
LONG = "Words about the bridge that are long enough to pass the rule."


class Worker:
    """Gives what it was told to, and remembers what it was asked."""

    def __init__(self, *urls: str, error: str = "") -> None:
        self.urls, self.error, self.asked = urls, error, list[Any]()

    def run(self, *, query, context):
        self.asked.append((query, dict(context)))
        given, meta = SearchInput(query=query, max_results=10), ToolMeta(took_ms=1)
        if self.error:
            detail = ToolErrorDetail(type=ToolErrorType.UPSTREAM, message=self.error)
            return ToolError(input=given, error=detail, meta=meta)
        results = [
            SearchResult(url=url, title="Bridge", snippet=LONG, source="here", position=place)
            for place, url in enumerate(self.urls)
        ]
        return ToolResult(input=given, data=SearchData(results=results), meta=meta)


class Trigger:
    def __init__(self, error: Exception | None = None) -> None:
        self.asked, self.error = list[Any](), error

    def trigger(self, *, url, collection_id, context):
        self.asked.append((url, collection_id))
        if self.error:
            raise self.error
        return {"status": "ingested", "document_id": "d"}


def state(**changes: Any) -> ExternalKnowledgeState:
    context = {**context_ids(SCOPE), **changes.pop("context", {})}
    given = {"query": "bridge", "collection_id": "c", "enable_hitl": False, "auto_ingest": False}
    return {**given, "context": context, **changes}


def run(given: ExternalKnowledgeState, **objects: Any) -> dict[str, Any]:
    return external_knowledge(given, ExternalDeps(SCOPE, **objects))


def test_the_state_has_exactly_the_documents_fields():
    assert set(get_type_hints(ExternalKnowledgeState)) == {
        "query", "collection_id", "enable_hitl", "context", "search_results", "selected_result",
        "ingestion_result", "error", "auto_ingest",
    }  # fmt: skip
    assert ExternalKnowledgeState.__required_keys__ == {
        "query", "collection_id", "enable_hitl", "context",
    }  # fmt: skip


def test_the_graph_is_the_documents_with_an_approval_between():
    drawn = build_graph().compile().get_graph()
    edges = {(edge.source, edge.target) for edge in drawn.edges}
    assert edges == {
        ("__start__", "search"), ("search", "select"), ("select", "ingest"), ("select", "__end__"),
        ("select", "approve"), ("approve", "ingest"), ("approve", "__end__"), ("ingest", "__end__"),
    }  # fmt: skip


def test_without_auto_ingest_it_ends_with_the_selection():
    trigger = Trigger()
    done = run(state(), runtime_worker=Worker("https://a.example/"), runtime_trigger=trigger)
    assert done["selected_result"]["url"] == "https://a.example/"
    assert len(done["search_results"]) == 1
    assert "ingestion_result" not in done
    assert not trigger.asked


def test_with_auto_ingest_the_selected_page_is_ingested():
    trigger = Trigger()
    worker = Worker("https://a.example/", "https://b.example/")
    done = run(state(auto_ingest=True), runtime_worker=worker, runtime_trigger=trigger)
    assert trigger.asked == [("https://a.example/", "c")]
    assert done["ingestion_result"]["status"] == "ingested"
    assert done["error"] is None


def test_objects_may_come_in_the_context_as_the_document_has_it_and_do_not_stay_there():
    worker, trigger = Worker("https://a.example/"), Trigger()
    context = {"runtime_worker": worker, "runtime_trigger": trigger, "top_n": 1}
    done = run(state(auto_ingest=True, context=context))
    assert worker.asked and trigger.asked
    assert done["context"] == {**context_ids(SCOPE), "top_n": 1}


def test_the_worker_is_told_the_telemetry_ids_and_nothing_else():
    worker = Worker()
    run(state(context={"secret": "x", "min_snippet_length": 3}), runtime_worker=worker)
    told = worker.asked[0][1]
    assert told.pop("worker_call_id")
    assert told == {
        name: str(getattr(SCOPE, name))
        for name in ("tenant_id", "trace_id", "workflow_id", "case_id", "run_id")
    }


def test_a_search_that_fails_says_so_in_the_providers_words():
    done = run(state(auto_ingest=True), runtime_worker=Worker(error="The provider is away."),
               runtime_trigger=Trigger())  # fmt: skip
    assert (done["error"], done["search_results"]) == ("The provider is away.", [])
    assert done["selected_result"] is None


def test_without_a_worker_the_documents_error_is_said():
    assert run(state())["error"] == "No search worker configured in context"


def test_without_a_trigger_the_documents_error_is_said():
    done = run(state(auto_ingest=True), runtime_worker=Worker("https://a.example/"))
    assert done["ingestion_result"] == {"status": "error", "reason": "no_trigger_configured"}


def test_an_ingestion_that_raises_is_told_with_its_words():
    trigger = Trigger(RuntimeError("the crawler is away"))
    worker = Worker("https://a.example/")
    done = run(state(auto_ingest=True), runtime_worker=worker, runtime_trigger=trigger)
    result = done["ingestion_result"]
    assert (result["status"], result["reason"]) == ("error", "the crawler is away")


def test_an_ingestion_without_its_database_is_left_to_the_job_that_waits():
    trigger, worker = Trigger(OperationalError("away")), Worker("https://a.example/")
    with pytest.raises(OperationalError):
        run(state(auto_ingest=True), runtime_worker=worker, runtime_trigger=trigger)


def test_nothing_selected_means_nothing_ingested():
    trigger = Trigger()
    done = run(state(auto_ingest=True), runtime_worker=Worker(), runtime_trigger=trigger)
    assert done["ingestion_result"] == {"status": "skipped", "reason": "nothing_selected"}
    assert not trigger.asked


@pytest.mark.parametrize("auto_ingest", [True, False])
def test_approval_stops_the_graph_and_decides_whatever_auto_ingest_says(auto_ingest):
    trigger, saver = Trigger(), InMemorySaver()
    worker = Worker("https://a.example/", "https://b.example/")
    deps = ExternalDeps(SCOPE, worker, trigger)
    given = state(enable_hitl=True, auto_ingest=auto_ingest)
    done = external_knowledge(given, deps, saver)
    asked = done["__interrupt__"][0].value["candidates"]
    assert [each["url"] for each in asked] == ["https://a.example/", "https://b.example/"]
    assert not trigger.asked

    graph = build_graph().compile(checkpointer=saver)
    reply = Command(resume={"urls": ["https://b.example/"]})
    graph.invoke(reply, thread_config(deps), context=deps)
    assert trigger.asked == [("https://b.example/", "c")]
    assert len(worker.asked) == 1


def test_several_pages_are_one_result_that_says_which_failed():
    class Half(Trigger):
        def trigger(self, *, url, collection_id, context):
            if "a." in url:
                raise RuntimeError("no")
            return {"status": "ingested"}

    saver, deps = InMemorySaver(), ExternalDeps(SCOPE, Worker("https://a.example/"), Half())
    external_knowledge(state(enable_hitl=True), deps, saver)
    graph = build_graph().compile(checkpointer=saver)
    reply = Command(resume={"urls": ["https://a.example/", "https://b.example/"]})
    done = graph.invoke(reply, thread_config(deps), context=deps)
    assert done["ingestion_result"]["status"] == "partial"
    assert [each["status"] for each in done["ingestion_result"]["results"]] == ["error", "ingested"]


def test_a_graph_does_not_run_without_a_run():
    with pytest.raises(ContextError):
        ExternalDeps(Scope(tenant_id=SCOPE.tenant_id))
