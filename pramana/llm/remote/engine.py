"""The engine for models over the wire."""

import asyncio

from pydantic_ai.usage import RunUsage

from pramana.llm.answer import Request, Spent, Verb
from pramana.llm.caller import Caller
from pramana.llm.contracts import T, Usage
from pramana.llm.remote.conversation import converse
from pramana.llm.remote.gate import Gate
from pramana.llm.remote.guard import GuardedModel
from pramana.llm.remote.providers import has_known_prices, model_for


class RemoteEngine:
    """One per process: it holds the gate that all requests go through."""

    def __init__(self, places: int) -> None:
        self.gate = Gate(places)

    async def answer(self, request: Request[T], caller: Caller, spent: Spent, url: str) -> T:
        # The provider's library is imported on first use, which takes seconds: not on the loop.
        wrapped = await asyncio.to_thread(model_for, request.engine, url=url)
        whole = asyncio.get_running_loop().time() + request.timeout
        model = GuardedModel(
            wrapped,
            request.engine,
            self.gate,
            request.timeout,
            all_by=whole if request.verb is Verb.COMPLETE else None,
        )
        usage = RunUsage()
        try:
            return await converse(model, request, caller, usage)
        finally:
            spent.usage = Usage(model.requests, usage.input_tokens, usage.output_tokens)
            if has_known_prices(request.engine, url=url):
                spent.cost = usage.cost
