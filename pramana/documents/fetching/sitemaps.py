"""Sitemaps (sitemaps.org): XML read as a stream, without any DTD, so that no entity can exist."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from xml.parsers.expat import ExpatError, ParserCreate, XMLParserType

from pramana.documents.fetching.bodies import gunzipped
from pramana.documents.fetching.errors import FetchError, FetchTooLarge

LONGEST = 4_096
"""Characters of one address; the rest of a longer one is not kept."""

PEEKED = 64
FIELDS = frozenset({"loc", "lastmod"})
ADDRESS = re.compile(rb"https?://\S+")


class NotASitemap(FetchError):
    code = "not_a_sitemap"
    status = 400

    def __init__(self, why: str) -> None:
        super().__init__(f"The sitemap is not read: {why}. Give the address of a page instead.")


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a sitemap: a page, or (`is_map`) another sitemap."""

    url: str
    modified: str = ""
    is_map: bool = False


class SitemapReader:
    """Hears elements go by and keeps the entry that is being written."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._fields: dict[str, str] = {}
        self._open: list[str] = []
        self._parser = self._made()

    def feed(self, chunk: bytes, last: bool = False) -> list[Entry]:
        """The entries that this chunk completes."""
        try:
            self._parser.Parse(chunk, last)
        except ExpatError as error:
            raise NotASitemap("it is not well-formed XML") from error
        done, self.entries = self.entries, []
        return done

    def _made(self) -> XMLParserType:
        parser = ParserCreate(namespace_separator=" ")
        parser.StartDoctypeDeclHandler = self._refused
        parser.StartElementHandler = self._started
        parser.EndElementHandler = self._ended
        parser.CharacterDataHandler = self._heard
        return parser

    def _refused(self, *_: object) -> None:
        raise NotASitemap("it brings a document type of its own")

    def _started(self, name: str, _: object) -> None:
        self._open.append(_local(name))
        if len(self._open) == 1 and self._open[0] not in ("urlset", "sitemapindex"):
            raise NotASitemap("it begins with something else")
        if len(self._open) > 32:
            raise NotASitemap("it is nested too deeply")

    def _heard(self, text: str) -> None:
        if len(self._open) == 3 and (field := self._open[2]) in FIELDS:
            self._fields[field] = (self._fields.get(field, "") + text)[:LONGEST]

    def _ended(self, _: str) -> None:
        closed = self._open.pop()
        if len(self._open) == 1 and closed in ("url", "sitemap"):
            url, modified = (self._fields.get(field, "").strip() for field in ("loc", "lastmod"))
            if url:
                self.entries.append(Entry(url, modified[:40], is_map=closed == "sitemap"))
            self._fields = {}


class Quota:
    """What all sitemaps of one site may hold together, unpacked."""

    def __init__(self, limit: int) -> None:
        self._limit = self._left = limit

    def passing(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        for chunk in chunks:
            self._left -= len(chunk)
            if self._left < 0:
                raise FetchTooLarge(self._limit)
            yield chunk


def read_sitemap(chunks: Iterable[bytes], quota: Quota) -> Iterator[Entry]:
    """The entries of a sitemap: XML or one address per line, packed with gzip or not."""
    head, chunks = _peeked(chunks)
    if head.startswith(b"\x1f\x8b"):
        head, chunks = _peeked(gunzipped(chunks))
    chunks = quota.passing(chunks)
    if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"http://", b"https://")):
        yield from _lines(chunks)
        return
    reader = SitemapReader()
    for chunk in chunks:
        yield from reader.feed(chunk)
    yield from reader.feed(b"", last=True)


def _local(name: str) -> str:
    """The name without its namespace."""
    return name.rpartition(" ")[2]


def _peeked(chunks: Iterable[bytes]) -> tuple[bytes, Iterable[bytes]]:
    """The first bytes, and all of them."""
    head, rest = b"", iter(chunks)
    while len(head) < PEEKED and (chunk := next(rest, None)) is not None:
        head += chunk
    return head, chain([head], rest)


def _lines(chunks: Iterable[bytes]) -> Iterator[Entry]:
    rest = b""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        rest = rest[:LONGEST]
        for line in lines:
            yield from _line(line)
    yield from _line(rest)


def _line(line: bytes) -> Iterator[Entry]:
    if found := ADDRESS.match(line.strip().removeprefix(b"\xef\xbb\xbf")):
        yield Entry(found[0].decode("utf-8", "replace"))
