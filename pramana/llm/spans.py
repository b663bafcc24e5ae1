"""A span for each call, request and tool: ids, names and counts, never content."""

from collections.abc import Iterator
from contextlib import contextmanager

from opentelemetry import trace
from opentelemetry.trace import Span, StatusCode

from pramana.kit.errors import AppError
from pramana.kit.scope import Scope, ScopeContext

Attribute = str | int | float | bool

_tracer = trace.get_tracer("pramana.llm")


def scope_attributes(scope: Scope) -> dict[str, Attribute]:
    """The scope's ids, as every span of ours carries them."""
    attributes: dict[str, Attribute] = {
        "pramana.tenant_id": str(scope.tenant_id),
        "pramana.trace_id": str(scope.trace_id),
    }
    if isinstance(scope, ScopeContext):
        attributes["pramana.run_id"] = str(scope.run_id or scope.ingestion_run_id)
    return attributes


@contextmanager
def span(name: str, attributes: dict[str, Attribute]) -> Iterator[Span]:
    """A span whose failure is a name: exceptions may quote what was said, so they stay out."""
    with _tracer.start_as_current_span(
        name, attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as current:
        try:
            yield current
        except BaseException as error:
            current.set_attribute("error.type", outcome_of(error))
            current.set_status(StatusCode.ERROR)
            raise


def outcome_of(error: BaseException) -> str:
    """How a failure is called in the ledger and on spans."""
    return error.code if isinstance(error, AppError) else type(error).__name__
