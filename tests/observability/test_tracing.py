"""Spans: off by default and then free; on, with ids only, under the request's trace."""

import subprocess
import sys
from uuid import uuid4

import pytest
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from pramana.kit.scope import Scope, ScopeContext
from pramana.observability import tracing
from pramana.observability.tracing import in_trace, span, stop_tracing
from tests.observability.collector import collecting
from tests.settings import change

SECRET = "words of a document"


def test_a_span_carries_the_scopes_ids_and_trace(exporter: InMemorySpanExporter) -> None:
    scope = ScopeContext(tenant_id=uuid4(), actor_id=uuid4(), run_id=uuid4())
    with span("documents.read", scope, document_id=uuid4(), attempt=2):
        pass

    (found,) = exporter.get_finished_spans()
    assert found.name == "documents.read"
    assert found.context.trace_id == scope.trace_id.int
    assert found.attributes["tenant_id"] == str(scope.tenant_id)
    assert found.attributes["run_id"] == str(scope.run_id)
    assert found.attributes["attempt"] == 2


def test_a_request_and_what_it_does_are_one_trace(exporter: InMemorySpanExporter) -> None:
    request_id = uuid4()
    with in_trace(request_id), span("request"), span("inner", Scope(tenant_id=uuid4())):
        pass

    inner, outer = exporter.get_finished_spans()
    assert outer.context.trace_id == inner.context.trace_id == request_id.int
    assert inner.parent.span_id == outer.context.span_id


def test_content_never_becomes_an_attribute(exporter: InMemorySpanExporter) -> None:
    with span("x", text=SECRET, name_of="documents.read"):
        pass

    (found,) = exporter.get_finished_spans()
    assert dict(found.attributes) == {"name_of": "documents.read"}


def test_an_exception_is_recorded_by_its_kind(exporter: InMemorySpanExporter) -> None:
    with pytest.raises(ValueError, match=SECRET), span("x"):
        raise ValueError(SECRET)

    (found,) = exporter.get_finished_spans()
    assert found.attributes["error.type"] == "ValueError"
    assert not found.events
    assert SECRET not in found.to_json()


@pytest.mark.starts
def test_without_an_endpoint_nothing_is_recorded_or_loaded() -> None:
    code = (
        "import os, sys; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'\n"
        "from pramana.observability.tracing import span\n"
        "with span('x', count=1): pass\n"
        "sys.exit('opentelemetry.sdk' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_spans_reach_a_collector_over_http(monkeypatch: pytest.MonkeyPatch, settings) -> None:
    with collecting() as collector:
        endpoint = {"otlp_endpoint": collector.url}
        change(settings, **endpoint)
        monkeypatch.setattr(tracing, "_on", None)
        with span("documents.read", count=7):
            pass
        stop_tracing()

    assert collector.paths[0] == "/v1/traces"
    assert b"documents.read" in collector.bodies[0]
