"""Which provider the settings name, if any."""

from collections.abc import Callable
from typing import Any

from django.conf import settings

from pramana.external.adapters.brave import Brave
from pramana.external.adapters.google import GoogleCSE
from pramana.external.adapters.http import HttpProvider, Wire
from pramana.external.adapters.searxng import SearXNG
from pramana.external.adapters.serpapi import SerpAPI
from pramana.external.adapters.tavily import Tavily
from pramana.external.worker import MAX_RESULTS, ProviderWorker

WIRES: dict[str, Callable[..., Wire]] = {
    "tavily": Tavily,
    "brave": Brave,
    "serpapi": SerpAPI,
    "google": GoogleCSE,
    "searxng": SearXNG,
}


def configured_worker(*, at_least: int = MAX_RESULTS) -> ProviderWorker | None:
    """The worker of the product; None where no provider is set."""
    environment = settings.PRAMANA
    if environment.search == "none":
        return None
    provider = HttpProvider(_wire(environment), timeout_s=environment.search_timeout_s)
    return ProviderWorker(provider, max_results=max(at_least, MAX_RESULTS))


def _wire(environment: Any) -> Wire:
    named: dict[str, str] = {}
    if environment.search_url:
        named["url"] = environment.search_url
    if environment.search != "searxng":
        named["key"] = environment.search_key
    if environment.search == "google":
        named["engine"] = environment.search_engine
    return WIRES[environment.search](**named)
