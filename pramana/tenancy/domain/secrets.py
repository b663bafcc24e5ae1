"""Keys and links: made once, shown once, kept as a digest.

They carry 256 random bits, so a plain SHA-256 cannot be guessed backwards and a slow hash would
only slow down every request.
"""

import hashlib
import secrets
from dataclasses import dataclass

from pramana.tenancy.contracts import KeyKind

PREFIXES = {KeyKind.SECRET: "pmn_", KeyKind.PUBLISHABLE: "pmn_pub_"}
SHOWN = 12
"""How much of a key is kept readable, so that people can tell their keys apart."""


@dataclass(frozen=True)
class FreshSecret:
    plain: str
    digest: bytes

    @property
    def prefix(self) -> str:
        return self.plain[:SHOWN]


def digest(plain: str) -> bytes:
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).digest()


def fresh_key(kind: KeyKind) -> FreshSecret:
    plain = PREFIXES[kind] + secrets.token_urlsafe(32)
    return FreshSecret(plain, digest(plain))


def fresh_link() -> FreshSecret:
    plain = secrets.token_urlsafe(32)
    return FreshSecret(plain, digest(plain))
