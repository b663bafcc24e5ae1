"""`Pramana` and `AsyncPramana`, the synchronous and the asynchronous client."""

import os
from collections.abc import Mapping
from copy import copy
from typing import Any, Self

import httpx

from pramana.client.access import Access, AsyncAccess
from pramana.client.agni import Agni, AsyncAgni
from pramana.client.calls import ApiCall, Id, WorkContext, anything
from pramana.client.cases import AsyncCases, CasesApi
from pramana.client.chat import AsyncChat, Chat
from pramana.client.connections import AsyncConnection, Connection, Patience
from pramana.client.documents import AsyncDocuments, Documents
from pramana.client.extraction import AsyncExtractions, Extractions
from pramana.client.jobs import AsyncJobs, Jobs
from pramana.client.memory import AsyncMemory, Memory
from pramana.client.registry import AsyncRegistry, Registry
from pramana.client.research import AsyncResearches, Researches
from pramana.client.sources import AsyncSources, SourcesApi
from pramana.client.stacks import AsyncStacks, Stacks
from pramana.client.webhooks import AsyncWebhooks, Webhooks

HERE = "http://127.0.0.1:8000"
URL, KEY = "PRAMANA_URL", "PRAMANA_KEY"
STANDARD = Patience()
Params = Mapping[str, Any] | None


class Pramana:
    """The synchronous client.

    Address and key default to `PRAMANA_URL` and `PRAMANA_KEY`. Use it in a `with` statement, or
    call `close`.
    """

    def __init__(
        self,
        url: str = "",
        key: str = "",
        *,
        tenant_id: str = "",
        timeout: float = 60.0,
        patience: Patience = STANDARD,
    ) -> None:
        http = httpx.Client(**_options(url, key, tenant_id, timeout))
        self._use(Connection(http, patience))

    def _use(self, connection: Connection) -> None:
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
        bound, shared = copy(self), self._connection
        bound._use(Connection(shared.http, shared.patience, WorkContext(case_id, workflow)))
        return bound

    def request(self, method: str, path: str, *, json: Any = None, params: Params = None) -> Any:
        """Call any operation by its path, with the same retries and errors; return its JSON."""
        return self._connection.send(_call(method, path, json, params))

    def close(self) -> None:
        self._connection.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


class AsyncPramana:
    """The asynchronous client: the same operations with `await` and `async for`."""

    def __init__(
        self,
        url: str = "",
        key: str = "",
        *,
        tenant_id: str = "",
        timeout: float = 60.0,
        patience: Patience = STANDARD,
    ) -> None:
        http = httpx.AsyncClient(**_options(url, key, tenant_id, timeout))
        self._use(AsyncConnection(http, patience))

    def _use(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.documents = AsyncDocuments(connection)
        self.chat = AsyncChat(connection)
        self.memory = AsyncMemory(connection)
        self.registry = AsyncRegistry(connection)
        self.agni = AsyncAgni(connection)
        self.extraction = AsyncExtractions(connection)
        self.stacks = AsyncStacks(connection)
        self.research = AsyncResearches(connection)
        self.cases = AsyncCases(connection)
        self.jobs = AsyncJobs(connection)
        self.access = AsyncAccess(connection)
        self.sources = AsyncSources(connection)
        self.webhooks = AsyncWebhooks(connection)

    def in_case(self, case_id: Id, *, workflow: str = "") -> Self:
        """The same client bound to this case. Both share a connection, and `close` closes both."""
        bound, shared = copy(self), self._connection
        bound._use(AsyncConnection(shared.http, shared.patience, WorkContext(case_id, workflow)))
        return bound

    async def request(
        self, method: str, path: str, *, json: Any = None, params: Params = None
    ) -> Any:
        """Call any operation by its path, with the same retries and errors; return its JSON."""
        return await self._connection.send(_call(method, path, json, params))

    async def close(self) -> None:
        await self._connection.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self.close()


def _call(method: str, path: str, json: Any, params: Params) -> ApiCall[Any]:
    return ApiCall(method.upper(), path, anything, json=json, params=params or {})


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
