"""SearXNG: an instance of one's own, no key. Its `json` format must be switched on."""

from dataclasses import dataclass
from typing import Any

from pramana.external.adapters.http import Request, items, texts
from pramana.external.contracts.search import Found


@dataclass(frozen=True)
class SearXNG:
    url: str
    name: str = "searxng"

    def request(self, query: str, most: int) -> Request:
        """It gives as many as its engines have; there is no number to ask for."""
        return Request(f"{self.url.rstrip('/')}/search", params={"q": query, "format": "json"})

    def found(self, answer: Any) -> list[Found]:
        return [_found(each) for each in items(answer["results"])]

    def is_quota(self, status: int, answer: Any) -> bool:
        return False


def _found(item: dict[str, Any]) -> Found:
    url, title, snippet, published = texts(item, "url", "title", "content", "publishedDate")
    score = item.get("score")
    number = float(score) if isinstance(score, int | float) else None
    return Found(url=url, title=title, snippet=snippet, published=published, score=number)
