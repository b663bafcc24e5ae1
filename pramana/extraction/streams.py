"""A run as a stream of flat objects: `{text}`, `{tool, input}`, then `{complete}` or `{error}`."""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from typing import Any, ParamSpec, TypeVar, cast
from uuid import UUID

from asgiref.sync import sync_to_async

from pramana.extraction.contracts.extractions import ExtractionView
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.selectors.history import frames_after
from pramana.jobs.contracts import RunEventView
from pramana.jobs.streams import Frame, releasing
from pramana.jobs.subscriptions import follow
from pramana.kit.scope import Scope

P = ParamSpec("P")
Result = TypeVar("Result")

ENDED_MESSAGE = "The run ended without a word. See the extraction for what was saved."


async def watch_run(
    scope: Scope, extraction: ExtractionView, after: int = 0
) -> AsyncGenerator[Frame, None]:
    """Yield the frames of the extraction's last run after number `after`, stored and new ones.

    A client that disconnects can continue from the last frame's number. The run goes on meanwhile.
    """
    run_id = extraction.run_id
    if run_id is None:
        yield Frame({"error": extraction.error or ENDED_MESSAGE})
        return
    async with aclosing(_signals(scope, run_id)) as signals:
        async for has_ended in signals:
            for number, data in await _query(frames_after, scope, extraction.id, run_id, after):
                yield Frame(data, id=number)
                after = number
                if is_last(data):
                    return
            if has_ended:
                if after == 0 or not await _was_last(scope, extraction.id, run_id, after):
                    current = await _query(get_extraction, scope, extraction.id)
                    yield Frame({"error": current.error or ENDED_MESSAGE})
                return


def is_last(data: Mapping[str, Any]) -> bool:
    return "complete" in data or "error" in data


async def _was_last(scope: Scope, extraction_id: UUID, run_id: UUID, number: int) -> bool:
    """Whether the client had already received the last frame."""
    frames = await _query(frames_after, scope, extraction_id, run_id, number - 1)
    return any(is_last(data) for _, data in frames)


async def _signals(scope: Scope, run_id: UUID) -> AsyncGenerator[bool, None]:
    """Yield False at once and at each event; yield True when the run has ended."""
    yield False
    opened = cast(AsyncGenerator[RunEventView, None], follow(scope, run_id))
    async with aclosing(opened) as events:
        async for event in events:
            yield event.is_terminal
    yield True


async def _query(function: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
    """Query the database without keeping a connection open, because a stream may wait for long."""
    return await sync_to_async(releasing(function))(*args, **kwargs)
