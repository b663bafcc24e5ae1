"""Static files under ASGI, served from the apps without collecting or scanning them at start.

`{% static %}` adds the file's digest to its address. Browsers may cache such an address for ever,
because a changed file gets another address.
"""

import hashlib
import os
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from servestatic.asgi import ServeStaticASGI

from pramana.api.body_intake import Message, Receive
from pramana.api.edge import App, Scope, Send
from pramana.api.middleware import request_id_from

FOREVER = b"public, max-age=31536000, immutable"
VERSION = "v"
SHOWN = 12


class DigestedStaticFiles(StaticFilesStorage):
    """Adds `?v=<digest>` to the address of each file; digests are cached until the file changes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._digests: dict[str, tuple[float, str]] = {}

    def url(self, name: str | None) -> str:
        plain = super().url(name)
        found = finders.find(name) if name else None
        return f"{plain}?{VERSION}={self._digest(found)}" if found else plain

    def _digest(self, path: str) -> str:
        changed = os.stat(path).st_mtime
        known = self._digests.get(path)
        if known is None or known[0] != changed:
            with open(path, "rb") as file:
                known = (changed, hashlib.file_digest(file, "sha256").hexdigest()[:SHOWN])
            self._digests[path] = known
        return known[1]


class StaticFiles(ServeStaticASGI):  # type: ignore[misc]  # servestatic carries no types
    """Looks a file up on its first request and caches it, unless debugging."""

    def __init__(self, app: App) -> None:
        super().__init__(app, max_age=0, allow_all_origins=False)
        self.prefix = str(settings.STATIC_URL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(self.prefix):
            await self.application(scope, receive, send)
            return
        if settings.DEBUG or scope["path"] not in self.files:
            await sync_to_async(self._look_up, thread_sensitive=False)(scope["path"])
        await super().__call__(scope, receive, _add_headers(scope, send))

    def _look_up(self, path: str) -> None:
        self.files.pop(path, None)
        name = path[len(self.prefix) :]
        found = finders.find(name) if self.url_is_canonical(path) and "\x00" not in name else None
        if found and os.path.isfile(found):
            self.files[path] = self.get_static_file(found, path)


def _add_headers(scope: Scope, send: Send) -> Send:
    """Add the common headers, and the cache header if the address contains a digest."""
    versioned = scope.get("query_string", b"").startswith(f"{VERSION}=".encode())

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            forever = versioned and message["status"] < 400
            message = {**message, "headers": _response_headers(scope, message["headers"], forever)}
        await send(message)

    return send_with_headers


def _response_headers(scope: Scope, head: Any, forever: bool) -> list[tuple[bytes, bytes]]:
    headers = [(name.lower(), value) for name, value in head]
    named = {name for name, _ in headers}
    if forever:
        headers = [pair for pair in headers if pair[0] != b"cache-control"]
        headers.append((b"cache-control", FOREVER))
    if b"x-request-id" not in named:
        request_id = dict(scope["headers"]).get(b"x-request-id", b"").decode("latin-1")
        headers.append((b"x-request-id", str(request_id_from(request_id)).encode()))
    if b"x-content-type-options" not in named:
        headers.append((b"x-content-type-options", b"nosniff"))
    return headers
