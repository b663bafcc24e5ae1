"""The web search worker: calls a provider, with retries, and returns a tool envelope."""

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid4

from pramana.external.contracts import (
    CONTEXT_IDS,
    SEARCH_TOOL,
    ProviderResult,
    Rationale,
    SearchData,
    SearchInput,
    SearchResult,
)
from pramana.external.domain.queries import clean_query
from pramana.external.domain.selection import canonical_url, is_pdf
from pramana.external.errors import RETRIED, ProviderError
from pramana.external.ports import SearchProvider
from pramana.kit.errors import ContextError
from pramana.kit.scope import ToolContext
from pramana.kit.tools import (
    ToolError,
    ToolErrorDetail,
    ToolErrorType,
    ToolMeta,
    ToolOutcome,
    ToolResult,
)
from pramana.observability.tracing import span

ATTEMPTS = 3
FIRST_S = 0.6
LONGEST_S = 10.0


def pause_after(attempt: int) -> float:
    """How many seconds to wait after this attempt.

    >>> [pause_after(n) for n in (1, 2, 3, 9)]
    [0.6, 1.2, 2.4, 10.0]
    """
    return float(min(FIRST_S * 2 ** (attempt - 1), LONGEST_S))


logger = logging.getLogger(__name__)
MAX_RESULTS = 10


@dataclass(frozen=True)
class ProviderWorker:
    """Calls a provider, with retries.

    It asks for more results than it returns, because duplicates are dropped.
    """

    provider: SearchProvider
    max_results: int = MAX_RESULTS
    oversample_factor: int = 2
    max_attempts: int = ATTEMPTS
    pause: Callable[[float], None] = time.sleep

    def run(self, *, query: str, context: Mapping[str, Any]) -> ToolOutcome:
        """Search once. The envelope's `meta.rationale` says how it ended; nothing is raised."""
        call = _Call(self, clean_query(query), time.perf_counter())
        try:
            call = replace(call, scope=tool_context(context))
        except ContextError as error:
            return call.failure(Rationale.INVALID_CONTEXT, error.message, ToolErrorType.VALIDATION)
        if not call.query:
            return call.failure(
                Rationale.INVALID_QUERY, "The query is empty.", ToolErrorType.VALIDATION
            )
        with span(f"tool.{SEARCH_TOOL}", call.scope, provider=self.provider.name, **call.ids):
            return call.search()


@dataclass(frozen=True)
class _Call:
    """One search in progress: its query, start time and context."""

    worker: ProviderWorker
    query: str
    began: float
    scope: ToolContext | None = None

    @property
    def ids(self) -> dict[str, UUID | str]:
        scope = self.scope
        return {} if scope is None else {"worker_call_id": scope.invocation_id}

    def search(self) -> ToolOutcome:
        """Call the provider until it answers, or the attempts are used up."""
        worker, attempt = self.worker, 1
        while True:
            try:
                most = worker.max_results * worker.oversample_factor
                return self.success(worker.provider.search(self.query, most=most), attempt)
            except ProviderError as error:
                if attempt >= worker.max_attempts or not isinstance(error, RETRIED):
                    return self.provider_failure(error, attempt)
            except Exception as error:
                logger.error("A search failed unexpectedly.", exc_info=error)
                message = f"The search failed unexpectedly ({type(error).__name__})."
                return self.failure(
                    Rationale.UNEXPECTED_ERROR, message, ToolErrorType.FATAL, attempt=attempt
                )
            worker.pause(pause_after(attempt))
            attempt += 1

    def success(self, found: Sequence[ProviderResult], attempt: int) -> ToolOutcome:
        distinct = distinct_results(found, self.worker.provider.name)
        results = distinct[: self.worker.max_results]
        meta = self.meta(
            Rationale.SEARCH_COMPLETED,
            attempt=attempt,
            raw_result_count=len(found),
            normalized_result_count=len(distinct),
            result_count=len(results),
        )
        return ToolResult(input=self.input, data=SearchData(results=results), meta=meta)

    def provider_failure(self, error: ProviderError, attempt: int) -> ToolOutcome:
        return self.failure(
            error.rationale,
            error.message,
            error.kind,
            attempt=attempt,
            upstream_status=error.upstream,
            retry_after_ms=error.retry_after_ms,
        )

    def failure(
        self, rationale: Rationale, message: str, kind: ToolErrorType, **details: Any
    ) -> ToolOutcome:
        detail = ToolErrorDetail(type=kind, message=message, code=rationale, **details)
        return ToolError(input=self.input, error=detail, meta=self.meta(rationale))

    @property
    def input(self) -> SearchInput:
        return SearchInput(query=self.query, max_results=self.worker.max_results)

    def meta(self, rationale: Rationale, **counts: int) -> ToolMeta:
        return ToolMeta(
            took_ms=round((time.perf_counter() - self.began) * 1000, 1),
            **{"rationale": rationale, "provider": self.worker.provider.name},
            **{key: str(value) for key, value in self.ids.items()},
            **counts,
        )


def tool_context(context: Mapping[str, Any]) -> ToolContext:
    """The context of a call, from the ids that a worker receives. Raises `ContextError`."""
    ids = {name: _uuid(name, context.get(name)) for name in CONTEXT_IDS}
    tenant_id, trace_id = ids["tenant_id"], ids["trace_id"]
    if tenant_id is None or trace_id is None:
        raise ContextError("A tool call needs tenant_id and trace_id.")
    return ToolContext(
        tenant_id=tenant_id,
        trace_id=trace_id,
        invocation_id=ids["worker_call_id"] or uuid4(),
        run_id=ids["run_id"],
        ingestion_run_id=_uuid("ingestion_run_id", context.get("ingestion_run_id")),
        case_id=ids["case_id"],
        workflow_id=ids["workflow_id"],
    )


def distinct_results(found: Iterable[ProviderResult], source: str) -> list[SearchResult]:
    """Each page once, under its canonical URL. Results without a valid URL are dropped."""
    results: dict[str, SearchResult] = {}
    for each in found:
        url = each.url if each.is_file else canonical_url(each.url)
        if url and url not in results:
            results[url] = SearchResult(
                url=url,
                title=" ".join(each.title.split()) or url,
                snippet=" ".join(each.snippet.split()),
                source=source,
                position=len(results),
                score=each.score,
                is_pdf=is_pdf(url, each.content_type),
                published=each.published,
            )
    return list(results.values())


def _uuid(name: str, value: object) -> UUID | None:
    if value is None or value == "":
        return None
    try:
        return UUID(str(value))
    except ValueError:
        raise ContextError(f"{name} is not a uuid.") from None
