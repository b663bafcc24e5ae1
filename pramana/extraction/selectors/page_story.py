"""What the agent did, run by run: its words, each tool with what came of it, and how it ended."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from pramana.extraction.contracts.views import CallView, ExtractionView
from pramana.extraction.models import ActivityLine
from pramana.extraction.selectors.history import calls_of
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.selectors import get_run

MOST_LINES = 3_000
"""Frames that are read for one page; words come in small pieces and are put together again."""


@dataclass(frozen=True)
class Step:
    """Words of the agent, or one use of a tool. A tool under way has no outcome yet."""

    text: str = ""
    tool: str = ""
    input: Mapping[str, Any] = field(default_factory=dict)
    call: CallView | None = None


@dataclass(frozen=True)
class RunStory:
    """One run. `end` is its last frame: complete, or an error; empty while it goes on."""

    run_id: UUID
    begun_at: datetime
    steps: tuple[Step, ...]
    end: Mapping[str, Any]


def stories_of(scope: Scope, extraction: ExtractionView) -> list[RunStory]:
    """The runs of an extraction, the newest last, as far as `MOST_LINES` reach back."""
    calls: dict[UUID | None, list[CallView]] = defaultdict(list)
    for call in calls_of(scope, extraction.id):
        calls[call.run_id].append(call)
    rows = ActivityLine.objects.in_scope(scope).filter(extraction_id=extraction.id)
    told: dict[UUID, list[ActivityLine]] = defaultdict(list)
    for row in reversed(rows.order_by("-created_at", "-number")[:MOST_LINES]):
        told[row.run_id].append(row)
    return [_story(run_id, lines, calls[run_id]) for run_id, lines in told.items()]


def is_at_work(scope: Scope, extraction: ExtractionView) -> bool:
    """Whether an agent works on it now, for the first time or on a correction."""
    run_id = extraction.run_id
    return run_id is not None and get_run(scope, run_id).state is RunState.ACTIVE


def _story(run_id: UUID, lines: Sequence[ActivityLine], calls: Sequence[CallView]) -> RunStory:
    frames = [line.data for line in lines]
    last = frames[-1]
    return RunStory(
        run_id=run_id,
        begun_at=lines[0].created_at,
        steps=tuple(_steps(frames, iter(calls))),
        end=last if "complete" in last or "error" in last else {},
    )


def _steps(frames: Sequence[Mapping[str, Any]], calls: Iterator[CallView]) -> Iterator[Step]:
    """Frames in their order. A tool's outcome is its own row; both were written one by one."""
    words = ""
    for frame in frames:
        if "tool" in frame:
            if words.strip():
                yield Step(text=words.strip())
            words = ""
            call = next((each for each in calls if each.tool == frame["tool"]), None)
            yield Step(tool=frame["tool"], input=frame.get("input") or {}, call=call)
        words += frame.get("text", "")
    if words.strip():
        yield Step(text=words.strip())
