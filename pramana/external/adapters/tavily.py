"""Tavily, by key."""

from dataclasses import dataclass, field
from typing import Any

from pramana.external.adapters.http import Request, items, texts
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
        return [_found(each) for each in items(answer["results"])]

    def is_quota(self, status: int, answer: Any) -> bool:
        return status in SPENT


def _found(item: dict[str, Any]) -> Found:
    url, title, snippet, published = texts(item, "url", "title", "content", "published_date")
    score = item.get("score")
    number = float(score) if isinstance(score, int | float) else None
    return Found(url=url, title=title, snippet=snippet, published=published, score=number)
