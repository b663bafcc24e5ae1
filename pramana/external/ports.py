"""What the flow needs from outside, as it sees it."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from pramana.external.contracts.search import Found
from pramana.external.contracts.selection import Selection
from pramana.kit.tools import ToolOutcome
from pramana.tenancy.steps import Step


class SearchProvider(Protocol):
    """Someone who searches the web. Raises `ProviderError`."""

    @property
    def name(self) -> str: ...

    def search(self, query: str, *, most: int) -> Sequence[Found]: ...


class WebSearchWorker(Protocol):
    """Searches, and says how it went in an envelope; never raises."""

    def run(self, *, query: str, context: Mapping[str, Any]) -> ToolOutcome: ...


class IngestionTrigger(Protocol):
    """Has a page taken in. Returns at least `status`; what it raises is said in the run."""

    def trigger(
        self, *, url: str, collection_id: str, context: Mapping[str, Any]
    ) -> Mapping[str, Any]: ...


class Told(Protocol):
    """Who hears what the graph does, and writes it down."""

    def searching(self) -> None: ...
    def selected(self, results: Sequence[Mapping[str, Any]], selection: Selection) -> None: ...
    def ingesting(self) -> None: ...
    def passed(self, step: Step) -> None: ...


class Nobody:
    """For a graph that is run for its result alone."""

    def searching(self) -> None:
        """Nothing is kept."""

    def selected(self, results: Sequence[Mapping[str, Any]], selection: Selection) -> None:
        """Nothing is kept."""

    def ingesting(self) -> None:
        """Nothing is kept."""

    def passed(self, step: Step) -> None:
        """Nothing is kept."""
