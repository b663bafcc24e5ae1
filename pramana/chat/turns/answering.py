"""What answers a question that was let in: the graph over the documents, or over a selection."""

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import Any

from django.conf import settings

from pramana.chat.contracts.answering import ChatResponse
from pramana.chat.contracts.asking import Remembering
from pramana.chat.contracts.finding import Found
from pramana.chat.domain import responding
from pramana.chat.errors import ModelAway
from pramana.chat.graph.state import ChatDeps, ComposeDeps
from pramana.chat.ports import Recall, Recalled, Searched, Told
from pramana.chat.recalling import recall_facts
from pramana.chat.tools import search_book_content
from pramana.chat.turns.letting_in import Begun
from pramana.chat.turns.threads import in_thread
from pramana.kit.scope import Scope, ToolContext
from pramana.llm.port import Gateway

Door = Callable[[Scope], Gateway]


async def answered(begun: Begun, told: Told, door: Door) -> ChatResponse:
    """The whole answer. LangGraph is imported with the first question, which takes a moment."""
    flows: Any = await asyncio.to_thread(import_module, "pramana.chat.graph.flows")
    if begun.ask.selected_text:
        return await _from_selection(begun, told, door, flows)
    deps = ChatDeps(
        **_composing(begun, told, door), search=partial(_searched, begun), recall=_recall_of(begun)
    )
    state = await flows.answer(deps, begun.ask.query, begun.earlier)
    asked, made = _asked(begun, state["searched_for"], state["nearest"]), state["made"]
    if not state["hits"]:
        return responding.no_results(asked, made.draft)
    if made.broke_off and begun.ask.streamed:
        raise ModelAway("The language model broke off in the middle of its answer.")
    return responding.from_sources(asked, state["hits"], made)


async def _from_selection(begun: Begun, told: Told, door: Door, flows: Any) -> ChatResponse:
    """From the selection alone: neither search nor history is handed over."""
    selection = begun.ask.selected_text or ""
    deps = ComposeDeps(**_composing(begun, told, door))
    state = await flows.answer_selection(deps, begun.ask.query, selection)
    if state["made"].failure:
        raise ModelAway()
    return responding.from_selection(_asked(begun), selection, state["made"])


def _composing(begun: Begun, told: Told, door: Door) -> dict[str, Any]:
    return {
        "context": begun.context,
        "gateway": door(begun.context),
        "told": told,
        "patience_s": settings.PRAMANA.model_timeout_s,
        "fallback": "offline" if settings.PRAMANA.chat_fallback == "offline" else None,
    }


async def _searched(begun: Begun, query: str) -> Searched:
    context = ToolContext(**vars(begun.context))
    return await in_thread(search_book_content, context, query, filters=begun.filters)


def _recall_of(begun: Begun) -> Recall | None:
    """Facts are asked for where a group is named, and where the filters leave room for them."""
    if begun.ask.remembering is None or not begun.ask.narrowing.leaves_memory:
        return None
    return partial(_recalled, begun, begun.ask.remembering)


async def _recalled(begun: Begun, remembering: Remembering, query: str) -> Recalled:
    context = ToolContext(**vars(begun.context))
    return await in_thread(recall_facts, context, query, remembering)


def _asked(
    begun: Begun, searched_for: str | None = None, nearest: Sequence[Found] = ()
) -> responding.Asked:
    ask = begun.ask
    return responding.Asked(
        question=ask.query,
        session_id=ask.session_id,
        request_id=ask.request_id,
        took_ms=(time.perf_counter() - begun.at) * 1000,
        searched_for=searched_for if searched_for != ask.query else None,
        degraded=responding.search_reason(nearest),
    )
