"""The places for requests and the state of each provider: one gate for the whole process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pramana.llm.domain.breaker import Breaker
from pramana.llm.errors import ModelBusy


class Gate:
    """Lives on the model loop, so it needs no lock."""

    def __init__(self, places: int) -> None:
        self.places = places
        self._free = asyncio.Semaphore(places)
        self._breakers: dict[str, Breaker] = {}

    def breaker(self, provider: str) -> Breaker:
        return self._breakers.setdefault(provider, Breaker())

    @asynccontextmanager
    async def place(self, deadline: float) -> AsyncIterator[None]:
        """Hold one of the places; others wait their turn, in order, until their deadline."""
        try:
            async with asyncio.timeout_at(deadline):
                await self._free.acquire()
        except TimeoutError:
            raise ModelBusy(self.places) from None
        try:
            yield
        finally:
            self._free.release()
