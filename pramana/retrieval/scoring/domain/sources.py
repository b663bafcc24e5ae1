"""Sources: whether an address belongs to a host or pattern that someone named."""

from collections.abc import Iterable
from urllib.parse import urlsplit


def host_of(url: str) -> str:
    """
    >>> host_of("https://www.Example.org:8443/a"), host_of("no address")
    ('www.example.org', '')
    """
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""


def is_from_source(url: str, source: str) -> bool:
    """Whether an address belongs to a source: a host with its subdomains, perhaps with the
    beginning of a path; or a pattern in which `*` stands for anything.

    A pattern without a slash is matched against the host alone.

    >>> page = "https://docs.example.org/5.2/topics"
    >>> sources = ("Example.org", "docs.example.org/5", "*.org", "*/4.*")
    >>> [is_from_source(page, each) for each in sources]
    [True, True, True, False]
    """
    host = host_of(url)
    source = normalise_source(source)
    if not host or not source.strip("*./"):
        return False
    address = host + _path(url)
    if "*" in source:
        return _fits(address if "/" in source else host, source)
    named, _, path = source.partition("/")
    belongs = host == named or host.endswith(f".{named}")
    return belongs and (not path or _path(url).startswith(f"/{path}"))


def first_matching_source(url: str, sources: Iterable[str]) -> str | None:
    """The first of the sources that an address belongs to."""
    return next((source for source in sources if is_from_source(url, source)), None)


def normalise_source(source: str) -> str:
    """A source in its normal form: without a scheme, the host in lower case.

    >>> normalise_source(" https://Docs.Example.org/A/ ")
    'docs.example.org/A/'
    """
    bare = source.strip().rpartition("://")[2]
    host, slash, path = bare.partition("/")
    return host.lower().strip(".") + slash + path


def _path(url: str) -> str:
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def _fits(text: str, pattern: str) -> bool:
    """Match the pattern piece by piece from the left, which takes linear time."""
    first, *middle, last = pattern.split("*")
    if len(text) < len(first) + len(last) or not text.startswith(first):
        return False
    place, end = len(first), len(text) - len(last)
    for piece in middle:
        found = text.find(piece, place, end)
        if found < 0:
            return False
        place = found + len(piece)
    return text.endswith(last)
