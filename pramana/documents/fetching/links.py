"""What a web page says about itself and where it points: title, canonical address, links."""

from collections.abc import Mapping
from dataclasses import dataclass

from httpx import URL, InvalidURL

from pramana.documents.fetching.errors import BadUrl
from pramana.documents.fetching.urls import normalise_url

LIMIT = 8 * 1024 * 1024
"""Of a longer page the beginning is read."""

MOST = 5_000
"""Links of one page."""

LONGEST_TITLE = 500
FORBIDDING = frozenset({"nofollow", "none"})


@dataclass(frozen=True, slots=True)
class PageFacts:
    """From the page's own words, so believed only as far as the caller checks."""

    title: str
    canonical: str
    """Normalised, or empty. It may name any host."""

    links: tuple[str, ...]
    """Normalised, in order, each once. Empty where the page asks that none is followed."""


class _Listener:
    """Hears the parser's events, so that no tree of the page is ever built."""

    def __init__(self, url: str) -> None:
        self.base, self.title, self.canonical = URL(url), "", ""
        self.links: dict[str, None] = {}
        self.follows = True
        self._in_title = False

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        relation = attributes.get("rel", "").lower().split()
        if tag == "a" and "nofollow" not in relation and len(self.links) < MOST:
            self.links.update(dict.fromkeys(filter(None, [self._joined(attributes)])))
        elif tag == "link" and "canonical" in relation:
            self.canonical = self.canonical or self._joined(attributes)
        elif tag == "base" and (base := self._joined(attributes)):
            self.base = URL(base)
        elif tag == "meta" and attributes.get("name", "").lower() == "robots":
            words = attributes.get("content", "").lower().replace(",", " ").split()
            self.follows = self.follows and FORBIDDING.isdisjoint(words)
        self._in_title = tag == "title" and not self.title

    def end(self, tag: str) -> None:
        self._in_title = self._in_title and tag != "title"

    def data(self, text: str) -> None:
        if self._in_title and len(self.title) < LONGEST_TITLE:
            self.title += text

    def close(self) -> PageFacts:
        title = " ".join(self.title.split())[:LONGEST_TITLE]
        return PageFacts(title, self.canonical, tuple(self.links) if self.follows else ())

    def _joined(self, attributes: Mapping[str, str]) -> str:
        try:
            href = attributes.get("href", "").strip().replace(" ", "%20")
            return normalise_url(str(self.base.join(href))) if href else ""
        except (BadUrl, InvalidURL, UnicodeError, ValueError):
            return ""


def page_facts(content: bytes, url: str, *, charset: str = "") -> PageFacts:
    """Read a page's head and links. Broken HTML is read as far as it makes sense."""
    from lxml import etree

    listener = _Listener(url)
    try:
        parser = etree.HTMLParser(target=listener, encoding=charset or None, no_network=True)
    except LookupError:
        parser = etree.HTMLParser(target=listener, no_network=True)
    try:
        parser.feed(content[:LIMIT])
        parser.close()
    except etree.LxmlError:
        pass
    return listener.close()
