"""The ASGI application that the web server runs."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from pramana.api.edge import (  # noqa: E402 - settings are read first
    DjangoApplication,
    StaticFiles,
    edge,
)
from pramana.api.mcp import Mcp  # noqa: E402 - settings are read first

application = edge(StaticFiles(Mcp(DjangoApplication())))
