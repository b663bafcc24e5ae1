"""Keys as numbers that mean something for one tenant only."""

from collections.abc import Iterable
from hashlib import blake2b

from pramana.kit.scope import Scope

SIZE = 4
"""Bytes: two keys in some hundred thousand meet by accident, which costs a comparison."""


def hashed(scope: Scope, keys: Iterable[str]) -> list[int]:
    """The numbers of these keys, sorted."""
    tenant = scope.tenant_id.bytes
    return sorted({_number(tenant, key) for key in keys})


def _number(tenant: bytes, key: str) -> int:
    digest = blake2b(key.encode(), digest_size=SIZE, key=tenant).digest()
    return int.from_bytes(digest, signed=True)
