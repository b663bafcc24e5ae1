"""A server of search providers on loopback: real HTTP, every format, and faults on request."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from pramana.llm.testing.server import ScriptedServer, serve_on_loopback


class SearchFault(StrEnum):
    NONE = "none"
    HANG = "hang"
    """Accepts the request and never answers."""
    BREAK = "break"
    """Drops the connection in the middle of the answer."""
    GARBLE = "garble"
    """Answers 200 with something that is not JSON."""
    WRONG = "wrong"
    """Answers 200 with JSON of another shape."""
    TRICKLE = "trickle"
    """Sends a byte now and then, forever."""


@dataclass(frozen=True)
class ListedPage:
    """A page as a provider would list it."""

    url: str
    title: str = "A page"
    snippet: str = "A few words about what stands on the page, long enough to be kept."
    content_type: str = ""


@dataclass(frozen=True)
class SearchReply:
    pages: tuple[ListedPage, ...] = ()
    status: int = 200
    reason: str = ""
    """The provider's own error code, if it has one."""
    headers: Mapping[str, str] = field(default_factory=dict)
    misbehaviour: SearchFault = SearchFault.NONE


def finds(*pages: ListedPage) -> SearchReply:
    return SearchReply(pages)


def fails(status: int, reason: str = "") -> SearchReply:
    return SearchReply(status=status, reason=reason)


def limits(*, retry_after: int | None = None) -> SearchReply:
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return SearchReply(status=429, headers=headers)


def hangs() -> SearchReply:
    return SearchReply(misbehaviour=SearchFault.HANG)


def breaks_off() -> SearchReply:
    return SearchReply(misbehaviour=SearchFault.BREAK)


def garbles() -> SearchReply:
    return SearchReply(misbehaviour=SearchFault.GARBLE)


def wrong_type() -> SearchReply:
    return SearchReply(misbehaviour=SearchFault.WRONG)


def trickles() -> SearchReply:
    return SearchReply(misbehaviour=SearchFault.TRICKLE)


def searxng(pages: tuple[ListedPage, ...]) -> dict[str, Any]:
    results = [
        {
            "url": page.url,
            "title": page.title,
            "content": page.snippet,
            "engine": "duckduckgo",
            "score": 1.0 / place,
            "category": "general",
        }
        for place, page in enumerate(pages, start=1)
    ]
    return {"query": "", "number_of_results": 0, "results": results, "unresponsive_engines": []}


def tavily(pages: tuple[ListedPage, ...]) -> dict[str, Any]:
    results = [
        {"title": page.title, "url": page.url, "content": page.snippet, "score": 0.9}
        for page in pages
    ]
    return {"query": "", "answer": None, "results": results, "response_time": 0.1}


def brave(pages: tuple[ListedPage, ...]) -> dict[str, Any]:
    results = [
        {"title": page.title, "url": page.url, "description": page.snippet, "type": "search_result"}
        for page in pages
    ]
    web = {"type": "search", "results": results}
    return {"type": "search", **({"web": web} if pages else {})}


def serpapi(pages: tuple[ListedPage, ...]) -> dict[str, Any]:
    if not pages:
        content = "Google hasn't returned any results for this query."
        return {"search_metadata": {"status": "Success"}, "error": content}
    results = [
        {"position": place, "title": page.title, "link": page.url, "snippet": page.snippet}
        for place, page in enumerate(pages, start=1)
    ]
    return {"search_metadata": {"status": "Success"}, "organic_results": results}


def google(pages: tuple[ListedPage, ...]) -> dict[str, Any]:
    items = [
        {"title": page.title, "link": page.url, "snippet": page.snippet}
        | ({"mime": page.content_type} if page.content_type else {})
        for page in pages
    ]
    total = {"searchInformation": {"totalResults": str(len(pages))}}
    return {"kind": "customsearch#search", **total, **({"items": items} if pages else {})}


def crossref(pages: tuple[ListedPage, ...]) -> dict[str, Any]:
    items = [
        {
            "URL": page.url,
            "title": [page.title],
            "abstract": f"<jats:p>{page.snippet}</jats:p>",
            "publisher": "A press",
            "published": {"date-parts": [[2024, 5]]},
        }
        for page in pages
    ]
    return {"status": "ok", "message-type": "work-list", "message": {"items": items}}


def openalex(pages: tuple[ListedPage, ...]) -> dict[str, Any]:
    results = [
        {
            "id": "https://openalex.org/W1",
            "display_name": page.title,
            "publication_date": "2024-05-12",
            "primary_location": {"landing_page_url": page.url, "pdf_url": None},
            "best_oa_location": None,
            "abstract_inverted_index": _inverted(page.snippet),
        }
        for page in pages
    ]
    return {"meta": {"count": len(pages)}, "results": results}


def _inverted(text: str) -> dict[str, list[int]]:
    index: dict[str, list[int]] = {}
    for place, word in enumerate(text.split()):
        index.setdefault(word, []).append(place)
    return index


ANSWERS = {
    "/crossref/works": crossref,
    "/openalex/works": openalex,
    "/search": searxng,
    "/tavily/search": tavily,
    "/res/v1/web/search": brave,
    "/search.json": serpapi,
    "/customsearch/v1": google,
}
"""The response of each provider by its path. Of those whose paths are equal, some have a prefix."""


Script = Callable[["SearchRequest"], SearchReply]


@dataclass(frozen=True)
class SearchRequest:
    """A request that the server received."""

    path: str
    params: dict[str, str]
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def query(self) -> str:
        names = ("q", "query", "search")
        return str(self.body.get("query") or next(filter(None, map(self.params.get, names)), ""))


@dataclass
class SearchServer(ScriptedServer[SearchRequest, SearchReply]):
    otherwise: SearchReply | Script = field(default_factory=finds)


@contextmanager
def search_server() -> Iterator[SearchServer]:
    """A server on a free loopback port, stopped at the end of the context."""
    server = SearchServer()

    class Handler(_SearchHandler):
        providers = server

    with serve_on_loopback(Handler) as server.url:
        try:
            yield server
        finally:
            server.stopped.set()


class _SearchHandler(BaseHTTPRequestHandler):
    providers: SearchServer

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: queries and keys must not appear in a log."""

    def do_GET(self) -> None:
        self._answer({})

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", "0"))
        self._answer(json.loads(self.rfile.read(length) or "{}"))

    def _answer(self, body: dict[str, Any]) -> None:
        parts = urlsplit(self.path)
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = SearchRequest(parts.path, dict(parse_qsl(parts.query)), headers, body)
        with suppress(OSError):
            self._reply(request, self.providers.reply_to(request))

    def _reply(self, request: SearchRequest, reply: SearchReply) -> None:
        if reply.misbehaviour is SearchFault.HANG:
            self.providers.stopped.wait(60)
        elif reply.misbehaviour is SearchFault.TRICKLE:
            self._trickle()
        elif reply.misbehaviour is SearchFault.GARBLE:
            self._send(200, b"<html>not what was asked for</html>", reply)
        elif reply.misbehaviour is SearchFault.WRONG:
            self._send(200, json.dumps({"results": "none", "items": 5, "web": []}).encode(), reply)
        elif reply.status >= 300:
            content = {"error": {"code": reply.status, "errors": [{"reason": reply.reason}]}}
            self._send(reply.status, json.dumps(content).encode(), reply)
        else:
            self._send(200, json.dumps(ANSWERS[request.path](reply.pages)).encode(), reply)

    def _trickle(self) -> None:
        self.send_response(200)
        self.end_headers()
        while not self.providers.stopped.wait(0.05):
            self.wfile.write(b" ")
            self.wfile.flush()

    def _send(self, status: int, content: bytes, reply: SearchReply) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        whole = reply.misbehaviour is not SearchFault.BREAK
        self.wfile.write(content if whole else content[: len(content) // 2])
