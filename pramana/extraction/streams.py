"""A run as a stream of flat objects: `{text}`, `{tool, input}`, then `{complete}` or `{error}`."""

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
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

ENDED = "The run ended without a word. See the extraction for what was saved."


async def watched(
    scope: Scope, extraction: ExtractionView, after: int = 0
) -> AsyncGenerator[Frame, None]:
    """The frames of the extraction's last run beyond `after`: those there are, then each as it
    comes. Who leaves can come back with the number of the last frame; the run goes on meanwhile."""
    run_id = extraction.run_id
    if run_id is None:
        yield Frame({"error": extraction.error or ENDED})
        return
    async with aclosing(_news(scope, run_id)) as news:
        async for over in news:
            for number, data in await _told(scope, extraction.id, run_id, after):
                yield Frame(data, id=number)
                after = number
                if is_last(data):
                    return
            if over:
                if after == 0 or not await _seen_to_the_end(scope, extraction.id, run_id, after):
                    yield Frame({"error": await _why(scope, extraction.id)})
                return


def is_last(data: Mapping[str, Any]) -> bool:
    return "complete" in data or "error" in data


async def _news(scope: Scope, run_id: UUID) -> AsyncGenerator[bool, None]:
    """False at once and at each event; True when the run will say nothing more."""
    yield False
    opened = cast(AsyncGenerator[RunEventView, None], follow(scope, run_id))
    async with aclosing(opened) as events:
        async for event in events:
            yield event.is_terminal
    yield True


async def _told(
    scope: Scope, extraction_id: UUID, run_id: UUID, after: int
) -> Sequence[tuple[int, dict[str, Any]]]:
    return await _asked(frames_after, scope, extraction_id, run_id, after)


async def _seen_to_the_end(scope: Scope, extraction_id: UUID, run_id: UUID, after: int) -> bool:
    """Whether the frame a client came back with was the last."""
    last = await _asked(frames_after, scope, extraction_id, run_id, after - 1)
    return any(is_last(data) for _, data in last)


async def _why(scope: Scope, extraction_id: UUID) -> str:
    return (await _asked(get_extraction, scope, extraction_id)).error or ENDED


async def _asked(function: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
    """Ask the database, and leave no connection behind: a stream may wait for long."""
    return await sync_to_async(releasing(function))(*args, **kwargs)
