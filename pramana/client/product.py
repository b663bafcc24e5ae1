"""The two clients."""

import os
from typing import Any, Self

import httpx

from pramana.client.connections import AsyncConnection, Connection
from pramana.client.parts.agni import Agni, AsyncAgni
from pramana.client.parts.chat import AsyncChat, Chat
from pramana.client.parts.documents import AsyncDocuments, Documents
from pramana.client.parts.extraction import AsyncExtractions, Extractions
from pramana.client.parts.memory import AsyncMemory, Memory
from pramana.client.parts.research import AsyncResearches, Researches
from pramana.client.parts.stacks import AsyncStacks, Stacks
from pramana.client.retries import Patience

HERE = "http://127.0.0.1:8000"
URL, KEY = "PRAMANA_URL", "PRAMANA_KEY"
STANDARD = Patience()


class Pramana:
    """The product, for programs that wait.

    Address and key come from `PRAMANA_URL` and `PRAMANA_KEY` where they are not given. Use it in a
    `with`, or `close` it.
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
        self._http = httpx.Client(**_options(url, key, tenant_id, timeout))
        connection = Connection(self._http, patience)
        self.documents = Documents(connection)
        self.chat = Chat(connection)
        self.memory = Memory(connection)
        self.agni = Agni(connection)
        self.extraction = Extractions(connection)
        self.stacks = Stacks(connection)
        self.research = Researches(connection)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


class AsyncPramana:
    """The same for programs that do other things meanwhile: `await` and `async for`."""

    def __init__(
        self,
        url: str = "",
        key: str = "",
        *,
        tenant_id: str = "",
        timeout: float = 60.0,
        patience: Patience = STANDARD,
    ) -> None:
        self._http = httpx.AsyncClient(**_options(url, key, tenant_id, timeout))
        connection = AsyncConnection(self._http, patience)
        self.documents = AsyncDocuments(connection)
        self.chat = AsyncChat(connection)
        self.memory = AsyncMemory(connection)
        self.agni = AsyncAgni(connection)
        self.extraction = AsyncExtractions(connection)
        self.stacks = AsyncStacks(connection)
        self.research = AsyncResearches(connection)

    async def close(self) -> None:
        await self._http.aclose()

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
