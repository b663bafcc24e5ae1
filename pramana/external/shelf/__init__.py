"""The demonstration's pages of the web: of our own writing, and always at hand.

Their hosts end in `.example`, which is kept for such uses (RFC 2606): no host of that name can ever
exist, so these pages stand in front of nobody else's.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files

from pramana.documents.fetching import Fetched, Fetcher, Validators
from pramana.documents.fetching.bodies import kept
from pramana.kit.clock import utcnow

PAGES = "suryakot-pages.txt"
LIMIT = 100_000


@dataclass(frozen=True)
class ShelfPage:
    """A page, and what a search says of it."""

    url: str
    title: str
    snippet: str
    published: str
    text: str


@cache
def shelf() -> tuple[ShelfPage, ...]:
    """Every page, in the order in which they are found."""
    return tuple(_pages(files(__package__).joinpath(PAGES).read_text("utf-8")))


def _pages(written: str) -> Iterator[ShelfPage]:
    for block in written.strip().split("\n\n"):
        about, *lines = block.splitlines()
        url, title, snippet, published = (part.strip() for part in about.split("|"))
        yield ShelfPage(url, title, snippet, published, "\n\n".join([title, *lines]))


class ShelfFetcher(Fetcher):
    """Fetches as every fetcher does, and takes the demonstration's pages from the shelf."""

    def fetch(
        self, url: str, *, known: Validators | None = None, at: datetime | None = None
    ) -> Fetched:
        here = next((page for page in shelf() if page.url == url), None)
        if here is None:
            return super().fetch(url, known=known, at=at)
        return _taken(here, at or utcnow())


def _taken(page: ShelfPage, at: datetime) -> Fetched:
    body = kept([page.text.encode()], encoding="", limit=LIMIT)
    return Fetched(
        url=page.url,
        status=200,
        content_type="text/plain",
        charset="utf-8",
        filename=f"{page.url.rsplit('/', 1)[-1]}.txt",
        body=body.file,
        size=body.size,
        sha256=body.sha256,
        fetched_at=at,
    )
