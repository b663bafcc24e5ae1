"""A run's trace in order of time: events, jobs, graph nodes, tool calls and model calls."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from pramana.jobs.contracts import (
    CANCELLED_EVENT,
    DELTA_EVENT,
    DONE_EVENT,
    FAILED_EVENT,
    PROGRESS_EVENT,
    JobView,
    RunEventView,
)
from pramana.llm.ledger import CallFigures
from pramana.tenancy.steps import WAITING, Step, ToolLine
from pramana.web.activity.wording import (
    event_label,
    node_name,
    outcome_text,
    purpose_name,
    step_name,
    tool_name,
)
from pramana.web.errors import error_sentence
from pramana.web.formatting import format_number
from pramana.web.research.run import StageStep as Stage
from pramana.web.wording import task_name

END_TONES = {FAILED_EVENT: "bad", DONE_EVENT: "good", CANCELLED_EVENT: "off"}


def stage_line(events: Sequence[RunEventView]) -> list[Stage]:
    """The stages a run reported, each with its duration; the last one may still be running."""
    marks = list(_stage_changes(events))
    steps = [
        Stage(step_name(code), "good", at, until) for (code, at), (_after, until) in pairwise(marks)
    ]
    if not marks:
        return steps
    code, at = marks[-1]
    last = events[-1]
    if last.kind in END_TONES:
        over = Stage(event_label(last.kind).capitalize(), END_TONES[last.kind], last.at)
        ended = Stage(step_name(code), "good", at, last.at)
        return [*steps, over if _is_end(code) else ended, *([] if _is_end(code) else [over])]
    return [*steps, Stage(step_name(code), "working", at, is_here=True)]


def _is_end(code: str) -> bool:
    return code.lower() in {"done", "failed", "completed"}


def _stage_changes(events: Iterable[RunEventView]) -> Iterator[tuple[str, datetime]]:
    before = ""
    for event in events:
        code = stage_code(event)
        if code and code != before:
            yield code, event.at
            before = code


def stage_code(event: RunEventView) -> str:
    """The stage in an event, under whichever name its capability uses."""
    said = event.payload
    return str(said.get("stage") or said.get("state") or said.get("status") or "")


LONGEST_JSON = 4_000
"""Characters of a tool's input or output that are shown."""


@dataclass(frozen=True)
class TraceEntry:
    """One line of the trace. `what` is event, job, node, tool or model."""

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


def trace_entries(
    events: Iterable[RunEventView],
    nodes: Iterable[Step],
    tools: Iterable[ToolLine],
    models: Iterable[CallFigures],
    jobs: Iterable[JobView],
) -> list[TraceEntry]:
    """All entries by time; entries of the same moment keep their order."""
    entries = [
        *(_job_entry(each) for each in jobs),
        *event_entries(events),
        *(_node_entry(each) for each in nodes),
        *(_tool_entry(each) for each in tools),
        *(_model_entry(each) for each in models),
    ]
    return sorted(entries, key=lambda entry: entry.at)


def event_entries(events: Iterable[RunEventView]) -> Iterator[TraceEntry]:
    """Events as entries; repeated ones become one entry with a count."""
    before: TraceEntry | None = None
    for event in events:
        entry = _event_entry(event)
        if before and (before.title, before.detail) == (entry.title, entry.detail):
            before = replace(before, count=before.count + 1)
            continue
        if before:
            yield before
        before = entry
    if before:
        yield before


def _event_entry(event: RunEventView) -> TraceEntry:
    stage = stage_code(event)
    problem = str(event.payload.get("error") or event.payload.get("error_code") or "")
    return TraceEntry(
        what="event",
        at=event.at,
        title=step_name(stage)
        if stage and event.kind not in END_TONES
        else event_label(event.kind),
        tone=END_TONES.get(event.kind, ""),
        detail="" if event.kind in (PROGRESS_EVENT, DELTA_EVENT) else _count_text(event),
        problem=error_sentence(problem),
    )


def _count_text(event: RunEventView) -> str:
    """The event's progress, if it has both a current value and a total."""
    current, total = event.payload.get("current"), event.payload.get("total")
    return (
        f"{format_number(current)}/{format_number(total)}" if current is not None and total else ""
    )


def _node_entry(step: Step) -> TraceEntry:
    waits = step.outcome == WAITING
    return TraceEntry(
        what="node",
        at=step.began_at,
        title=node_name(step.name),
        tone="attention" if waits else "" if step.is_good else "bad",
        detail=_("waiting for a person") if waits else "",
        took_ms=step.took_ms,
        problem="" if step.is_good else outcome_text(step.outcome),
    )


def _tool_entry(call: ToolLine) -> TraceEntry:
    return TraceEntry(
        what="tool",
        at=call.at - timedelta(milliseconds=call.took_ms),
        title=tool_name(call.tool),
        tone="" if call.is_good else "bad",
        took_ms=call.took_ms,
        problem=error_sentence(call.error),
        given=_formatted_json(call.input),
        came=_formatted_json(call.outcome),
        is_private=not call.is_open,
    )


def _model_entry(call: CallFigures) -> TraceEntry:
    return TraceEntry(
        what="model",
        at=call.at,
        title=purpose_name(call.purpose),
        tone="" if call.is_good else "bad",
        took_ms=call.latency_ms,
        problem="" if call.is_good else call.outcome,
        call=call,
    )


def _job_entry(job: JobView) -> TraceEntry:
    took = None
    if job.started_at and job.finished_at:
        took = (job.finished_at - job.started_at).total_seconds() * 1000
    return TraceEntry(
        what="job",
        at=job.started_at or job.created_at,
        title=task_name(job.name),
        tone="bad" if job.error else "",
        took_ms=took,
        problem=error_sentence(job.error),
        job=job,
    )


def _formatted_json(value: Any) -> str:
    """Indented JSON, cut at `LONGEST_JSON` characters."""
    if value in (None, {}, []):
        return ""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    if len(text) <= LONGEST_JSON:
        return text
    cut = _("(truncated)")
    return f"{text[:LONGEST_JSON]}\n… {cut}"
