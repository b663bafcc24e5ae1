"""Which machines may be asked: those on the open internet, and hosts an operator has named."""

import re
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_network

Address = IPv4Address | IPv6Address

CLOSED = [
    (ip_network(network), why)
    for network, why in [
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
"""Our own table: what `ipaddress` calls global differs by version, and includes some of these."""

UNICAST = ip_network("2000::/3")
"""The only IPv6 space that is given out."""

NUMBER = re.compile(r"(0x[0-9a-f]*|\d+)")


def refusal(address: Address) -> str | None:
    """Why this address is not asked, or None where it may be.

    The address itself is not repeated: a stranger's name must not tell what our own resolver knows.

    >>> refusal(IPv4Address("10.1.2.3"))
    'it leads to a private network'
    """
    for network, why in CLOSED:
        if address in network:
            return f"it leads to {why}"
    if isinstance(address, IPv6Address) and address not in UNICAST:
        return "it leads to a reserved address"
    return None if address.is_global else "it does not lead to the open internet"


def literal(host: str) -> Address | None:
    """The address that a host already is; `ValueError` for spellings that readers disagree about.

    `2130706433`, `0x7f.1` and `0177.0.0.1` are 127.0.0.1 to some resolvers and names to others.
    """
    if ":" in host:
        return IPv6Address(host)
    if NUMBER.fullmatch(host.rpartition(".")[2]):
        return IPv4Address(host)
    return None


def is_allowed(host: str, port: int, allow: Iterable[str]) -> bool:
    """Whether an operator has named this host, or this port of it.

    >>> is_allowed("wiki.local", 80, ["Wiki.local"]), is_allowed("::1", 81, ["[::1]:80"])
    (True, False)
    """
    name = f"[{host}]" if ":" in host else host
    return any(entry.strip().lower() in (name, f"{name}:{port}") for entry in allow)
