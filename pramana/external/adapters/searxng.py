"""SearXNG: an instance of one's own, no key. Its `json` format must be switched on."""

from dataclasses import dataclass
from typing import Any

from pramana.external.adapters.http import Request, items, scored
from pramana.external.contracts.search import Found


@dataclass(frozen=True)
class SearXNG:
    url: str
    name: str = "searxng"

    def request(self, query: str, most: int) -> Request:
        """It gives as many as its engines have; there is no number to ask for."""
        return Request(f"{self.url.rstrip('/')}/search", params={"q": query, "format": "json"})

    def found(self, answer: Any) -> list[Found]:
        return [scored(each, "publishedDate") for each in items(answer["results"])]

    def is_quota(self, status: int, answer: Any) -> bool:
        return False
