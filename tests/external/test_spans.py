"""Spans of a run reach a real collector, with its ids and without a word of what was read."""

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from pramana.jobs.testing import drain_jobs
from pramana.observability import tracing
from pramana.observability.tracing import stop_tracing
from pramana.tenancy.services import open_case
from tests.external.conftest import QUESTION
from tests.external.runs import decide, look, start
from tests.observability.collector import Collector, collecting
from tests.settings import change


def spans_of(collector: Collector) -> dict[str, dict[str, str]]:
    """The attributes of each span, by its name."""
    found = {}
    for body in collector.bodies:
        request = ExportTraceServiceRequest.FromString(body)
        for resource in request.resource_spans:
            for scoped in resource.scope_spans:
                for span in scoped.spans:
                    found[span.name] = {
                        each.key: each.value.string_value for each in span.attributes
                    }
    return found


@pytest.mark.django_db(transaction=True)
def test_graph_nodes_and_tools_are_traced_with_the_runs_ids(
    admin, scope, found, site, settings, monkeypatch
):
    case = str(open_case(scope, "The bridge"))
    with collecting() as collector:
        change(settings, otlp_endpoint=collector.url)
        monkeypatch.setattr(tracing, "_on", None)
        begun = start(admin, question=QUESTION, case_id=case, workflow="intake").json()
        drain_jobs()
        best = look(admin, begun["id"])["candidates"][0]
        decide(admin, begun["id"], "partial", candidate_ids=[best["id"]])
        drain_jobs()
        run = look(admin, begun["id"])
        stop_tracing()

    assert run["stage"] == "done"
    spans = spans_of(collector)
    ids = {
        "tenant_id": str(scope.tenant_id),
        "case_id": case,
        "workflow_id": run["workflow_id"],
        "run_id": run["run_id"],
    }
    for name in (
        "external.graph", "external.search", "external.select", "external.ingest",
        "external.answer", "tool.web_search", "tool.fetch_page", "chat.graph",
    ):  # fmt: skip
        assert spans[name].items() >= ids.items(), name
    assert spans["tool.web_search"]["worker_call_id"]
    told = b"".join(collector.bodies)
    assert b"Punyamata" not in told and site.url.encode() not in told
