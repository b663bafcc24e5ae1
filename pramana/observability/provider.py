"""Setup of OpenTelemetry's SDK, which is loaded only when tracing is on."""

from uuid import UUID

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor, SpanExporter
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.trace import set_tracer_provider

from pramana.observability.context import current_trace

TRACES = "/v1/traces"


class RequestTraceIds(RandomIdGenerator):
    """Uses the request's id as the trace id of root spans, so that one id finds logs and spans."""

    def generate_trace_id(self) -> int:
        trace_id: UUID | None = current_trace()
        return trace_id.int if trace_id else super().generate_trace_id()


def new_provider() -> TracerProvider:
    """A new provider, set as the one of this process."""
    resource = Resource.create({"service.name": "pramana"})
    provider = TracerProvider(resource=resource, id_generator=RequestTraceIds())
    set_tracer_provider(provider)
    return provider


def send_at_once(provider: TracerProvider, exporter: SpanExporter) -> None:
    provider.add_span_processor(SimpleSpanProcessor(exporter))


def send_over_otlp(provider: TracerProvider, endpoint: str) -> None:
    """Send spans in batches over HTTP; an endpoint without a path gets the usual one."""
    address = endpoint.rstrip("/")
    exporter = OTLPSpanExporter(address if address.endswith(TRACES) else f"{address}{TRACES}")
    provider.add_span_processor(BatchSpanProcessor(exporter))
