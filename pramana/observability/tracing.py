"""Spans. Nothing is imported or set up until an OTLP endpoint is named; then only ids travel."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from threading import Lock
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings

from pramana.kit.scope import Scope, ScopeContext
from pramana.observability.context import Id, plain

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter
    from opentelemetry.trace import Tracer

_trace: ContextVar[UUID | None] = ContextVar("pramana_trace", default=None)
_lock = Lock()
_provider: TracerProvider | None = None
_on: bool | None = None
"""None until the first span asks; then whether spans are recorded."""


def span(name: str, scope: Scope | None = None, **ids: Id | None) -> AbstractContextManager[Any]:
    """Time a piece of work under the scope's trace. Costs nothing when tracing is off.

    `ids` are ids, counts and names; a value that could be content is left out.
    """
    if _on is None:
        _decide()
    if not _on or _provider is None:
        return nullcontext()
    return _recorded(_provider.get_tracer("pramana"), name, scope, ids)


def start_tracing(exporter: SpanExporter | None = None) -> None:
    """Send spans to the exporter; without one, to the OTLP endpoint of the settings.

    The provider also becomes OpenTelemetry's own for this process, so that code which speaks to
    its API directly lands in the same traces.
    """
    global _provider, _on
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor

    with _lock:
        _provider = _provider or _new_provider()
        _provider.add_span_processor(
            SimpleSpanProcessor(exporter) if exporter else BatchSpanProcessor(_otlp())
        )
        _on = True


def stop_tracing() -> None:
    """Send what is waiting, and record nothing more."""
    global _on
    _on = False
    if _provider is not None:
        _provider.force_flush()


@contextmanager
def in_trace(trace_id: UUID) -> Iterator[None]:
    """Root spans opened in this block belong to this trace: a request's id is one."""
    token = _trace.set(trace_id)
    try:
        yield
    finally:
        _trace.reset(token)


def _decide() -> None:
    global _on
    if settings.PRAMANA.otlp_endpoint:
        start_tracing()
    else:
        _on = False


@contextmanager
def _recorded(tracer: Tracer, name: str, scope: Scope | None, ids: dict[str, Any]) -> Iterator[Any]:
    from opentelemetry.trace import Status, StatusCode

    attributes = {**_scope_ids(scope), **ids}
    shown = {key: text for key, value in attributes.items() if (text := plain(value)) is not None}
    token = _trace.set(scope.trace_id) if scope else None
    try:
        with tracer.start_as_current_span(
            name, attributes=shown, record_exception=False, set_status_on_exception=False
        ) as opened:
            try:
                yield opened
            except BaseException as error:
                opened.set_attribute("error.type", type(error).__qualname__)
                opened.set_status(Status(StatusCode.ERROR, type(error).__qualname__))
                raise
    finally:
        if token is not None:
            _trace.reset(token)


def _scope_ids(scope: Scope | None) -> dict[str, Any]:
    if scope is None:
        return {}
    ids: dict[str, Any] = {"tenant_id": scope.tenant_id, "actor_id": scope.actor_id}
    if isinstance(scope, ScopeContext):
        ids.update(run_id=scope.run_id, case_id=scope.case_id, workflow_id=scope.workflow_id)
    return ids


def _new_provider() -> TracerProvider:
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
    from opentelemetry.trace import set_tracer_provider

    class TraceIsTheRequest(RandomIdGenerator):
        """A root span's trace id is the request's id, so that one number finds logs and spans."""

        def generate_trace_id(self) -> int:
            trace_id = _trace.get()
            return trace_id.int if trace_id else super().generate_trace_id()

    resource = Resource.create({"service.name": "pramana"})
    provider = TracerProvider(resource=resource, id_generator=TraceIsTheRequest())
    set_tracer_provider(provider)
    return provider


def _otlp() -> SpanExporter:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    endpoint = settings.PRAMANA.otlp_endpoint.rstrip("/")
    if not endpoint.endswith("/v1/traces"):
        endpoint = f"{endpoint}/v1/traces"
    return OTLPSpanExporter(endpoint=endpoint)
