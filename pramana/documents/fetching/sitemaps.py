"""Sitemaps (sitemaps.org): XML parsed as a stream, without a DTD, so without entities."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from xml.parsers.expat import ExpatError, ParserCreate, XMLParserType

from pramana.documents.fetching.errors import FetchError, FetchTooLarge
from pramana.documents.fetching.responses import gunzip

MAX_FIELD = 4_096
"""Longer URLs are cut."""

PEEK_BYTES = 64
FIELDS = frozenset({"loc", "lastmod"})
ADDRESS = re.compile(rb"https?://\S+")


class NotASitemap(FetchError):
    code = "not_a_sitemap"
    status = 400

    def __init__(self, why: str) -> None:
        super().__init__(f"The sitemap cannot be read: {why}. Enter the URL of a page instead.")


@dataclass(frozen=True, slots=True)
class SitemapEntry:
    """An entry of a sitemap: a page, or (`is_map`) another sitemap."""

    url: str
    modified: str = ""
    is_map: bool = False


class SitemapReader:
    """Collects entries from parser events."""

    def __init__(self) -> None:
        self.entries: list[SitemapEntry] = []
        self._fields: dict[str, str] = {}
        self._open: list[str] = []
        self._parser = self._make_parser()

    def feed(self, chunk: bytes, last: bool = False) -> list[SitemapEntry]:
        """Parse a chunk, and return the entries that it completes."""
        try:
            self._parser.Parse(chunk, last)
        except ExpatError as error:
            raise NotASitemap("it is not well-formed XML") from error
        done, self.entries = self.entries, []
        return done

    def _make_parser(self) -> XMLParserType:
        parser = ParserCreate(namespace_separator=" ")
        parser.StartDoctypeDeclHandler = self._on_doctype
        parser.StartElementHandler = self._on_start
        parser.EndElementHandler = self._on_end
        parser.CharacterDataHandler = self._on_text
        return parser

    def _on_doctype(self, *_: object) -> None:
        raise NotASitemap("it declares a document type")

    def _on_start(self, name: str, _: object) -> None:
        self._open.append(_local(name))
        if len(self._open) == 1 and self._open[0] not in ("urlset", "sitemapindex"):
            raise NotASitemap("its first element is another one")
        if len(self._open) > 32:
            raise NotASitemap("it is nested too deeply")

    def _on_text(self, text: str) -> None:
        if len(self._open) == 3 and (field := self._open[2]) in FIELDS:
            self._fields[field] = (self._fields.get(field, "") + text)[:MAX_FIELD]

    def _on_end(self, _: str) -> None:
        closed = self._open.pop()
        if len(self._open) == 1 and closed in ("url", "sitemap"):
            url, modified = (self._fields.get(field, "").strip() for field in ("loc", "lastmod"))
            if url:
                self.entries.append(SitemapEntry(url, modified[:40], is_map=closed == "sitemap"))
            self._fields = {}


class SitemapQuota:
    """A limit on the unpacked size of all sitemaps of a site."""

    def __init__(self, limit: int) -> None:
        self._limit = self._left = limit

    def count(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        for chunk in chunks:
            self._left -= len(chunk)
            if self._left < 0:
                raise FetchTooLarge(self._limit)
            yield chunk


def read_sitemap(chunks: Iterable[bytes], quota: SitemapQuota) -> Iterator[SitemapEntry]:
    """The entries of a sitemap: XML or one URL per line, compressed with gzip or not."""
    head, chunks = _peek(chunks)
    if head.startswith(b"\x1f\x8b"):
        head, chunks = _peek(gunzip(chunks))
    chunks = quota.count(chunks)
    if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"http://", b"https://")):
        yield from _lines(chunks)
        return
    reader = SitemapReader()
    for chunk in chunks:
        yield from reader.feed(chunk)
    yield from reader.feed(b"", last=True)


def _local(name: str) -> str:
    """An element name without its namespace."""
    return name.rpartition(" ")[2]


def _peek(chunks: Iterable[bytes]) -> tuple[bytes, Iterable[bytes]]:
    """The first bytes, and an iterator over all of them."""
    head, rest = b"", iter(chunks)
    while len(head) < PEEK_BYTES and (chunk := next(rest, None)) is not None:
        head += chunk
    return head, chain([head], rest)


def _lines(chunks: Iterable[bytes]) -> Iterator[SitemapEntry]:
    rest = b""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        rest = rest[:MAX_FIELD]
        for line in lines:
            yield from _line(line)
    yield from _line(rest)


def _line(line: bytes) -> Iterator[SitemapEntry]:
    if found := ADDRESS.match(line.strip().removeprefix(b"\xef\xbb\xbf")):
        yield SitemapEntry(found[0].decode("utf-8", "replace"))
