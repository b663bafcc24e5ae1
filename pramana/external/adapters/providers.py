"""The search providers: the configured one, the formats of its requests, and search of one site."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings

from pramana.documents.fetching.contracts import DiscoveredPage, FetchOptions
from pramana.documents.fetching.discovery import discover
from pramana.documents.fetching.errors import FetchError
from pramana.documents.services.web_sources import fetch_options
from pramana.external.adapters.http import (
    HttpProvider,
    ProviderFormat,
    ProviderRequest,
    result_items,
    scored_result,
    text_fields,
)
from pramana.external.contracts import ProviderResult
from pramana.external.errors import ProviderError
from pramana.external.ports import SearchProvider, provider_named
from pramana.external.worker import MAX_RESULTS, ProviderWorker
from pramana.kit.scope import Scope
from pramana.kit.texts import storable
from pramana.language.stems import content_stems, stems
from pramana.tenancy.choices import SearchChoice
from pramana.tenancy.services.stored_choices import choice_of

MOST = 50
TAGS = re.compile(r"<[^>]{0,200}>")
LONGEST_ABSTRACT = 1000


@dataclass(frozen=True)
class Crossref:
    url: str = "https://api.crossref.org"
    name: str = "crossref"

    def request(self, query: str, most: int) -> ProviderRequest:
        return ProviderRequest(
            f"{self.url.rstrip('/')}/works", params={"query": query, "rows": min(most, MOST)}
        )

    def parse(self, answer: Any) -> list[ProviderResult]:
        return [_crossref_result(each) for each in result_items(answer["message"]["items"])]

    def is_quota(self, status: int, answer: Any) -> bool:
        return False


def _crossref_result(item: dict[str, Any]) -> ProviderResult:
    """The abstract is JATS, an XML; where there is none, the journal and publisher stand in."""
    url, abstract, publisher = text_fields(item, "URL", "abstract", "publisher")
    words = " ".join(unescape(TAGS.sub(" ", abstract)).split())
    where = " · ".join(each for each in (_first(item, "container-title"), publisher) if each)
    return ProviderResult(
        url=url,
        title=_first(item, "title"),
        snippet=words[:LONGEST_ABSTRACT] or f"{_first(item, 'title')} {where}".strip(),
        published=_published(item.get("published")),
    )


def _published(value: Any) -> str:
    """The date of publication, as far as it is known.

    >>> _published({"date-parts": [[2024, 5]]}), _published({"date-parts": []}), _published(None)
    ('2024-05', '', '')
    """
    dates = value.get("date-parts") if isinstance(value, dict) else None
    parts = dates[0] if isinstance(dates, list) and dates else None
    numbers = parts if isinstance(parts, list) else []
    return "-".join(f"{part:02d}" for part in numbers if isinstance(part, int))


def _first(item: dict[str, Any], name: str) -> str:
    values = item.get(name)
    first = values[0] if isinstance(values, list) and values else ""
    return storable(first) if isinstance(first, str) else ""


@dataclass(frozen=True)
class OpenAlex:
    url: str = "https://api.openalex.org"
    name: str = "openalex"

    def request(self, query: str, most: int) -> ProviderRequest:
        return ProviderRequest(
            f"{self.url.rstrip('/')}/works", params={"search": query, "per-page": min(most, MOST)}
        )

    def parse(self, answer: Any) -> list[ProviderResult]:
        return [_openalex_result(each) for each in result_items(answer["results"])]

    def is_quota(self, status: int, answer: Any) -> bool:
        return False


def _openalex_result(item: dict[str, Any]) -> ProviderResult:
    """An open copy is preferred to the publisher's page, which may show an abstract only."""
    title, doi, published = text_fields(item, "display_name", "doi", "publication_date")
    listed = [item.get(name) for name in ("best_oa_location", "primary_location")]
    places = [place for place in listed if isinstance(place, dict)]
    pdfs = [each for place in places for each in text_fields(place, "pdf_url") if each]
    pages = [each for place in places for each in text_fields(place, "landing_page_url") if each]
    return ProviderResult(
        url=next(iter([*pdfs[:1], *pages]), doi),
        title=title,
        snippet=_abstract(item.get("abstract_inverted_index")) or title,
        content_type="application/pdf" if pdfs else "",
        published=published,
    )


def _abstract(index: Any) -> str:
    """The abstract in order. OpenAlex lists for each word where it stands.

    >>> _abstract({"bridge": [1], "The": [0], "opened.": [2]})
    'The bridge opened.'
    """
    if not isinstance(index, dict):
        return ""
    places = sorted(
        (place, word)
        for word, found in index.items()
        if isinstance(found, list)
        for place in found
        if isinstance(place, int)
    )
    return storable(" ".join(word for _, word in places))[:LONGEST_ABSTRACT]


EXTENSION = re.compile(r"\.[a-z0-9]{1,5}$", re.IGNORECASE)
SEPARATORS = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class SitemapProvider:
    """Finds pages of the site at `url`. It sends the query nowhere, and needs no key."""

    url: str
    options: FetchOptions
    name: str = "sitemap"

    def search(self, query: str, *, most: int) -> Sequence[ProviderResult]:
        """The pages whose addresses share words with the query, best first, newer ones first."""
        wanted = set(content_stems(stems(query)))
        found = [
            (len(shared) / len(wanted), page)
            for page in self._pages()
            if (shared := wanted.intersection(stems(address_words(page.url))))
        ]
        found.sort(key=lambda each: (each[0], each[1].modified), reverse=True)
        return [
            ProviderResult(
                url=page.url,
                title=address_words(page.url),
                snippet=page.url,
                score=round(score, 3),
                published=page.modified,
            )
            for score, page in found[:most]
        ]

    def _pages(self) -> list[DiscoveredPage]:
        pages = []
        try:
            for page in discover(self.url, self.options):
                if page.page is not None:
                    page.page.body.close()
                pages.append(page)
        except FetchError as error:
            message = f"The pages of the site cannot be listed. {error.message}"
            raise ProviderError(message) from None
        return pages


def address_words(url: str) -> str:
    """The words of an address that a person would read.

    >>> address_words("https://example.org/news/2026/Kalika_footbridge-opened.html")
    'news 2026 Kalika footbridge opened'
    """
    path = EXTENSION.sub("", unquote(urlsplit(url).path))
    return " ".join(SEPARATORS.sub(" ", path).split())


@dataclass(frozen=True)
class SearXNG:
    """A self-hosted instance, without a key. Its `json` format must be enabled."""

    url: str
    name: str = "searxng"

    def request(self, query: str, most: int) -> ProviderRequest:
        """SearXNG cannot limit the number of results."""
        return ProviderRequest(
            f"{self.url.rstrip('/')}/search", params={"q": query, "format": "json"}
        )

    def parse(self, answer: Any) -> list[ProviderResult]:
        return [scored_result(each, "publishedDate") for each in result_items(answer["results"])]

    def is_quota(self, status: int, answer: Any) -> bool:
        return False


TAVILY_MOST = 20
TAVILY_QUOTA_STATUSES = (432, 433)
"""Tavily's own statuses for an exhausted plan or key."""


@dataclass(frozen=True)
class Tavily:
    key: str = field(repr=False)
    url: str = "https://api.tavily.com"
    name: str = "tavily"

    def request(self, query: str, most: int) -> ProviderRequest:
        return ProviderRequest(
            f"{self.url.rstrip('/')}/search",
            headers={"Authorization": f"Bearer {self.key}"},
            body={"query": query, "max_results": min(most, TAVILY_MOST), "search_depth": "basic"},
        )

    def parse(self, answer: Any) -> list[ProviderResult]:
        return [scored_result(each, "published_date") for each in result_items(answer["results"])]

    def is_quota(self, status: int, answer: Any) -> bool:
        return status in TAVILY_QUOTA_STATUSES


BRAVE_MOST = 20


@dataclass(frozen=True)
class Brave:
    key: str = field(repr=False)
    url: str = "https://api.search.brave.com"
    name: str = "brave"

    def request(self, query: str, most: int) -> ProviderRequest:
        return ProviderRequest(
            f"{self.url.rstrip('/')}/res/v1/web/search",
            params={"q": query, "count": min(most, BRAVE_MOST), "text_decorations": "false"},
            headers={"X-Subscription-Token": self.key},
        )

    def parse(self, answer: Any) -> list[ProviderResult]:
        """A response without `web` found no pages, but may hold other things."""
        if answer["type"] == "search" and "web" not in answer:
            return []
        return [_brave_result(each) for each in result_items(answer["web"]["results"])]

    def is_quota(self, status: int, answer: Any) -> bool:
        return False


def _brave_result(item: dict[str, Any]) -> ProviderResult:
    url, title, snippet, published = text_fields(item, "url", "title", "description", "page_age")
    return ProviderResult(url=url, title=title, snippet=snippet, published=published)


SERPAPI_NO_RESULTS = "hasn't returned any results"
"""SerpAPI reports that there are no results as an error with status 200."""


@dataclass(frozen=True)
class SerpAPI:
    key: str = field(repr=False)
    url: str = "https://serpapi.com"
    name: str = "serpapi"

    def request(self, query: str, most: int) -> ProviderRequest:
        params: dict[str, str | int] = {
            "engine": "google",
            "q": query,
            "num": most,
            "api_key": self.key,
        }
        return ProviderRequest(f"{self.url.rstrip('/')}/search.json", params=params)

    def parse(self, answer: Any) -> list[ProviderResult]:
        if SERPAPI_NO_RESULTS in str(answer.get("error", "")):
            return []
        return [_serpapi_result(each) for each in result_items(answer["organic_results"])]

    def is_quota(self, status: int, answer: Any) -> bool:
        return isinstance(answer, dict) and "run out of searches" in str(answer.get("error", ""))


def _serpapi_result(item: dict[str, Any]) -> ProviderResult:
    url, title, snippet, published = text_fields(item, "link", "title", "snippet", "date")
    return ProviderResult(url=url, title=title, snippet=snippet, published=published)


GOOGLE_MOST = 10
GOOGLE_QUOTA_REASONS = (
    "rateLimitExceeded",
    "dailyLimitExceeded",
    "quotaExceeded",
    "userRateLimitExceeded",
)


@dataclass(frozen=True)
class GoogleCSE:
    key: str = field(repr=False)
    engine: str
    url: str = "https://www.googleapis.com"
    name: str = "google"

    def request(self, query: str, most: int) -> ProviderRequest:
        params: dict[str, str | int] = {
            "key": self.key,
            "cx": self.engine,
            "q": query,
            "num": min(most, GOOGLE_MOST),
        }
        return ProviderRequest(f"{self.url.rstrip('/')}/customsearch/v1", params=params)

    def parse(self, answer: Any) -> list[ProviderResult]:
        """Without results there is no `items`, but `searchInformation` is always present."""
        listed = answer["items"] if "items" in answer else answer["searchInformation"] and []
        return [_google_result(each) for each in result_items(listed)]

    def is_quota(self, status: int, answer: Any) -> bool:
        """An exhausted quota may also be a 403; the reason distinguishes it from a wrong key."""
        return status == 403 and any(word in str(answer) for word in GOOGLE_QUOTA_REASONS)


def _google_result(item: dict[str, Any]) -> ProviderResult:
    url, title, snippet, kind = text_fields(item, "link", "title", "snippet", "mime")
    return ProviderResult(url=url, title=title, snippet=snippet, content_type=kind)


FORMATS: dict[str, Callable[..., ProviderFormat]] = {
    "tavily": Tavily,
    "brave": Brave,
    "serpapi": SerpAPI,
    "google": GoogleCSE,
    "searxng": SearXNG,
    "crossref": Crossref,
    "openalex": OpenAlex,
}
WITHOUT_KEY = ("searxng", "crossref", "openalex")


def is_configured(scope: Scope) -> bool:
    return choice_of(scope, SearchChoice).search != "none"


def configured_worker(scope: Scope, *, at_least: int = MAX_RESULTS) -> ProviderWorker | None:
    """The worker for the configured provider; None if none is configured."""
    chosen = choice_of(scope, SearchChoice)
    if chosen.search == "none":
        return None
    return ProviderWorker(search_provider(scope, chosen), max_results=max(at_least, MAX_RESULTS))


def search_provider(scope: Scope, chosen: SearchChoice) -> SearchProvider:
    """The provider of a choice. An address that a tenant chose is checked at each request."""
    if registered := provider_named(chosen.search, scope):
        return registered
    if chosen.search == "sitemap":
        return SitemapProvider(chosen.search_url, fetch_options())
    return HttpProvider(
        _format_of(chosen),
        timeout_s=settings.PRAMANA.search_timeout_s,
        is_guarded=chosen.is_own and bool(chosen.search_url),
    )


def _format_of(chosen: SearchChoice) -> ProviderFormat:
    arguments: dict[str, str] = {}
    if chosen.search_url:
        arguments["url"] = chosen.search_url
    if chosen.search not in WITHOUT_KEY:
        arguments["key"] = chosen.search_key
    if chosen.search == "google":
        arguments["engine"] = chosen.search_engine
    return FORMATS[chosen.search](**arguments)
