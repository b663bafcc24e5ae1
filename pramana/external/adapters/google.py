"""Google's Custom Search, by key and engine."""

from dataclasses import dataclass, field
from typing import Any

from pramana.external.adapters.http import Request, items, texts
from pramana.external.contracts.search import Found

MOST = 10
SPENT = ("rateLimitExceeded", "dailyLimitExceeded", "quotaExceeded", "userRateLimitExceeded")


@dataclass(frozen=True)
class GoogleCSE:
    key: str = field(repr=False)
    engine: str
    url: str = "https://www.googleapis.com"
    name: str = "google"

    def request(self, query: str, most: int) -> Request:
        params: dict[str, str | int] = {
            "key": self.key,
            "cx": self.engine,
            "q": query,
            "num": min(most, MOST),
        }
        return Request(f"{self.url.rstrip('/')}/customsearch/v1", params=params)

    def found(self, answer: Any) -> list[Found]:
        """Without results there is no `items`, but `searchInformation` is always there."""
        listed = answer["items"] if "items" in answer else answer["searchInformation"] and []
        return [_found(each) for each in items(listed)]

    def is_quota(self, status: int, answer: Any) -> bool:
        """A spent quota may also come as 403, told apart from a wrong key by its reason."""
        return status == 403 and any(word in str(answer) for word in SPENT)


def _found(item: dict[str, Any]) -> Found:
    url, title, snippet, kind = texts(item, "link", "title", "snippet", "mime")
    return Found(url=url, title=title, snippet=snippet, content_type=kind)
