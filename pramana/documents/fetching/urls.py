"""URLs: parsed once and normalised.

The host that is checked and the host that is connected to must be the same. So a URL is parsed
once, one that another parser might understand differently is refused, and requests use the parsed
parts.
"""

import re
from ipaddress import IPv6Address

from httpx import URL, InvalidURL

from pramana.documents.fetching.errors import BadUrl

LONGEST = 2_000
NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")
TRACKING = re.compile(
    r"(utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|ttclid|igshid|li_fat_id"
    r"|mc_[ce]id|mkt_tok|vero_id|oly_(anon|enc)_id|_hs(enc|mi)|_g[al]|_openstat)",
    re.IGNORECASE,
)
AUTHORITY = re.compile(r"(?<=:)//|[/?#]")
"""Delimits the host with its port and a user name, which is refused."""

DEFAULT_PORTS = {"http": 80, "https": 443}


def parse_url(url: str) -> URL:
    """The parsed URL, with the host in ASCII and without the fragment."""
    text = url.strip()
    if not text or len(text) > LONGEST or "\\" in text or any(map(str.isspace, text)):
        raise BadUrl(
            f"An address has 1 to {LONGEST} characters, without spaces and backslashes. Check it."
        )
    try:
        parsed = URL(text)
        plain = parsed.copy_with(host=_host(parsed), fragment=None)
    except (InvalidURL, UnicodeError, ValueError) as error:
        raise BadUrl(f"“{text[:200]}” is not an address of a web page. Check it.") from error
    _check(parsed, text)
    return plain


def normalise_url(url: str) -> str:
    """One spelling per page: no fragment, no tracking parameters, no default port.

    >>> normalise_url("HTTP://Example.COM:80/a/../b?utm_source=x&q=1#top")
    'http://example.com/b?q=1'
    """
    parsed = parse_url(url)
    path, _, query = parsed.raw_path.decode("ascii").partition("?")
    remaining = "&".join(part for part in query.split("&") if part and not _is_tracking(part))
    return str(parsed.copy_with(raw_path=f"{path}?{remaining}".rstrip("?").encode("ascii")))


def host_of(url: URL) -> str:
    return url.raw_host.decode("ascii")


def port_of(url: URL) -> int:
    return url.port or DEFAULT_PORTS[url.scheme]


def origin_of(url: URL) -> str:
    """`https://example.com`, with the port if it is not the default one."""
    return f"{url.scheme}://{url.netloc.decode('ascii')}"


def _is_tracking(part: str) -> bool:
    return TRACKING.fullmatch(part.partition("=")[0]) is not None


def _check(parsed: URL, text: str) -> None:
    if parsed.scheme not in DEFAULT_PORTS:
        raise BadUrl(f"“{text[:200]}” does not begin with http:// or https://.")
    if parsed.userinfo or "@" in AUTHORITY.split(text, maxsplit=2)[1]:
        raise BadUrl("An address with a name or password in it (…@) is not fetched. Leave it out.")
    if parsed.port is not None and not 0 < parsed.port < 65_536:
        raise BadUrl(f"{parsed.port} is not a port.")


def _host(parsed: URL) -> str:
    """The host in ASCII and lower case, without a final dot."""
    host = parsed.raw_host.decode("ascii").lower()
    if ":" in host and "%" not in host:
        return str(IPv6Address(host))
    host = host.removesuffix(".")
    if not NAME.fullmatch(host) or len(host) > 253:
        raise ValueError("no host")
    return host
