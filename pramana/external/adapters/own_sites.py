"""Search of one site: the pages that its sitemaps list, by the words of their addresses."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from pramana.documents.fetching.contracts import DiscoveredPage, FetchOptions
from pramana.documents.fetching.discovery import discover
from pramana.documents.fetching.errors import FetchError
from pramana.external.contracts import ProviderResult
from pramana.external.errors import ProviderError
from pramana.language.stems import content_stems, stems

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
