"""Which bodies are read: from whom, how fast, and how much at once.

Django stores a large body in a temporary file before it looks at the key. So the key is checked
here first, a body that trickles is given up, and each address may have a bounded amount of bytes on
their way.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import SESSION_KEY

from pramana.api.middleware import is_open
from pramana.tenancy.contracts import KeyKind
from pramana.tenancy.domain import digest
from pramana.tenancy.selectors.access import holder_of

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

MEGABYTE = 1024 * 1024
SMALL = 64 * 1024
"""A body up to this size is read before its key is checked, which takes one query less."""
SILENCE_S = 15.0
"""How long nothing may arrive."""
PATIENCE_S = 30.0
LEAST_RATE = 32 * 1024
"""A body may take `PATIENCE_S`, and a second more for so many bytes."""
UPLOADS_AT_ONCE = 4
"""How many uploads of the largest size one address may have on their way."""


class BodyRefused(Exception):
    """A body is not read to its end; `status` says why."""

    status = 400


class BodyTooLarge(BodyRefused):
    """More bytes arrived than the address accepts."""

    status = 413


class BodyTooSlow(BodyRefused):
    """The body stopped arriving, or arrives so slowly that it would take hours."""

    status = 408


class TooMuchAtOnce(BodyRefused):
    """This client sends more at once than there is room for."""

    status = 429


class PendingBytes:
    """How many bytes of unfinished requests each client address has stored here."""

    def __init__(self) -> None:
        self._bytes: Counter[str] = Counter()

    @contextmanager
    def count_arriving(self, address: str) -> Iterator[Callable[[int], None]]:
        """Count bytes as they arrive; when the request has ended they are gone."""
        own = 0

        def add(count: int) -> None:
            nonlocal own
            own += count
            self._bytes[address] += count
            if self._bytes[address] > most_pending():
                raise TooMuchAtOnce

        try:
            yield add
        finally:
            self._bytes[address] -= own
            if self._bytes[address] <= 0:
                del self._bytes[address]


PENDING = PendingBytes()


def most_pending() -> int:
    return UPLOADS_AT_ONCE * (int(settings.PRAMANA.upload_limit_mb) + 1) * MEGABYTE


def limit_body(receive: Receive, limit: int, add: Callable[[int], None]) -> Receive:
    """Receive a body within its limits of size and time; afterwards, wait as long as needed."""
    began, seen, is_complete = time.monotonic(), 0, False

    async def receive_limited() -> Message:
        nonlocal seen, is_complete
        if is_complete:
            return await receive()
        left = began + PATIENCE_S + seen / LEAST_RATE - time.monotonic()
        try:
            message = await asyncio.wait_for(receive(), max(0.0, min(SILENCE_S, left)))
        except TimeoutError:
            raise BodyTooSlow from None
        count = len(message.get("body", b""))
        seen += count
        if seen > limit:
            raise BodyTooLarge
        add(count)
        is_complete = not message.get("more_body", False)
        return message

    return receive_limited


def needs_credentials(sent: Mapping[bytes, bytes], length: int) -> bool:
    """Whether the sender must be known before this body is read."""
    return length > SMALL or b"transfer-encoding" in sent


async def is_known_sender(path: str, sent: Mapping[bytes, bytes]) -> bool:
    """Whether the headers carry a valid key or session. What they may do is checked later.

    Anyone can read a publishable key in a page, so it counts only where such keys are accepted.
    """
    if settings.PRAMANA.open:
        return True
    authorization = sent.get(b"authorization", b"").decode("latin-1")
    scheme, _, key = authorization.partition(" ")
    if authorization:
        is_bearer = scheme.lower() == "bearer" and bool(key.strip())
        check = _is_valid_key if is_open(path) else _is_valid_secret_key
        return is_bearer and await _in_thread(check, key.strip())
    session = _session_key(sent.get(b"cookie", b"").decode("latin-1"))
    return bool(session) and await _in_thread(_is_signed_in, session)


async def _in_thread(check: Callable[[str], bool], text: str) -> bool:
    return await sync_to_async(check, thread_sensitive=False)(text)


def _is_valid_key(key: str) -> bool:
    return holder_of(digest(key)) is not None


def _is_valid_secret_key(key: str) -> bool:
    holder = holder_of(digest(key))
    return holder is not None and holder.kind != KeyKind.PUBLISHABLE


def _is_signed_in(session_key: str) -> bool:
    store = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    return SESSION_KEY in store


def _session_key(cookies: str) -> str:
    parsed: SimpleCookie = SimpleCookie()
    with suppress(CookieError):
        parsed.load(cookies)
    found = parsed.get(settings.SESSION_COOKIE_NAME)
    return found.value if found else ""
