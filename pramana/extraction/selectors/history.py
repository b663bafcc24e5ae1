"""What happened to an extraction or a stack: tool calls, changes, corrections and transcripts."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from pramana.extraction.contracts.extractions import (
    CallView,
    ExtractionStatus,
    ExtractionView,
    FieldChangeView,
)
from pramana.extraction.contracts.stacks import (
    CellChangeView,
    CorrectionView,
    ToolCallView,
)
from pramana.extraction.domain.field_tree import MISSING, differences, parse_path
from pramana.extraction.models import (
    ActivityLine,
    CellChange,
    FieldChange,
    StackCorrection,
    StackTable,
    StackTableRow,
)
from pramana.extraction.selectors.extractions import get_extraction, visible_extractions
from pramana.extraction.selectors.stacks import visible_stacks
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.selectors import calls_for_subject, get_run

LONGEST_PAGE = 500
FRAME = ("text", "tool", "input", "complete", "extraction_id", "cost", "error")
MOST_LINES = 3_000
"""How many frames are read for one page. Text comes in small pieces that are joined again."""


def extraction_tool_calls(scope: Scope, extraction_id: UUID, *, after: int = 0) -> list[CallView]:
    """The tool calls of every run in order, `LONGEST_PAGE` at a time."""
    get_extraction(scope, extraction_id)
    calls = calls_for_subject(scope, extraction_id, after=after, limit=LONGEST_PAGE)
    return [
        CallView(
            order=call.position,
            tool=call.tool,
            input=call.envelope["input"],
            outcome=call.envelope,
            is_error=call.is_error,
            took_ms=call.took_ms,
            run_id=call.run_id,
            created_at=call.at,
        )
        for call in calls
    ]


def field_changes(
    scope: Scope, extraction_id: UUID, *, before: int | None = None
) -> list[FieldChangeView]:
    """Every change, newest first. Undone changes are marked."""
    get_extraction(scope, extraction_id)
    rows = FieldChange.objects.in_scope(scope).filter(extraction_id=extraction_id)
    if before is not None:
        rows = rows.filter(number__lt=before)
    return [field_change_view(row) for row in rows.order_by("-number")[:LONGEST_PAGE]]


def field_change_view(row: FieldChange) -> FieldChangeView:
    before, after = _value_or_missing(row.before), _value_or_missing(row.after)
    return FieldChangeView(
        id=row.id,
        number=row.number,
        path=row.path,
        tool=row.tool,
        by_hand=row.by_hand,
        actor_id=row.actor_id,
        run_id=row.run_id,
        differences=tuple(differences(parse_path(row.path), before, after)),
        undone_at=row.undone_at,
        undone_by_id=row.undone_by_id,
        created_at=row.created_at,
    )


def frames_after(
    scope: Scope, extraction_id: UUID, run_id: UUID, after: int
) -> Sequence[tuple[int, dict[str, Any]]]:
    """The frames of a run after a number, each with its own number."""
    rows = ActivityLine.objects.in_scope(scope).filter(
        extraction_id=extraction_id, run_id=run_id, number__gt=after
    )
    return [(number, _ordered_frame(data)) for number, data in rows.values_list("number", "data")]


def _ordered_frame(data: dict[str, Any]) -> dict[str, Any]:
    """The keys of a frame in reading order, because the database keeps no order."""
    ordered = {key: data[key] for key in FRAME if key in data}
    return {**ordered, **data}


def _value_or_missing(stored: Any) -> Any:
    return MISSING if stored is None else stored["value"]


@dataclass(frozen=True)
class TranscriptStep:
    """Text of the agent, or one tool call. A tool that is still running has no outcome yet."""

    text: str = ""
    tool: str = ""
    input: Mapping[str, Any] = field(default_factory=dict)
    call: CallView | None = None


@dataclass(frozen=True)
class RunTranscript:
    """One run. `end` is its last frame (complete or error), empty while it is running."""

    run_id: UUID
    begun_at: datetime
    steps: tuple[TranscriptStep, ...]
    end: Mapping[str, Any]


def run_transcripts(scope: Scope, extraction: ExtractionView) -> list[RunTranscript]:
    """The runs of an extraction, newest last, as far back as `MOST_LINES` frames reach."""
    calls: dict[UUID | None, list[CallView]] = defaultdict(list)
    for call in extraction_tool_calls(scope, extraction.id):
        calls[call.run_id].append(call)
    rows = ActivityLine.objects.in_scope(scope).filter(extraction_id=extraction.id)
    frames: dict[UUID, list[ActivityLine]] = defaultdict(list)
    for row in reversed(rows.order_by("-created_at", "-number")[:MOST_LINES]):
        frames[row.run_id].append(row)
    return [_transcript(run_id, lines, calls[run_id]) for run_id, lines in frames.items()]


def is_running(scope: Scope, extraction: ExtractionView) -> bool:
    """Whether an agent is working on it now, on the extraction or on a correction."""
    run_id = extraction.run_id
    return run_id is not None and get_run(scope, run_id).state is RunState.ACTIVE


def _transcript(
    run_id: UUID, lines: Sequence[ActivityLine], calls: Sequence[CallView]
) -> RunTranscript:
    frames = [line.data for line in lines]
    last = frames[-1]
    return RunTranscript(
        run_id=run_id,
        begun_at=lines[0].created_at,
        steps=tuple(_steps(frames, iter(calls))),
        end=last if "complete" in last or "error" in last else {},
    )


def _steps(
    frames: Sequence[Mapping[str, Any]], calls: Iterator[CallView]
) -> Iterator[TranscriptStep]:
    """Pair each tool frame with its stored call. Both were written in the same order."""
    words = ""
    for frame in frames:
        if "tool" in frame:
            if words.strip():
                yield TranscriptStep(text=words.strip())
            words = ""
            call = next((each for each in calls if each.tool == frame["tool"]), None)
            yield TranscriptStep(tool=frame["tool"], input=frame.get("input") or {}, call=call)
        words += frame.get("text", "")
    if words.strip():
        yield TranscriptStep(text=words.strip())


def visible_subjects(scope: Scope, subjects: Collection[UUID]) -> set[UUID]:
    """Those of these subjects of tool calls that this person may see.

    They are extractions, and tables, rows or corrections of stacks.
    """
    if scope.actor_id is None:
        return set()
    stacks = visible_stacks(scope).values("pk")
    places = (
        visible_extractions(scope),
        StackTable.objects.in_scope(scope).filter(stack__in=stacks),
        StackTableRow.objects.in_scope(scope).filter(table__stack__in=stacks),
        StackCorrection.objects.in_scope(scope).filter(table__stack__in=stacks),
    )
    visible = (place.filter(pk__in=subjects).values_list("pk", flat=True) for place in places)
    return {subject for ids in visible for subject in ids}


def cell_changes(
    scope: Scope,
    table_id: UUID,
    *,
    document_id: UUID | None = None,
    column: str | None = None,
    before: datetime | None = None,
    limit: int = 50,
) -> list[CellChangeView]:
    """Cell changes, newest first. `before` continues after a page."""
    filters = {"document_id": document_id, "column": column, "created_at__lt": before}
    rows = CellChange.objects.in_scope(scope).filter(
        table_id=table_id, **{name: value for name, value in filters.items() if value is not None}
    )
    return [cell_change_view(row) for row in rows[:limit]]


def table_corrections(
    scope: Scope, table_id: UUID, *, before: datetime | None = None, limit: int = 50
) -> list[CorrectionView]:
    rows = StackCorrection.objects.in_scope(scope).filter(table_id=table_id)
    if before:
        rows = rows.filter(created_at__lt=before)
    return [correction_view(row) for row in rows[:limit]]


def stack_tool_calls(scope: Scope, subject_id: UUID, *, limit: int = 200) -> list[ToolCallView]:
    """The tool calls for a row, a table or a correction, in order."""
    return [
        ToolCallView(
            call.position,
            call.tool,
            call.envelope["input"],
            dict(call.envelope),
            call.is_error,
            call.took_ms,
            call.at,
        )
        for call in calls_for_subject(scope, subject_id, limit=limit)
    ]


def cell_change_view(row: CellChange) -> CellChangeView:
    same = ("id", "document_id", "column", "tool", "by_hand", "actor_id", "run_id")
    return CellChangeView(
        **{name: getattr(row, name) for name in same},
        before=row.before,
        after=row.after,
        at=row.created_at,
        undone_at=row.undone_at,
        undone_by=row.undone_by_id,
    )


def correction_view(row: StackCorrection) -> CorrectionView:
    same = ("id", "table_id", "instruction", "overwrite", "confirm", "results", "answer", "error",
            "engine", "run_id")  # fmt: skip
    return CorrectionView(
        **{name: getattr(row, name) for name in same},
        status=ExtractionStatus(row.status),
        actor_id=row.user_id,
        created_at=row.created_at,
        ended_at=row.ended_at,
    )
