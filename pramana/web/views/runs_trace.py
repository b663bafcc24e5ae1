"""A run as one story in order of time: what it said, its jobs, the nodes it passed, the tools and
models they used."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from pramana.jobs.contracts import (
    DELTA_EVENT,
    PROGRESS_EVENT,
    JobView,
    RunEventView,
)
from pramana.llm.selectors import CallFigures
from pramana.tenancy.steps import WAITING, Step, ToolLine
from pramana.web.figures import figure
from pramana.web.sentences import sentence
from pramana.web.views.runs_line import TONES, code_of
from pramana.web.views.runs_words import (
    event_words,
    node_words,
    outcome_words,
    step_words,
    tool_words,
)
from pramana.web.words import task_name

LONGEST = 4_000
"""Characters of a tool's input or outcome that are shown."""


@dataclass(frozen=True)
class Entry:
    """One line of the story. `what` says whose it is: event, job, node, tool or model."""

    what: str
    at: datetime
    title: str
    tone: str = ""
    detail: str = ""
    took_ms: float | None = None
    problem: str = ""
    given: str = ""
    came: str = ""
    is_private: bool = False
    count: int = 1
    call: CallFigures | None = None
    job: JobView | None = None


def story_of(
    events: Iterable[RunEventView],
    nodes: Iterable[Step],
    tools: Iterable[ToolLine],
    models: Iterable[CallFigures],
    jobs: Iterable[JobView],
) -> list[Entry]:
    """Everything in order; what happened at the same moment stays as it was told."""
    entries = [
        *(_job(each) for each in jobs),
        *told(events),
        *(_node(each) for each in nodes),
        *(_tool(each) for each in tools),
        *(_model(each) for each in models),
    ]
    return sorted(entries, key=lambda entry: entry.at)


def told(events: Iterable[RunEventView]) -> Iterator[Entry]:
    """Events as lines; many of one kind in a row are one line with their number."""
    before: Entry | None = None
    for event in events:
        entry = _event(event)
        if before and (before.title, before.detail) == (entry.title, entry.detail):
            before = replace(before, count=before.count + 1)
            continue
        if before:
            yield before
        before = entry
    if before:
        yield before


def _event(event: RunEventView) -> Entry:
    stage = code_of(event)
    problem = str(event.payload.get("error") or event.payload.get("error_code") or "")
    return Entry(
        what="event",
        at=event.at,
        title=step_words(stage) if stage and event.kind not in TONES else event_words(event.kind),
        tone=TONES.get(event.kind, ""),
        detail="" if event.kind in (PROGRESS_EVENT, DELTA_EVENT) else _numbers(event),
        problem=sentence(problem),
    )


def _numbers(event: RunEventView) -> str:
    """The counts an event carries, as far as it has both ends of one."""
    current, total = event.payload.get("current"), event.payload.get("total")
    return f"{figure(current)}/{figure(total)}" if current is not None and total else ""


def _node(step: Step) -> Entry:
    waits = step.outcome == WAITING
    return Entry(
        what="node",
        at=step.began_at,
        title=node_words(step.name),
        tone="attention" if waits else "" if step.is_good else "bad",
        detail=_("waits for a person") if waits else "",
        took_ms=step.took_ms,
        problem="" if step.is_good else outcome_words(step.outcome),
    )


def _tool(call: ToolLine) -> Entry:
    return Entry(
        what="tool",
        at=call.at - timedelta(milliseconds=call.took_ms),
        title=tool_words(call.tool),
        tone="" if call.is_good else "bad",
        took_ms=call.took_ms,
        problem=sentence(call.error),
        given=_written(call.input),
        came=_written(call.outcome),
        is_private=not call.is_open,
    )


def _model(call: CallFigures) -> Entry:
    return Entry(
        what="model",
        at=call.at,
        title=call.purpose,
        tone="" if call.is_good else "bad",
        took_ms=call.latency_ms,
        problem="" if call.is_good else call.outcome,
        call=call,
    )


def _job(job: JobView) -> Entry:
    took = None
    if job.started_at and job.finished_at:
        took = (job.finished_at - job.started_at).total_seconds() * 1000
    return Entry(
        what="job",
        at=job.started_at or job.created_at,
        title=task_name(job.name),
        tone="bad" if job.error else "",
        took_ms=took,
        problem=sentence(job.error),
        job=job,
    )


def _written(value: Any) -> str:
    """JSON as a person reads it, cut where it would fill the page."""
    if value in (None, {}, []):
        return ""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}\n… {_('(cut)')}"
