"""Where each API object is mounted."""

from django.urls import URLPattern, URLResolver, path

from pramana.api import pages
from pramana.api.agent import agent
from pramana.api.agni import agni
from pramana.api.apis import Api
from pramana.api.core import core
from pramana.api.memory import memory
from pramana.api.registry import registry
from pramana.api.stack import stack

APIS: tuple[tuple[str, Api], ...] = (
    ("", core),
    ("", registry),
    ("", memory),
    ("api/agni/", agni),
    ("api/stack/", stack),
    ("api/agent/", agent),
)
"""Prefix and API. A capability with an envelope of its own adds a line here and in places.py."""

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/openapi.json", pages.openapi),
    path("api/docs", pages.docs),
    *(path(prefix, api.urls) for prefix, api in APIS),
]
