"""What research needs from outside, and the dependencies of its graph."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pramana.documents.fetching import FetchedPage, Fetcher, FetchOptions
from pramana.external.contracts import ProviderResult, Rank, Selection
from pramana.external.domain.selection import rank
from pramana.kit.errors import ContextError
from pramana.kit.scope import Scope, ScopeContext
from pramana.kit.tools import ToolOutcome
from pramana.tenancy.steps import Step


class SearchProvider(Protocol):
    """A web search engine. Raises `ProviderError`."""

    @property
    def name(self) -> str: ...

    def search(self, query: str, *, most: int) -> Sequence[ProviderResult]: ...


class WebSearchWorker(Protocol):
    """Searches and returns a tool envelope. It never raises."""

    def run(self, *, query: str, context: Mapping[str, Any]) -> ToolOutcome: ...


class IngestionTrigger(Protocol):
    """Ingests a page. Returns at least `status`; the run reports what it raises."""

    def trigger(
        self, *, url: str, collection_id: str, context: Mapping[str, Any]
    ) -> Mapping[str, Any]: ...


class PageFetcher(Protocol):
    """Fetches the pages that a provider found. Raises `FetchError`."""

    def fetch(self, url: str) -> FetchedPage: ...


ProviderFactory = Callable[[Scope], SearchProvider]
FetcherFactory = Callable[[Scope, FetchOptions], PageFetcher]

_providers: dict[str, ProviderFactory] = {}
_fetchers: dict[str, FetcherFactory] = {}


def register_provider(name: str, factory: ProviderFactory) -> None:
    """Offer a search provider that belongs to another part of the product."""
    _providers[name] = factory


def provider_named(name: str, scope: Scope) -> SearchProvider | None:
    """The provider that another part of the product registered under this name."""
    factory = _providers.get(name)
    return factory(scope) if factory else None


def register_fetcher(provider: str, factory: FetcherFactory) -> None:
    """Fetch the pages that this search provider found with a fetcher of its own."""
    _fetchers[provider] = factory


def fetcher_for(scope: Scope, provider: str, options: FetchOptions) -> PageFetcher:
    """The fetcher for pages of this provider: the web's, unless the provider has its own."""
    factory = _fetchers.get(provider)
    return factory(scope, options) if factory else Fetcher(options)


class ProgressListener(Protocol):
    """Receives the progress of the graph in order to record it."""

    def search_started(self) -> None: ...
    def results_selected(
        self, results: Sequence[Mapping[str, Any]], selection: Selection
    ) -> None: ...
    def ingestion_started(self) -> None: ...
    def step_ended(self, step: Step) -> None: ...


class SilentProgress:
    """Ignores progress, for a graph that is run for its result alone."""

    def search_started(self) -> None:
        """Do nothing."""

    def results_selected(self, results: Sequence[Mapping[str, Any]], selection: Selection) -> None:
        """Do nothing."""

    def ingestion_started(self) -> None:
        """Do nothing."""

    def step_ended(self, step: Step) -> None:
        """Do nothing."""


@dataclass(frozen=True)
class ExternalDeps:
    """The objects that the graph's nodes use. They are not part of a checkpoint."""

    context: ScopeContext
    runtime_worker: WebSearchWorker | None = None
    runtime_trigger: IngestionTrigger | None = None
    rank: Rank = rank
    listener: ProgressListener = field(default_factory=SilentProgress)

    def __post_init__(self) -> None:
        if not isinstance(self.context, ScopeContext):
            raise ContextError("A graph runs in a scope with a tenant and a run.")


def context_ids(context: ScopeContext) -> dict[str, str]:
    """The ids of an execution, as the graph's context carries them."""
    ids = {
        "tenant_id": context.tenant_id,
        "trace_id": context.trace_id,
        "case_id": context.case_id,
        "workflow_id": context.workflow_id,
        "run_id": context.run_id,
        "ingestion_run_id": context.ingestion_run_id,
    }
    return {name: str(value) for name, value in ids.items() if value is not None}
