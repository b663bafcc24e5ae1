"""Search of scholarly works: Crossref and OpenAlex, both open and without a key."""

import re
from dataclasses import dataclass
from html import unescape
from typing import Any

from pramana.external.adapters.http import ProviderRequest, result_items, text_fields
from pramana.external.contracts import ProviderResult
from pramana.kit.texts import storable

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
