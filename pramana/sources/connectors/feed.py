"""An RSS or Atom feed. An entry that leaves the feed stays; Atom can say that one was deleted."""

import hashlib
import io
from collections.abc import Generator, Iterator
from urllib.parse import urljoin

from pramana.documents.fetching import FetchedPage, Fetcher, FetchOptions, normalise_url
from pramana.documents.fetching.errors import AddressRefused, BadUrl, FetchError, FetchFailed
from pramana.documents.fetching.responses import FetchRequest
from pramana.kit.texts import storable
from pramana.sources.connectors.xml_tree import NotXml, XmlElement, parse_xml
from pramana.sources.contracts import FeedSettings, RemoteFile, RemoteItem
from pramana.sources.errors import (
    BadSource,
    CredentialsRefused,
    ItemUnavailable,
    SourceUnavailable,
)

MAX_FEED_BYTES = 10 * 1024 * 1024
LONGEST_NAME = 200
DATES = ("updated", "published", "pubDate", "date", "modified")
TOMBSTONES = "http://purl.org/atompub/tombstones/1.0"
CLOSED = (401, 403)


class FeedConnector:
    lists_everything = False

    def __init__(self, settings: FeedSettings, options: FetchOptions) -> None:
        self._url = settings.url
        self._fetcher = Fetcher(options)
        self._links: dict[str, tuple[str, str]] = {}
        """The address and the own words of each entry that was listed."""

    def check(self) -> None:
        self._read_feed()

    def close(self) -> None:
        """Nothing is held open."""

    def list_items(self) -> Iterator[RemoteItem]:
        root = self._read_feed()
        for element in _entries(root):
            yield from self._item(element)
        for element in root.all("deleted-entry"):
            if element.namespace == TOMBSTONES and element.attributes.get("ref"):
                key = storable(element.attributes["ref"])
                yield RemoteItem(key, "deleted", key, is_deleted=True)

    def _item(self, entry: XmlElement) -> Iterator[RemoteItem]:
        written = _link(entry)
        link = urljoin(self._url, written) if written else ""
        key = storable(entry.first_text("guid", "id") or link)
        if not key:
            return
        title, words = entry.first_text("title"), entry.first_text("encoded", "content", "summary")
        words = words or entry.first_text("description")
        marks = "\n".join([link, title, words, entry.first_text(*DATES)])
        self._links[key] = (link, words)
        name = storable(title or link or key)[:LONGEST_NAME]
        yield RemoteItem(key, hashlib.sha256(marks.encode("utf-8", "replace")).hexdigest(), name)

    def download(self, item: RemoteItem) -> Generator[RemoteFile, None, None]:
        link, words = self._links[item.key]
        if not link:
            content = f"<html><title>{_escaped(item.name)}</title><body>{words}</body></html>"
            raw = content.encode("utf-8", "replace")
            name = f"{item.name[:80]}.html"
            yield RemoteFile(name, io.BytesIO(raw), len(raw), title=item.name, charset="utf-8")
            return
        try:
            address = normalise_url(link)
            page = self._fetcher.fetch(address)
        except FetchError as error:
            raise ItemUnavailable(error.message) from None
        with page:
            yield _page_file(page, item.name, address)

    def _read_feed(self) -> XmlElement:
        request = FetchRequest(limit=MAX_FEED_BYTES, choose_extension=lambda *_: ".xml")
        try:
            with self._fetcher.run(self._url, request) as page:
                root = parse_xml(page.content())
        except NotXml as error:
            raise BadSource(f"This is not an RSS or Atom feed: {error}.") from None
        except (AddressRefused, BadUrl) as error:
            raise BadSource(error.message) from None
        except FetchFailed as error:
            if error.upstream in CLOSED:
                raise CredentialsRefused(error.message) from None
            raise SourceUnavailable(error.message) from None
        except FetchError as error:
            raise SourceUnavailable(error.message) from None
        if root.name not in ("rss", "feed", "RDF"):
            raise BadSource("This is not an RSS or Atom feed: its first element is another one.")
        return root


def _page_file(page: FetchedPage, title: str, address: str) -> RemoteFile:
    return RemoteFile(
        page.filename, page.body, page.size, title=title, url=address, charset=page.charset
    )


def _entries(root: XmlElement) -> list[XmlElement]:
    """The entries of Atom, RSS 2.0 and RSS 1.0."""
    in_channels = [item for channel in root.all("channel") for item in channel.all("item")]
    return [*root.all("entry"), *in_channels, *root.all("item")]


def _link(entry: XmlElement) -> str:
    """The address of an entry's page: Atom's alternate link, RSS's link, or a permalink."""
    links = entry.all("link")
    for link in links:
        href, rel = link.attributes.get("href", ""), link.attributes.get("rel", "alternate")
        if href and rel == "alternate":
            return href.strip()
    words = next((link.text for link in links if link.text), "")
    if words:
        return words
    guid = entry.first_text("guid")
    return guid if guid.startswith(("http://", "https://")) else ""


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
