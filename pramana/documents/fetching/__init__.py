"""Pages from the network, with every guard: addresses, time, size, kinds, robots.txt.

No Django and no rows. `Fetcher` is for a run over many pages; it may be shared by threads.
"""

from pramana.documents.fetching.contracts import Fetched, FetchOptions, Found, Validators
from pramana.documents.fetching.discovery import discover
from pramana.documents.fetching.errors import FetchError
from pramana.documents.fetching.fetcher import Fetcher, check_url, check_way, fetch
from pramana.documents.fetching.links import PageFacts, page_facts
from pramana.documents.fetching.urls import normalise_url

__all__ = [
    "FetchError",
    "FetchOptions",
    "Fetched",
    "Fetcher",
    "Found",
    "PageFacts",
    "Validators",
    "check_url",
    "check_way",
    "discover",
    "fetch",
    "normalise_url",
    "page_facts",
]
