"""Every variable and every address a page names is one that the product knows."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from uuid import UUID

import pytest
from django.urls import Resolver404, URLResolver, get_resolver, resolve

from tests.config.test_environment import variables
from tests.docs.pages import PAGES, ROOT, code, name

VARIABLE = re.compile(
    r"\b(?:PRAMANA|QDRANT|NES|DATABASE|[A-Z]+(?:_GEMINI)?_(?:API|BASE))_[A-Z_]*[A-Z]\b"
)
ADDRESS = re.compile(
    r"(?:(?<=:8000)|(?<=\$URL)|(?<![\w.…]))/(?:api|app|chat|messages|search|episodes|history|entities|health|metrics|mcp)"
    r"(?:/[\w{}<>$.-]*)*"
)
PLACE = re.compile(r"\{\w+\}|<[\w ]+>|\$[A-Z]+|\bID\b")
NUMBER = re.compile(r"\{(?:n|number|entity_index)\}")
FILLED = (str(UUID(int=1)), "1", "person_1", "entity:person/a")
CODE = ("config", "pramana", "setup", "tests")
BESIDE_DJANGO = "/mcp"
"""Mounted before Django in config/asgi.py."""


@cache
def named_in_code() -> str:
    """Variables of `./run`, of the client and of providers are read where they are needed."""
    files = [each for top in CODE for each in (ROOT / top).rglob("*.py")]
    return "\n".join(file.read_text("utf-8") for file in [*files, ROOT / "run"])


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_variable_is_read_somewhere(page: Path) -> None:
    for found in set(VARIABLE.findall(code(page))) - set(variables()):
        assert re.search(rf"\b{found}\b", named_in_code()), found


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_address_is_answered(page: Path) -> None:
    for found in set(ADDRESS.findall(code(page))) - {BESIDE_DJANGO}:
        assert _begins_some(found) or any(_leads(found, value) for value in FILLED), found


def _begins_some(address: str) -> bool:
    """Pages also speak of all addresses under one."""
    return any(route.startswith(address.strip("/") + "/") for route in routes())


@cache
def routes() -> tuple[str, ...]:
    return tuple(_routes(get_resolver(), ""))


def _routes(resolver: URLResolver, before: str) -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern, route)
        else:
            yield route


def _leads(address: str, value: str) -> bool:
    """With a slash at the end or without, as both are written."""
    path = PLACE.sub(value, NUMBER.sub("1", address)).rstrip("/")
    return any(_resolves(each) for each in (path, path + "/"))


def _resolves(path: str) -> bool:
    try:
        resolve(path)
    except Resolver404:
        return False
    return True
