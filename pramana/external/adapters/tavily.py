"""Tavily, by key."""

from dataclasses import dataclass, field
from typing import Any

from pramana.external.adapters.http import Request, items, scored
from pramana.external.contracts.search import Found

MOST = 20
SPENT = (432, 433)
"""A plan's or a key's limit: Tavily has statuses of its own for them."""


@dataclass(frozen=True)
class Tavily:
    key: str = field(repr=False)
    url: str = "https://api.tavily.com"
    name: str = "tavily"

    def request(self, query: str, most: int) -> Request:
        return Request(
            f"{self.url.rstrip('/')}/search",
            headers={"Authorization": f"Bearer {self.key}"},
            body={"query": query, "max_results": min(most, MOST), "search_depth": "basic"},
        )

    def found(self, answer: Any) -> list[Found]:
        return [scored(each, "published_date") for each in items(answer["results"])]

    def is_quota(self, status: int, answer: Any) -> bool:
        return status in SPENT
