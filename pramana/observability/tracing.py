"""Spans. Nothing is imported or set up without an OTLP endpoint; spans carry only ids."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Lock
from typing import TYPE_CHECKING, Any

from django.conf import settings

from pramana.kit.scope import Scope, ScopeContext
from pramana.observability.context import Id, current_trace, in_trace, safe_value

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter
    from opentelemetry.trace import Tracer

__all__ = ["in_trace", "span", "start_tracing", "stop_tracing"]

TRACES = "/v1/traces"
_lock = Lock()
_provider: TracerProvider | None = None
_on: bool | None = None
"""Whether spans are recorded; None until the first span."""


def span(name: str, scope: Scope | None = None, **ids: Id | None) -> AbstractContextManager[Any]:
    """Record a span in the scope's trace. Costs nothing when tracing is off.

    `ids` are ids, counts and names; a value that could be content is left out.
    """
    if _on is None:
        _start_if_configured()
    if not _on or _provider is None:
        return nullcontext()
    return _record(_provider.get_tracer("pramana"), name, scope, ids)


def start_tracing(exporter: SpanExporter | None = None) -> None:
    """Send spans to the exporter; without one, to the OTLP endpoint of the settings."""
    global _provider, _on
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor

    with _lock:
        _provider = _provider or _new_provider()
        if exporter is not None:
            _provider.add_span_processor(SimpleSpanProcessor(exporter))
        else:
            _provider.add_span_processor(BatchSpanProcessor(_otlp_exporter()))
        _on = True


def _new_provider() -> TracerProvider:
    """A new provider, set as the one of this process.

    A request's id is the trace id of its root spans, so that one id finds logs and spans.
    """
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
    from opentelemetry.trace import set_tracer_provider

    class RequestTraceIds(RandomIdGenerator):
        def generate_trace_id(self) -> int:
            trace_id = current_trace()
            return trace_id.int if trace_id else super().generate_trace_id()

    resource = Resource.create({"service.name": "pramana"})
    provider = TracerProvider(resource=resource, id_generator=RequestTraceIds())
    set_tracer_provider(provider)
    return provider


def _otlp_exporter() -> SpanExporter:
    """Sends over HTTP; an endpoint without a path gets the usual one."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    address = settings.PRAMANA.otlp_endpoint.rstrip("/")
    return OTLPSpanExporter(address if address.endswith(TRACES) else f"{address}{TRACES}")


def stop_tracing() -> None:
    """Send the spans that wait to be sent, and record no more."""
    global _on
    _on = False
    if _provider is not None:
        _provider.force_flush()


def _start_if_configured() -> None:
    global _on
    if settings.PRAMANA.otlp_endpoint:
        start_tracing()
    else:
        _on = False


@contextmanager
def _record(tracer: Tracer, name: str, scope: Scope | None, ids: dict[str, Any]) -> Iterator[Any]:
    attributes = {**_scope_ids(scope), **ids}
    values = {
        key: text for key, value in attributes.items() if (text := safe_value(value)) is not None
    }
    trace = in_trace(scope.trace_id) if scope else nullcontext()
    with (
        trace,
        tracer.start_as_current_span(
            name, attributes=values, record_exception=False, set_status_on_exception=False
        ) as opened,
    ):
        try:
            yield opened
        except BaseException as error:
            _mark_failed(opened, type(error).__qualname__)
            raise


def _mark_failed(opened: Any, kind: str) -> None:
    """Record only the type: the message of an exception may quote content."""
    from opentelemetry.trace import Status, StatusCode

    opened.set_attribute("error.type", kind)
    opened.set_status(Status(StatusCode.ERROR, kind))


def _scope_ids(scope: Scope | None) -> dict[str, Any]:
    if scope is None:
        return {}
    ids: dict[str, Any] = {"tenant_id": scope.tenant_id, "actor_id": scope.actor_id}
    if isinstance(scope, ScopeContext):
        ids.update(run_id=scope.run_id, case_id=scope.case_id, workflow_id=scope.workflow_id)
    return ids
