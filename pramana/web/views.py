"""Pages outside the areas: the embed script, the showcase of pieces, and unknown addresses.

`/embed.js` is the chat that other sites put on their pages. It is joined from several files, so
other sites load one stable URL and we need no build step. One function wraps them all, so nothing
leaks into the page.
"""

import hashlib
import json
from functools import cache
from pathlib import Path

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_safe

from pramana.documents.contracts import Status
from pramana.jobs.contracts import JobState, Progress
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.errors import not_found
from pramana.web.highlight import Mark, paragraphs
from pramana.web.navigation import LIST_SHORTCUTS, shortcut
from pramana.web.params import day_param
from pramana.web.templatetags.pieces import drawings

STATIC = Path(__file__).parent / "static" / "web"
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
ONE_HOUR = "public, max-age=3600"


@cache
def bundled_script() -> bytes:
    """The parts in order, inside one function. Our modules only lose their `export`."""
    looks = json.dumps((STATIC / LOOKS).read_text("utf-8"))
    parts = [(STATIC / name).read_text("utf-8").replace("\nexport ", "\n") for name in PARTS]
    inner = "\n".join(['"use strict";', f"const LOOKS = {looks};", *parts])
    return f"(() => {{\n{inner}}})();\n".encode()


def _etag(request: HttpRequest) -> str:
    return f'"{hashlib.sha256(bundled_script()).hexdigest()[:16]}"'


@require_safe
@condition(etag_func=_etag)
def serve_embed_script(request: HttpRequest) -> HttpResponse:
    """Serve the script to anyone: it holds no secret, and the key in the page limits what it may
    do."""
    headers = {"Cache-Control": ONE_HOUR, "Cross-Origin-Resource-Policy": "cross-origin"}
    return HttpResponse(
        bundled_script(), content_type="text/javascript; charset=utf-8", headers=headers
    )


@page()
def show_missing(request: PageRequest, rest: str) -> HttpResponse:
    return not_found(request)


@page(Role.ADMIN)
def show_pieces(request: PageRequest) -> HttpResponse:
    if "toast" in request.GET:
        messages.success(request, _("Saved."))
        messages.error(request, _("Could not be saved. Your changes are still here."))
    text = _("Every value links to its source text, and a person decides.")
    context = {
        "title": _("Components"),
        "keys": (*LIST_SHORTCUTS, shortcut("c", _("Copy"))),
        "job_states": list(JobState),
        "document_states": list(Status),
        "day": day_param(request, "day"),
        "bars": (
            Progress("reading", 3, 12),
            Progress("passages", 12, 12),
            Progress("reading", 0, 0),
        ),
        "icons": sorted(drawings()),
        "paragraphs": list(paragraphs(text, [Mark(6, 11, 0), Mark(26, 31, 1)])),
    }
    return render(request, "web/pieces/showcase.html", context)
