"""The product with a scripted model: the first sentence at once, the rest when a file appears."""

import asyncio
import os
from pathlib import Path
from typing import cast

from bench._chat_model import composed
from config.asgi import application
from pramana.chat import turns
from pramana.kit.scope import Scope
from pramana.llm.calls import Caller
from pramana.llm.contracts import Completion, Prompt, T, TextDelta, Usage
from pramana.llm.engines import Engine, EngineRequest
from pramana.llm.ports import Gateway

__all__ = ["application"]

LET_GO = Path(os.environ["BENCH_CHAT_RELEASE"])
LOOK_S = 0.2


class HeldGateway(Gateway):
    def _engine(self, prompt: Prompt[T]) -> Engine:
        return Engine("scripted")

    async def _answer(self, request: EngineRequest[T], caller: Caller) -> Completion[T]:
        line = composed(request.prompt.user) + "\n"
        caller.emit(TextDelta(line))
        while not LET_GO.exists():
            await asyncio.sleep(LOOK_S)
        caller.emit(TextDelta(line))
        return Completion(cast(T, line * 2), "scripted", Usage(requests=1), None, 0)


def held_gateway(scope: Scope) -> Gateway:
    return HeldGateway(scope, timeout=120)


turns.GATEWAY_FACTORY = held_gateway
