"""SerpAPI, by key."""

from dataclasses import dataclass, field
from typing import Any

from pramana.external.adapters.http import Request, items, texts
from pramana.external.contracts.search import Found

NOTHING = "hasn't returned any results"
"""How it says that there are none: as an error, with status 200."""


@dataclass(frozen=True)
class SerpAPI:
    key: str = field(repr=False)
    url: str = "https://serpapi.com"
    name: str = "serpapi"

    def request(self, query: str, most: int) -> Request:
        params: dict[str, str | int] = {
            "engine": "google",
            "q": query,
            "num": most,
            "api_key": self.key,
        }
        return Request(f"{self.url.rstrip('/')}/search.json", params=params)

    def found(self, answer: Any) -> list[Found]:
        if NOTHING in str(answer.get("error", "")):
            return []
        return [_found(each) for each in items(answer["organic_results"])]

    def is_quota(self, status: int, answer: Any) -> bool:
        return isinstance(answer, dict) and "run out of searches" in str(answer.get("error", ""))


def _found(item: dict[str, Any]) -> Found:
    url, title, snippet, published = texts(item, "link", "title", "snippet", "date")
    return Found(url=url, title=title, snippet=snippet, published=published)
