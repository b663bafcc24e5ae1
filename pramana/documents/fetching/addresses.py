"""Addresses: URLs parsed once and normalised, and which hosts may be fetched from.

The host that is checked and the host that is connected to must be the same. So a URL is parsed
once, one that another parser might understand differently is refused, and requests use the parsed
parts. A host name is resolved first, and every address of it is checked: public ones may be
fetched from, and hosts that an operator allowed.
"""

import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from queue import Empty, SimpleQueue
from threading import Thread

from httpx import URL, InvalidURL

from pramana.documents.fetching.errors import AddressRefused, BadUrl, FetchTimeout, HostNotFound

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


Address = IPv4Address | IPv6Address

CLOSED_NETWORKS = [
    (ip_network(network), reason)
    for network, reason in [
        ("0.0.0.0/8", "this machine"),
        ("10.0.0.0/8", "a private network"),
        ("100.64.0.0/10", "a provider's inner network"),
        ("127.0.0.0/8", "this machine"),
        ("168.63.129.16/32", "a cloud's inner service"),
        ("169.254.0.0/16", "a link-local address, where clouds keep their metadata"),
        ("172.16.0.0/12", "a private network"),
        ("192.0.0.0/24", "a reserved address"),
        ("192.0.2.0/24", "an address reserved for examples"),
        ("192.88.99.0/24", "a relay into other networks"),
        ("192.168.0.0/16", "a private network"),
        ("198.18.0.0/15", "an address reserved for measurements"),
        ("198.51.100.0/24", "an address reserved for examples"),
        ("203.0.113.0/24", "an address reserved for examples"),
        ("224.0.0.0/4", "a multicast address"),
        ("240.0.0.0/4", "a reserved address"),
        ("::1/128", "this machine"),
        ("::ffff:0:0/96", "an IPv4 address in disguise"),
        ("64:ff9b::/96", "a gateway to IPv4 addresses"),
        ("64:ff9b:1::/48", "a gateway to IPv4 addresses"),
        ("2001::/23", "a reserved address"),
        ("2001:db8::/32", "an address reserved for examples"),
        ("2002::/16", "a relay into other networks"),
        ("3fff::/20", "an address reserved for examples"),
        ("fc00::/7", "a private network"),
        ("fe80::/10", "a link-local address"),
        ("ff00::/8", "a multicast address"),
    ]
]
"""Our own table, because `is_global` of `ipaddress` differs by version and allows some of these."""

GLOBAL_UNICAST = ip_network("2000::/3")
"""The only IPv6 space that is assigned."""

NUMBER_LABEL = re.compile(r"(0x[0-9a-f]*|\d+)")


def refusal_reason(address: Address) -> str | None:
    """Why this address may not be fetched from; None where it may.

    The text does not contain the address, so that nobody learns what our own resolver knows.

    >>> refusal_reason(IPv4Address("10.1.2.3"))
    'it leads to a private network'
    """
    for network, reason in CLOSED_NETWORKS:
        if address in network:
            return f"it leads to {reason}"
    if isinstance(address, IPv6Address) and address not in GLOBAL_UNICAST:
        return "it leads to a reserved address"
    return None if address.is_global else "it does not lead to the open internet"


def literal_address(host: str) -> Address | None:
    """The IP address that a host is written as; None for a name, ValueError if ambiguous.

    `2130706433`, `0x7f.1` and `0177.0.0.1` are 127.0.0.1 to some resolvers and names to others.
    """
    if ":" in host:
        return IPv6Address(host)
    if NUMBER_LABEL.fullmatch(host.rpartition(".")[2]):
        return IPv4Address(host)
    return None


def is_allowed(host: str, port: int, allow: Iterable[str]) -> bool:
    """Whether an operator allowed this host, or this port of it.

    >>> is_allowed("wiki.local", 80, ["Wiki.local"]), is_allowed("::1", 81, ["[::1]:80"])
    (True, False)
    """
    name = f"[{host}]" if ":" in host else host
    return any(entry.strip().lower() in (name, f"{name}:{port}") for entry in allow)


MAX_ADDRESSES = 4
"""How many addresses of a host are tried."""


def look_up(host: str, port: int) -> list[str]:
    """The addresses of a host by the system's resolver."""
    entries = socket.getaddrinfo(host.encode("ascii"), port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in entries))


@dataclass(frozen=True, slots=True)
class AddressGuard:
    """Allows public addresses at some ports, and the hosts that an operator allowed."""

    allow: tuple[str, ...]
    ports: frozenset[int]

    def is_allowed(self, host: str, port: int) -> bool:
        return is_allowed(host, port, self.allow)

    def addresses(self, host: str, port: int, *, seconds: float) -> list[str]:
        """The addresses of a host, or `AddressRefused` if even one of them is not public.

        A name that also points to a private network is an attack or a mistake, and which of its
        addresses a connection uses would be chance.
        """
        try:
            literal = literal_address(host)
        except ValueError:
            raise AddressRefused(host, "an IP address must be written in its usual form") from None
        if self.is_allowed(host, port):
            return [str(literal)] if literal else _resolve(host, port, seconds)[:MAX_ADDRESSES]
        if port not in self.ports:
            raise AddressRefused(f"{host}:{port}", "web pages do not use this port")
        resolved = [str(literal)] if literal else _resolve(host, port, seconds)
        for address in resolved:
            if reason := refusal_reason(ip_address(address)):
                raise AddressRefused(host, reason)
        return resolved[:MAX_ADDRESSES]


def _resolve(host: str, port: int, seconds: float) -> list[str]:
    """Resolve in a thread, because there is no other way to limit the time."""
    answers: SimpleQueue[list[str]] = SimpleQueue()
    Thread(
        target=_send_addresses, args=(host, port, answers), name="fetch-dns", daemon=True
    ).start()
    try:
        answer = answers.get(timeout=seconds)
    except Empty:
        raise FetchTimeout(host) from None
    if not answer:
        raise HostNotFound(host)
    return answer


def _send_addresses(host: str, port: int, answers: "SimpleQueue[list[str]]") -> None:
    try:
        answers.put(look_up(host, port))
    except (OSError, UnicodeError):
        answers.put([])
