"""Which role applies, how long to wait, whom limits count, and how secrets are generated.

A secret is generated once, shown once and stored as a digest. It carries 256 random bits, so a
plain SHA-256 cannot be guessed backwards and a slow hash would only slow down every request.
"""

import hashlib
import ipaddress
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta

from pramana.tenancy.contracts import EVERYBODY, KeyKind, Role


def effective_role(member_role: Role, *, admin_everywhere: bool) -> Role:
    """A superuser, or a member of the group `Admin`, is admin in every tenant they belong to."""
    return Role.ADMIN if admin_everywhere else member_role


def key_role(granted: Role, holder: Role) -> Role:
    """A key has the role it was granted, but never more than the role of its owner."""
    return granted if holder.includes(granted) else holder


def roles_of_groups(
    tenants: Mapping[str, Mapping[str, Role]], groups: Collection[str]
) -> dict[str, Role]:
    """The highest role that a person's groups give them in each tenant.

    >>> staff = {"staff": Role.VIEWER, "editors": Role.REVIEWER}
    >>> roles_of_groups({"city": staff, "school": {"*": Role.VIEWER}}, {"staff", "editors"})
    {'city': <Role.REVIEWER: 'reviewer'>, 'school': <Role.VIEWER: 'viewer'>}
    """
    order = list(Role)
    granted = {
        slug: [role for group, role in roles.items() if group == EVERYBODY or group in groups]
        for slug, roles in tenants.items()
    }
    return {slug: max(roles, key=order.index) for slug, roles in granted.items() if roles}


PREFIXES = {KeyKind.SECRET: "pmn_", KeyKind.PUBLISHABLE: "pmn_pub_"}
PREFIX_LENGTH = 12
"""How many characters of a key stay readable, so that people can tell their keys apart."""


@dataclass(frozen=True)
class FreshSecret:
    plain: str
    digest: bytes

    @property
    def prefix(self) -> str:
        return self.plain[:PREFIX_LENGTH]


def digest(plain: str) -> bytes:
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).digest()


def fresh_key(kind: KeyKind) -> FreshSecret:
    plain = PREFIXES[kind] + secrets.token_urlsafe(32)
    return FreshSecret(plain, digest(plain))


def fresh_link() -> FreshSecret:
    plain = secrets.token_urlsafe(32)
    return FreshSecret(plain, digest(plain))


FIRST_DELAY, LONGEST_DELAY = timedelta(seconds=15), timedelta(minutes=15)


def sign_in_delay(failures_beyond: int) -> timedelta:
    """How long after the last failure the next attempt must wait; each further one doubles it.

    >>> [sign_in_delay(each).total_seconds() for each in (-1, 0, 1, 2, 50)]
    [0.0, 15.0, 30.0, 60.0, 900.0]
    """
    if failures_beyond < 0:
        return timedelta(0)
    doublings = min(failures_beyond, 20)
    return min(FIRST_DELAY * (1 << doublings), LONGEST_DELAY)


IPV6_CLIENT = 64
"""Length of the prefix that one IPv6 client has for itself."""


def client_network(address: str) -> str:
    """What limits for one client count by: its address, or of IPv6 its whole network.

    >>> client_network("203.0.113.7"), client_network("2001:db8::1:2:3:4")
    ('203.0.113.7', '2001:db8::/64')
    >>> client_network("::ffff:203.0.113.7"), client_network("testserver")
    ('203.0.113.7', 'testserver')
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed.packed, IPV6_CLIENT), strict=False))
