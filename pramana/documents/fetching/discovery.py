"""The pages of a site, from its sitemaps or by following its links breadth-first."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePosixPath

from httpx import URL, InvalidURL

from pramana.documents.fetching.addresses import LONGEST, normalise_url, origin_of, parse_url
from pramana.documents.fetching.contracts import DiscoveredPage, FetchedPage, FetchOptions
from pramana.documents.fetching.errors import BadUrl, FetchError, RobotsRefused
from pramana.documents.fetching.fetcher import Fetcher
from pramana.documents.fetching.responses import FetchRequest, extension_for
from pramana.documents.fetching.sitemaps import SitemapEntry, SitemapQuota, read_sitemap

MAX_PAGE_BYTES = 2 * 1024 * 1024
"""Only the beginning of a longer page is parsed."""

MAX_LINKS = 5_000
"""Further links of a page are ignored."""

MAX_TITLE = 500
NOFOLLOW_WORDS = frozenset({"nofollow", "none"})


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What a page says about itself; the caller must check it."""

    title: str
    canonical: str
    """Normalised, or empty. It may be on any host."""

    links: tuple[str, ...]
    """Normalised, in order, without duplicates. Empty where the page forbids following links."""


class _LinkCollector:
    """Collects links from parser events, so that no tree of the page is built."""

    def __init__(self) -> None:
        self.title = ""
        self.links_by_tag: dict[str, str] = {}
        self.hrefs: dict[str, None] = {}
        self.follows = True
        self._in_title = False

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        relation, href = attributes.get("rel", "").lower().split(), attributes.get("href", "")
        if tag == "a" and "nofollow" not in relation and len(self.hrefs) < MAX_LINKS:
            self.hrefs[href] = None
        elif tag == "base" or (tag == "link" and "canonical" in relation):
            self.links_by_tag.setdefault(tag, href)
        elif tag == "meta" and attributes.get("name", "").lower() == "robots":
            words = attributes.get("content", "").lower().replace(",", " ").split()
            self.follows = self.follows and NOFOLLOW_WORDS.isdisjoint(words)
        self._in_title = tag == "title" and not self.title

    def end(self, tag: str) -> None:
        self._in_title = self._in_title and tag != "title"

    def data(self, text: str) -> None:
        if self._in_title and len(self.title) < MAX_TITLE:
            self.title += text

    def close(self) -> None:
        """The parser requires this method."""

    def facts(self, url: str) -> PageFacts:
        base = _absolute_url(url, self.links_by_tag.get("base", "")) or url
        title = " ".join(self.title.split())[:MAX_TITLE]
        hrefs = self.hrefs if self.follows else ()
        links = dict.fromkeys(filter(None, (_absolute_url(base, href) for href in hrefs)))
        return PageFacts(
            title, _absolute_url(base, self.links_by_tag.get("link", "")), tuple(links)
        )


def _absolute_url(base: str, href: str) -> str:
    plain = href.strip().replace(" ", "%20")
    if not plain or len(plain) > LONGEST:
        return ""
    try:
        return normalise_url(str(URL(base).join(plain)))
    except (BadUrl, InvalidURL, UnicodeError, ValueError):
        return ""


def page_facts(content: bytes, url: str, *, charset: str = "") -> PageFacts:
    """A page's title, canonical URL and links. Broken HTML is parsed as far as possible."""
    from lxml import etree

    listener = _LinkCollector()
    try:
        parser = etree.HTMLParser(target=listener, encoding=charset or None, no_network=True)
    except LookupError:
        parser = etree.HTMLParser(target=listener, no_network=True)
    try:
        parser.feed(content[:MAX_PAGE_BYTES])
        parser.close()
    except etree.LxmlError:
        pass
    return listener.facts(url)


@dataclass(frozen=True, slots=True)
class Site:
    origin: str
    prefix: str
    """The path below which pages belong to the site."""

    @classmethod
    def around(cls, requested: str, final: str) -> "Site":
        """The site of a URL that, after redirects, ended at `final`.

        `/docs/` and `/docs` mean everything below them, `/docs/index.html` means its folder. The
        requested part is kept where the redirect stays below it.
        """
        target, folder = parse_url(final), _folder(parse_url(requested).path)
        prefix = folder if _is_below(target.path, folder) else _folder(target.path)
        return cls(origin_of(target), prefix)

    def home(self, url: str) -> str | None:
        """The URL in this site's spelling; None on another host."""
        try:
            parsed = parse_url(normalise_url(url))
        except BadUrl:
            return None
        here = URL(self.origin)
        if parsed.netloc == here.netloc:
            parsed = parsed.copy_with(scheme=here.scheme)
        return str(parsed) if origin_of(parsed) == self.origin else None

    def own(self, url: str) -> str | None:
        """The same, but None also outside the requested part of the site."""
        at_home = self.home(url)
        return at_home if at_home and _is_below(URL(at_home).path, self.prefix) else None

    def usual_sitemaps(self) -> list[str]:
        """Where sitemaps usually are, if robots.txt lists none."""
        places = ["", self.prefix.rstrip("/")]
        return list(dict.fromkeys(f"{self.origin}{place}/sitemap.xml" for place in places))


def _folder(path: str) -> str:
    """
    >>> _folder("/docs/index.html"), _folder("/docs"), _folder("/docs/"), _folder("")
    ('/docs/', '/docs', '/docs/', '/')
    """
    if PurePosixPath(path).suffix and not path.endswith("/"):
        return path.rpartition("/")[0] + "/"
    return path or "/"


def _is_below(path: str, prefix: str) -> bool:
    """
    >>> _is_below("/docs/a", "/docs"), _is_below("/docs-old", "/docs"), _is_below("/docs", "/docs/")
    (True, False, True)
    """
    return f"{path}/".startswith(f"{prefix.rstrip('/')}/")


XML = frozenset({"application/xml", "text/xml", "application/gzip", "application/x-gzip"})
HTML = frozenset({"text/html", "application/xhtml+xml"})


def discover(
    site_url: str, options: FetchOptions, *, fetcher: Fetcher | None = None
) -> Iterator[DiscoveredPage]:
    """The pages of a site without duplicates, at most `options.max_urls` of them.

    `site_url` is a page or a sitemap. Sitemaps are used first; on a site without any, links are
    followed. Pages that robots.txt forbids are left out. An error on the first page is raised; a
    later page or sitemap that fails is skipped.
    """
    active = fetcher or Fetcher(options)
    first = active.run(
        site_url, FetchRequest(limit=options.max_bytes, choose_extension=_page_or_sitemap)
    )
    site = Site.around(site_url, first.url)
    if first.filename.endswith(".xml"):
        yield from islice(
            _allowed_pages(active, site, _entries_of(active, site, first)), options.max_urls
        )
        return
    pages = islice(_allowed_pages(active, site, _site_entries(active, site)), options.max_urls)
    head = next(pages, None)
    if head is None:
        yield from islice(_walk_links(active, site, first), options.max_urls)
        return
    first.body.close()
    yield head
    yield from pages


def _page_or_sitemap(content_type: str, url: URL) -> str | None:
    return ".xml" if content_type in XML else extension_for(content_type, url)


def _allowed_pages(
    fetcher: Fetcher, site: Site, entries: Iterable[SitemapEntry]
) -> Iterator[DiscoveredPage]:
    """The entries that belong to the site and that robots.txt allows, without duplicates."""
    seen: set[str] = set()
    for entry in entries:
        url = site.own(entry.url)
        if url is None or url in seen:
            continue
        seen.add(url)
        with suppress(RobotsRefused):
            fetcher.rules(url).check(URL(url), fetcher.options.agent)
            yield DiscoveredPage(url=url, modified=entry.modified)


def _entries_of(fetcher: Fetcher, site: Site, sitemap: FetchedPage) -> Iterator[SitemapEntry]:
    """The entries of a sitemap that a person entered, so that its errors are raised."""
    quota, further = SitemapQuota(fetcher.options.max_sitemap_bytes), list[str]()
    with sitemap:
        for entry in read_sitemap(sitemap.chunks(), quota):
            if not entry.is_map:
                yield entry
            elif len(further) < fetcher.options.max_sitemaps:
                further.append(entry.url)
    yield from _entries_of_sitemaps(fetcher, site, further, quota)


def _site_entries(fetcher: Fetcher, site: Site) -> Iterator[SitemapEntry]:
    sitemaps = fetcher.rules(site.origin).sitemaps() or site.usual_sitemaps()
    quota = SitemapQuota(fetcher.options.max_sitemap_bytes)
    return _entries_of_sitemaps(fetcher, site, sitemaps, quota)


def _entries_of_sitemaps(
    fetcher: Fetcher, site: Site, sitemaps: Iterable[str], quota: SitemapQuota
) -> Iterator[SitemapEntry]:
    """The entries of sitemaps and of the sitemaps listed in them, on the site's own host."""
    seen = dict.fromkeys(filter(None, map(site.home, sitemaps)))
    queue, options = deque(seen), fetcher.options
    request = FetchRequest(limit=options.max_sitemap_bytes, choose_extension=lambda *_: ".xml")
    for _ in range(options.max_sitemaps):
        if not queue:
            return
        with suppress(FetchError), fetcher.run(queue.popleft(), request) as file:
            for entry in read_sitemap(file.chunks(), quota):
                if not entry.is_map:
                    yield entry
                elif (url := site.home(entry.url)) and url not in seen and len(seen) < 1_000:
                    seen[url] = None
                    queue.append(url)


def _walk_links(fetcher: Fetcher, site: Site, first: FetchedPage) -> Iterator[DiscoveredPage]:
    """The pages reached by following links, breadth-first."""
    options, depths = fetcher.options, {first.url: 0}
    queue, yielded = deque([first.url]), set[str]()
    fetched_page: FetchedPage | None = first
    while queue:
        url = queue.popleft()
        with suppress(FetchError):
            page, fetched_page = fetched_page or fetcher.fetch(url), None
            at = site.own(page.url)
            if at is None or at in yielded:
                page.body.close()
                continue
            yielded.add(at)
            for link in _links(site, page) if depths[url] < options.max_depth else ():
                if link not in depths and len(depths) < 2 * options.max_urls:
                    depths[link] = depths[url] + 1
                    queue.append(link)
            yield DiscoveredPage(url=at, page=page)


def _links(site: Site, page: FetchedPage) -> Iterator[str]:
    if page.content_type in HTML:
        facts = page_facts(page.content(), page.url, charset=page.charset)
        yield from filter(None, map(site.own, facts.links))
