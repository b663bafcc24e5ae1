"""The ASGI application that the web server runs."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_application = get_asgi_application()

from pramana.api.edge import edge  # noqa: E402 - settings are read first
from pramana.api.mcp import Mcp  # noqa: E402 - settings are read first
from pramana.api.static import StaticFiles  # noqa: E402 - settings are read first

application = edge(StaticFiles(Mcp(django_application)))
