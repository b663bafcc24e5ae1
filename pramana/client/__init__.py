"""The Python client, synchronous and asynchronous. It needs only httpx and pydantic.

from pramana.client import Pramana

with Pramana(key="...") as pramana:
    document = pramana.documents.upload("contract.pdf")
    pramana.documents.wait(document.id)
    print(pramana.chat.ask("Who signed the contract?").answer)
"""

import os
from abc import ABC, abstractmethod
from collections.abc import Mapping
from copy import copy
from typing import Any, Self

import httpx

from pramana.client.access import Access
from pramana.client.agni import Agni
from pramana.client.calls import ApiCall, Id, WorkContext, anything
from pramana.client.cases import CasesApi
from pramana.client.chat import Chat
from pramana.client.connections import AsyncConnection, Connection, Patience
from pramana.client.documents import Documents
from pramana.client.errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    ConnectionLostError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    PramanaError,
    RateLimitError,
    SignatureError,
    StreamError,
    TooLargeError,
    UnavailableError,
    WaitTimeoutError,
    WorkFailedError,
)
from pramana.client.extraction import Extractions, Field
from pramana.client.jobs import Jobs
from pramana.client.memory import Memory, MemoryMessage
from pramana.client.operations import C, Part, operation
from pramana.client.registry import Registry
from pramana.client.research import Researches
from pramana.client.sources import SourcesApi
from pramana.client.stacks import Column, Stacks
from pramana.client.webhooks import Webhooks, verify_signature

__all__ = [
    "ApiError",
    "AsyncPramana",
    "AuthenticationError",
    "Column",
    "ConflictError",
    "ConnectionLostError",
    "Field",
    "InvalidRequestError",
    "MemoryMessage",
    "NotFoundError",
    "Patience",
    "PermissionDeniedError",
    "Pramana",
    "PramanaError",
    "RateLimitError",
    "SignatureError",
    "StreamError",
    "TooLargeError",
    "UnavailableError",
    "WaitTimeoutError",
    "WorkFailedError",
    "verify_signature",
]


HERE = "http://127.0.0.1:8000"
URL, KEY = "PRAMANA_URL", "PRAMANA_KEY"
STANDARD = Patience()


class ClientParts(Part[C], ABC):
    """What both clients have: the parts, a copy for a case, and any operation by its path."""

    def __init__(
        self,
        url: str = "",
        key: str = "",
        *,
        tenant_id: str = "",
        timeout: float = 60.0,
        patience: Patience = STANDARD,
    ) -> None:
        self._use(self._connect(_options(url, key, tenant_id, timeout), patience))

    @abstractmethod
    def _connect(self, options: dict[str, Any], patience: Patience) -> C:
        """Open the connection of this client."""

    def _use(self, connection: C) -> None:
        self._connection = connection
        self.documents = Documents(connection)
        self.chat = Chat(connection)
        self.memory = Memory(connection)
        self.registry = Registry(connection)
        self.agni = Agni(connection)
        self.extraction = Extractions(connection)
        self.stacks = Stacks(connection)
        self.research = Researches(connection)
        self.cases = CasesApi(connection)
        self.jobs = Jobs(connection)
        self.access = Access(connection)
        self.sources = SourcesApi(connection)
        self.webhooks = Webhooks(connection)

    def in_case(self, case_id: Id, *, workflow: str = "") -> Self:
        """The same client bound to this case. Both share a connection, and `close` closes both."""
        bound = copy(self)
        bound._use(self._connection.in_context(WorkContext(case_id, workflow)))
        return bound

    @operation
    def request(
        self, method: str, path: str, *, json: Any = None, params: Mapping[str, Any] | None = None
    ) -> ApiCall[Any]:
        """Call any operation by its path, with the same retries and errors; return its JSON."""
        return ApiCall(method.upper(), path, anything, json=json, params=params or {})


class Pramana(ClientParts[Connection]):
    """The synchronous client.

    Address and key default to `PRAMANA_URL` and `PRAMANA_KEY`. Use it in a `with` statement, or
    call `close`.
    """

    def _connect(self, options: dict[str, Any], patience: Patience) -> Connection:
        return Connection(httpx.Client(**options), patience)

    def close(self) -> None:
        self._connection.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


class AsyncPramana(ClientParts[AsyncConnection]):
    """The asynchronous client: the same operations with `await` and `async for`."""

    def _connect(self, options: dict[str, Any], patience: Patience) -> AsyncConnection:
        return AsyncConnection(httpx.AsyncClient(**options), patience)

    async def close(self) -> None:
        await self._connection.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self.close()


def _options(url: str, key: str, tenant_id: str, timeout: float) -> dict[str, Any]:
    key = key or os.environ.get(KEY, "")
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    if tenant_id:
        headers["X-Tenant-ID"] = tenant_id
    return {
        "base_url": url or os.environ.get(URL, HERE),
        "headers": headers,
        "timeout": timeout,
    }
