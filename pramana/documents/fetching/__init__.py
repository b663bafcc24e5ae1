"""Fetches web pages, with limits on addresses, time, size and content type, and robots.txt.

There is no Django and there are no rows here. A `Fetcher` is for many pages; threads may share it.
"""

from pramana.documents.fetching.addresses import normalise_url
from pramana.documents.fetching.contracts import (
    DiscoveredPage,
    FetchedPage,
    FetchOptions,
    Validators,
)
from pramana.documents.fetching.discovery import PageFacts, discover, page_facts
from pramana.documents.fetching.errors import FetchError
from pramana.documents.fetching.fetcher import Fetcher, check_url, check_url_and_redirects, fetch

__all__ = [
    "DiscoveredPage",
    "FetchError",
    "FetchOptions",
    "FetchedPage",
    "Fetcher",
    "PageFacts",
    "Validators",
    "check_url",
    "check_url_and_redirects",
    "discover",
    "fetch",
    "normalise_url",
    "page_facts",
]
