"""What a web page says about itself and where it points: title, canonical address, links."""

from collections.abc import Mapping
from dataclasses import dataclass

from httpx import URL, InvalidURL

from pramana.documents.fetching.errors import BadUrl
from pramana.documents.fetching.urls import LONGEST, normalise_url

LIMIT = 2 * 1024 * 1024
"""Of a longer page the beginning is read."""

MOST = 5_000
"""Links of one page that are looked at."""

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

    def __init__(self) -> None:
        self.title = ""
        self.named: dict[str, str] = {}
        self.hrefs: dict[str, None] = {}
        self.follows = True
        self._in_title = False

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        relation, href = attributes.get("rel", "").lower().split(), attributes.get("href", "")
        if tag == "a" and "nofollow" not in relation and len(self.hrefs) < MOST:
            self.hrefs[href] = None
        elif tag == "base" or (tag == "link" and "canonical" in relation):
            self.named.setdefault(tag, href)
        elif tag == "meta" and attributes.get("name", "").lower() == "robots":
            words = attributes.get("content", "").lower().replace(",", " ").split()
            self.follows = self.follows and FORBIDDING.isdisjoint(words)
        self._in_title = tag == "title" and not self.title

    def end(self, tag: str) -> None:
        self._in_title = self._in_title and tag != "title"

    def data(self, text: str) -> None:
        if self._in_title and len(self.title) < LONGEST_TITLE:
            self.title += text

    def close(self) -> None:
        """Part of what a parser expects of its listener."""

    def facts(self, url: str) -> PageFacts:
        base = _joined(url, self.named.get("base", "")) or url
        title = " ".join(self.title.split())[:LONGEST_TITLE]
        hrefs = self.hrefs if self.follows else ()
        links = dict.fromkeys(filter(None, (_joined(base, href) for href in hrefs)))
        return PageFacts(title, _joined(base, self.named.get("link", "")), tuple(links))


def _joined(base: str, href: str) -> str:
    plain = href.strip().replace(" ", "%20")
    if not plain or len(plain) > LONGEST:
        return ""
    try:
        return normalise_url(str(URL(base).join(plain)))
    except (BadUrl, InvalidURL, UnicodeError, ValueError):
        return ""


def page_facts(content: bytes, url: str, *, charset: str = "") -> PageFacts:
    """Read a page's head and links. Broken HTML is read as far as it makes sense."""
    from lxml import etree

    listener = _Listener()
    try:
        parser = etree.HTMLParser(target=listener, encoding=charset or None, no_network=True)
    except LookupError:
        parser = etree.HTMLParser(target=listener, no_network=True)
    try:
        parser.feed(content[:LIMIT])
        parser.close()
    except etree.LxmlError:
        pass
    return listener.facts(url)
