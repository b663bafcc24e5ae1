"""Which addresses belong to a site: one host, and the part of it that was asked for."""

from dataclasses import dataclass
from pathlib import PurePosixPath

from httpx import URL

from pramana.documents.fetching.errors import BadUrl
from pramana.documents.fetching.urls import normalise_url, origin_of, parse_url


@dataclass(frozen=True, slots=True)
class Site:
    origin: str
    prefix: str
    """A path; what lies below it belongs to the site."""

    @classmethod
    def around(cls, asked: str, found: str) -> "Site":
        """The site of an address that, after redirects, ended at `found`.

        `/docs/` and `/docs` stand for what lies below them, `/docs/index.html` for its folder.
        Where the redirect stays below the part that was asked for, that part is kept.
        """
        there, wanted = parse_url(found), _folder(parse_url(asked).path)
        prefix = wanted if _below(there.path, wanted) else _folder(there.path)
        return cls(origin_of(there), prefix)

    def home(self, url: str) -> str | None:
        """The address as this site spells it, or None where it is on another host."""
        try:
            parsed = parse_url(normalise_url(url))
        except BadUrl:
            return None
        here = URL(self.origin)
        if parsed.netloc == here.netloc:
            parsed = parsed.copy_with(scheme=here.scheme)
        return str(parsed) if origin_of(parsed) == self.origin else None

    def own(self, url: str) -> str | None:
        """The same, and None too where it lies outside the part that was asked for."""
        at_home = self.home(url)
        return at_home if at_home and _below(URL(at_home).path, self.prefix) else None

    def usual_sitemaps(self) -> list[str]:
        """Where sitemaps are when nobody says so."""
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


def _below(path: str, prefix: str) -> bool:
    """
    >>> _below("/docs/a", "/docs"), _below("/docs-old", "/docs"), _below("/docs", "/docs/")
    (True, False, True)
    """
    return f"{path}/".startswith(f"{prefix.rstrip('/')}/")
