"""The answers of each provider, written as the provider writes them."""

from typing import Any

from pramana.external.testing.replies import Page


def searxng(pages: tuple[Page, ...]) -> dict[str, Any]:
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


def tavily(pages: tuple[Page, ...]) -> dict[str, Any]:
    results = [
        {"title": page.title, "url": page.url, "content": page.snippet, "score": 0.9}
        for page in pages
    ]
    return {"query": "", "answer": None, "results": results, "response_time": 0.1}


def brave(pages: tuple[Page, ...]) -> dict[str, Any]:
    results = [
        {"title": page.title, "url": page.url, "description": page.snippet, "type": "search_result"}
        for page in pages
    ]
    web = {"type": "search", "results": results}
    return {"type": "search", **({"web": web} if pages else {})}


def serpapi(pages: tuple[Page, ...]) -> dict[str, Any]:
    if not pages:
        said = "Google hasn't returned any results for this query."
        return {"search_metadata": {"status": "Success"}, "error": said}
    results = [
        {"position": place, "title": page.title, "link": page.url, "snippet": page.snippet}
        for place, page in enumerate(pages, start=1)
    ]
    return {"search_metadata": {"status": "Success"}, "organic_results": results}


def google(pages: tuple[Page, ...]) -> dict[str, Any]:
    items = [
        {"title": page.title, "link": page.url, "snippet": page.snippet}
        | ({"mime": page.content_type} if page.content_type else {})
        for page in pages
    ]
    total = {"searchInformation": {"totalResults": str(len(pages))}}
    return {"kind": "customsearch#search", **total, **({"items": items} if pages else {})}


WIRES = {
    "/search": searxng,
    "/tavily/search": tavily,
    "/res/v1/web/search": brave,
    "/search.json": serpapi,
    "/customsearch/v1": google,
}
"""By the path each is asked at; Tavily's own is the same as SearXNG's, so it is under a prefix."""
