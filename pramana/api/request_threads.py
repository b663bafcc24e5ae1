"""The threads of a request: error pages in its own thread, and no connection left in any other.

Django renders the page for an exception in a thread of the event loop's executor. Nothing returns
the connection that the page used there, so a handful of such pages emptied the pool. Here the page
is rendered in the request's own thread, whose connection goes back when the request ends, and
whatever else runs in the loop's executor returns its connection when the call ends.
"""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar
from weakref import WeakSet

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.exception import response_for_exception
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from pramana.postgres.loans import releases_connections

P = ParamSpec("P")
Result = TypeVar("Result")
THREADS = min(32, (os.cpu_count() or 1) + 4)
"""As many as asyncio would take."""


class DjangoApplication(ASGIHandler):
    """Django's ASGI application, with exceptions answered in the thread of their request."""

    async def _get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        parent: Any = super()
        response: HttpResponseBase
        try:
            response = await parent._get_response_async(request)
        except Exception as error:
            response = await sync_to_async(response_for_exception)(request, error)
        return response


class ReleasingExecutor(ThreadPoolExecutor):
    """Threads that keep no database connection between two calls."""

    def submit(
        self, function: Callable[P, Result], /, *args: P.args, **kwargs: P.kwargs
    ) -> Future[Result]:
        return super().submit(releases_connections(function), *args, **kwargs)


_loops: "WeakSet[asyncio.AbstractEventLoop]" = WeakSet()


def release_in_executor(loop: asyncio.AbstractEventLoop | None = None) -> None:
    """Let the loop's executor return connections. Only the first call for a loop does anything."""
    current = loop or asyncio.get_running_loop()
    if current not in _loops:
        _loops.add(current)
        current.set_default_executor(ReleasingExecutor(THREADS, "loop"))
