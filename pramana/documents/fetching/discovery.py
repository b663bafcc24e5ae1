"""The pages of a site: from its sitemaps, or else by following its links, nearest first."""

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice

from httpx import URL

from pramana.documents.fetching.answers import Errand
from pramana.documents.fetching.contracts import Fetched, FetchOptions, Found
from pramana.documents.fetching.errors import FetchError, RobotsRefused
from pramana.documents.fetching.fetcher import Fetcher
from pramana.documents.fetching.kinds import extension
from pramana.documents.fetching.links import page_facts
from pramana.documents.fetching.sitemaps import Entry, Quota, read_sitemap
from pramana.documents.fetching.sites import Site

XML = frozenset({"application/xml", "text/xml", "application/gzip", "application/x-gzip"})
HTML = frozenset({"text/html", "application/xhtml+xml"})


def discover(
    site_url: str, options: FetchOptions, *, fetcher: Fetcher | None = None
) -> Iterator[Found]:
    """The pages of a site, each once, at most `options.max_urls` of them.

    `site_url` is a page or a sitemap. Sitemaps come first; a site without any is walked along its
    links. What robots.txt closes is left out. Only the first page must be there: a later one, or a
    sitemap, that fails is passed by.
    """
    visitor = fetcher or Fetcher(options)
    first = visitor.run(site_url, Errand(limit=options.max_bytes, takes=_page_or_sitemap))
    site = Site.around(site_url, first.url)
    if first.filename.endswith(".xml"):
        yield from islice(_open(visitor, site, _given(visitor, site, first)), options.max_urls)
        return
    pages = islice(_open(visitor, site, _usual(visitor, site)), options.max_urls)
    head = next(pages, None)
    if head is None:
        yield from islice(_walked(visitor, site, first), options.max_urls)
        return
    first.body.close()
    yield head
    yield from pages


def _page_or_sitemap(content_type: str, url: URL) -> str | None:
    return ".xml" if content_type in XML else extension(content_type, url)


def _open(visitor: Fetcher, site: Site, entries: Iterable[Entry]) -> Iterator[Found]:
    """The entries that are the site's own, each once, and that its robots.txt leaves open."""
    seen: set[str] = set()
    for entry in entries:
        url = site.own(entry.url)
        if url is None or url in seen:
            continue
        seen.add(url)
        with suppress(RobotsRefused):
            visitor.rules(url).check(URL(url), visitor.options.agent)
            yield Found(url=url, modified=entry.modified)


def _given(visitor: Fetcher, site: Site, sitemap: Fetched) -> Iterator[Entry]:
    """What a sitemap holds that a person named: here an error is theirs to hear."""
    quota, further = Quota(visitor.options.max_sitemap_bytes), list[str]()
    with sitemap:
        for entry in read_sitemap(sitemap.chunks(), quota):
            if not entry.is_map:
                yield entry
            elif len(further) < visitor.options.max_sitemaps:
                further.append(entry.url)
    yield from _listed(visitor, site, further, quota)


def _usual(visitor: Fetcher, site: Site) -> Iterator[Entry]:
    named = visitor.rules(site.origin).sitemaps()
    quota = Quota(visitor.options.max_sitemap_bytes)
    return _listed(visitor, site, named or site.usual_sitemaps(), quota)


def _listed(visitor: Fetcher, site: Site, sitemaps: Iterable[str], quota: Quota) -> Iterator[Entry]:
    """The pages of sitemaps, and of those that they name, on the site's own host."""
    seen = dict.fromkeys(filter(None, map(site.home, sitemaps)))
    waiting, options = deque(seen), visitor.options
    errand = Errand(limit=options.max_sitemap_bytes, takes=lambda *_: ".xml")
    for _ in range(options.max_sitemaps):
        if not waiting:
            return
        with suppress(FetchError), visitor.run(waiting.popleft(), errand) as file:
            for entry in read_sitemap(file.chunks(), quota):
                if not entry.is_map:
                    yield entry
                elif (url := site.home(entry.url)) and url not in seen and len(seen) < 1_000:
                    seen[url] = None
                    waiting.append(url)


def _walked(visitor: Fetcher, site: Site, first: Fetched) -> Iterator[Found]:
    """Pages in the order in which a reader who opens every link would come to them."""
    options, depths = visitor.options, {first.url: 0}
    waiting, given = deque([first.url]), set[str]()
    ready: Fetched | None = first
    while waiting:
        url = waiting.popleft()
        with suppress(FetchError):
            page, ready = ready or visitor.fetch(url), None
            at = site.own(page.url)
            if at is None or at in given:
                page.body.close()
                continue
            given.add(at)
            for link in _links(site, page) if depths[url] < options.max_depth else ():
                if link not in depths and len(depths) < 2 * options.max_urls:
                    depths[link] = depths[url] + 1
                    waiting.append(link)
            yield Found(url=at, page=page)


def _links(site: Site, page: Fetched) -> Iterator[str]:
    if page.content_type in HTML:
        facts = page_facts(page.content(), page.url, charset=page.charset)
        yield from filter(None, map(site.own, facts.links))
