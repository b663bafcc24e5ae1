"""`/embed.js`: the chat other sites put on their pages, as one plain script.

Its parts are files of their own, put together here: a page of another site loads one address that
never changes, and we keep no build step. What the parts say to each other stays inside a function,
so nothing is added to the page they run on.
"""

import hashlib
import json
from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import condition, require_safe

STATIC = Path(__file__).parent.parent / "static" / "web"
PARTS = (
    "js/frames.js",
    "embed/words.js",
    "embed/elements.js",
    "embed/talk.js",
    "embed/exchange.js",
    "embed/panel.js",
    "embed/selection.js",
    "embed/start.js",
)
LOOKS = "embed/looks.css"
AN_HOUR = "public, max-age=3600"


@cache
def whole() -> bytes:
    """The parts in order, inside one function; modules of our pages lose only their `export`."""
    looks = json.dumps((STATIC / LOOKS).read_text("utf-8"))
    parts = [(STATIC / name).read_text("utf-8").replace("\nexport ", "\n") for name in PARTS]
    inner = "\n".join(['"use strict";', f"const LOOKS = {looks};", *parts])
    return f"(() => {{\n{inner}}})();\n".encode()


def _etag(request: HttpRequest) -> str:
    return f'"{hashlib.sha256(whole()).hexdigest()[:16]}"'


@require_safe
@condition(etag_func=_etag)
def script(request: HttpRequest) -> HttpResponse:
    """For anyone: it holds no secret, and what it may ask is up to the key in the page."""
    headers = {"Cache-Control": AN_HOUR, "Cross-Origin-Resource-Policy": "cross-origin"}
    return HttpResponse(whole(), content_type="text/javascript; charset=utf-8", headers=headers)
