"""Secrets that we must be able to use again, such as passwords of mailboxes: encrypted at rest.

AES-256-GCM under a key that is derived from the installation's secret key. The tenant is part of
what is authenticated, so a secret that is copied into another tenant's row cannot be read there.
Secrets of the whole installation have no scope.
"""

import os
from base64 import b64decode, b64encode
from functools import cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from pramana.kit.scope import Scope
from pramana.tenancy.errors import SecretUnreadable

PURPOSE = b"pramana stored secrets 1"
KEY_BYTES = 32
NONCE_BYTES = 12
INSTALLATION = b"installation"
"""Stands for the tenant in secrets that belong to none; no tenant's id has this length."""


def encrypt_secret(scope: Scope | None, plain: str) -> str:
    """The secret as it is stored."""
    nonce = os.urandom(NONCE_BYTES)
    sealed = _cipher(settings.SECRET_KEY).encrypt(nonce, plain.encode(), _owner(scope))
    return b64encode(nonce + sealed).decode("ascii")


def decrypt_secret(scope: Scope | None, stored: str) -> str:
    """The secret itself, or `SecretUnreadable` if the installation's key is another one now."""
    try:
        raw = b64decode(stored, validate=True)
        nonce, sealed = raw[:NONCE_BYTES], raw[NONCE_BYTES:]
        return _cipher(settings.SECRET_KEY).decrypt(nonce, sealed, _owner(scope)).decode()
    except (InvalidTag, ValueError):
        raise SecretUnreadable() from None


def _owner(scope: Scope | None) -> bytes:
    return scope.tenant_id.bytes if scope else INSTALLATION


@cache
def _cipher(secret_key: str) -> AESGCM:
    derive = HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=PURPOSE)
    return AESGCM(derive.derive(secret_key.encode()))
