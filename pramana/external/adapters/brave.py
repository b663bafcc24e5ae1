"""Brave Search, by key."""

from dataclasses import dataclass, field
from typing import Any

from pramana.external.adapters.http import Request, items, texts
from pramana.external.contracts.search import Found

MOST = 20


@dataclass(frozen=True)
class Brave:
    key: str = field(repr=False)
    url: str = "https://api.search.brave.com"
    name: str = "brave"

    def request(self, query: str, most: int) -> Request:
        return Request(
            f"{self.url.rstrip('/')}/res/v1/web/search",
            params={"q": query, "count": min(most, MOST), "text_decorations": "false"},
            headers={"X-Subscription-Token": self.key},
        )

    def found(self, answer: Any) -> list[Found]:
        """A search without `web` found no pages; it may still hold other things."""
        if answer["type"] == "search" and "web" not in answer:
            return []
        return [_found(each) for each in items(answer["web"]["results"])]

    def is_quota(self, status: int, answer: Any) -> bool:
        return False


def _found(item: dict[str, Any]) -> Found:
    url, title, snippet, published = texts(item, "url", "title", "description", "page_age")
    return Found(url=url, title=title, snippet=snippet, published=published)
