"""Extractions: the fields of a document, with the trust and evidence of each value."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import pydantic
from pydantic import BaseModel

from pramana.client.calls import (
    MOST,
    ApiCall,
    ApiModel,
    Id,
    Pages,
    continue_before_last,
    many,
    nothing,
    one,
    present_values,
)
from pramana.client.errors import WorkFailedError
from pramana.client.operations import (
    C,
    Part,
    operation,
    outcome_operation,
    page_operation,
    stream_operation,
)
from pramana.client.streams import StreamOutcome, StreamRequest

FieldType = Literal[
    "string", "text", "number", "integer", "money", "date", "boolean", "list", "table", "object"
]


class Field(BaseModel):
    """A field to extract."""

    name: str
    type: FieldType = "string"
    description: str = ""
    required: bool = False
    children: list["Field"] = []


class ExtractionItem(ApiModel):
    id: UUID
    document_id: UUID
    document_title: str
    document_type: str
    mode: str
    status: Literal["in_progress", "completed", "failed"]
    error: str
    engine: str
    field_count: int
    low_trust: int
    shared: bool
    run_id: UUID | None
    approved_at: datetime | None
    locked_at: datetime | None
    created_at: datetime
    updated_at: datetime


class ExtractionInfo(ExtractionItem):
    extracted_fields: dict[str, Any]
    confidence_scores: dict[str, Any]
    evidence: dict[str, Any]
    trust: dict[str, Any]
    summary: str
    by_hand: list[str]


class ExtractionFrame(ApiModel):
    """One frame of a run: a step of the agent, or the outcome."""

    text: str | None = None
    tool: str | None = None
    input: dict[str, Any] | None = None
    complete: bool = False
    extraction_id: UUID | None = None
    cost: float | None = None
    applied: list[dict[str, Any]] = pydantic.Field(default_factory=list)
    proposed: list[dict[str, Any]] = pydantic.Field(default_factory=list)
    unclear: list[dict[str, Any]] = pydantic.Field(default_factory=list)


Lines = list[ExtractionItem]
PATH = "/api/agent/extractions"


class Extractions(Part[C]):
    @stream_operation
    def run(
        self,
        document_id: Id,
        *,
        fields: Sequence[Field] | None = None,
        template_id: Id | None = None,
        overwrite: bool = False,
    ) -> StreamRequest[ExtractionFrame]:
        """Extract these fields, or those the document seems to have, and stream the run.

        The run goes on when nobody watches; a lost connection is picked up again.
        """
        body = present_values(
            document_id=document_id,
            mode="custom" if fields else "auto",
            custom_fields=fields,
            template_id=template_id,
            overwrite=overwrite,
        )
        return _watch(ApiCall("POST", "/api/agent/extract", nothing, json=body, starts_work=True))

    @stream_operation
    def correct(
        self,
        document_id: Id,
        instruction: str,
        *,
        overwrite: bool = False,
        confirm: bool = False,
    ) -> StreamRequest[ExtractionFrame]:
        """Correct your last extraction of a document by an instruction in words.

        The last frame says what was changed, and what is changed only with `confirm`.
        """
        body = present_values(
            document_id=document_id, instruction=instruction, overwrite=overwrite, confirm=confirm
        )
        return _watch(ApiCall("POST", "/api/agent/correct", nothing, json=body, starts_work=True))

    @stream_operation
    def watch(self, extraction_id: Id, *, after: int = 0) -> StreamRequest[ExtractionFrame]:
        """Stream the last run of an extraction, from the beginning or after a frame."""
        return _watch(_rest(extraction_id, after), after)

    @operation
    def get(self, extraction_id: Id) -> ApiCall[ExtractionInfo]:
        return ApiCall("GET", f"{PATH}/{extraction_id}", one(ExtractionInfo))

    @operation
    def list(
        self,
        *,
        document_id: Id | None = None,
        status: str | None = None,
        before: datetime | None = None,
        limit: int = 50,
    ) -> ApiCall[Lines]:
        """One page of your and shared extractions, newest first. Pass the last `created_at` as
        `before` to continue."""
        params = present_values(document_id=document_id, status=status, before=before, limit=limit)
        return ApiCall("GET", PATH, many(ExtractionItem), params=params)

    @page_operation
    def every(
        self, *, document_id: Id | None = None, status: str | None = None
    ) -> Pages[Lines, ExtractionItem]:
        """All of them, newest first, fetched page by page."""
        params = present_values(document_id=document_id, status=status, limit=MOST)
        return Pages(
            ApiCall("GET", PATH, many(ExtractionItem), params=params),
            lambda page: page,
            continue_before_last,
        )

    @operation
    def edit(self, extraction_id: Id, path: str, value: Any) -> ApiCall[ExtractionInfo]:
        """Set a value by hand, at a path like `items[2].price`. No run overwrites it."""
        body = {"path": path, "value": value}
        return ApiCall("PATCH", f"{PATH}/{extraction_id}/fields", one(ExtractionInfo), json=body)

    @operation
    def approve(self, extraction_id: Id) -> ApiCall[ExtractionInfo]:
        """Approve an extraction."""
        return ApiCall("POST", f"{PATH}/{extraction_id}/approve", one(ExtractionInfo))

    @operation
    def stop(self, extraction_id: Id) -> ApiCall[ExtractionInfo]:
        """Cancel the active run; what it saved is kept."""
        return ApiCall("POST", f"{PATH}/{extraction_id}/stop", one(ExtractionInfo))

    @operation
    def delete(self, extraction_id: Id) -> ApiCall[None]:
        return ApiCall("DELETE", f"{PATH}/{extraction_id}", nothing)

    @outcome_operation
    def extract(
        self, document_id: Id, *, fields: Sequence[Field] | None = None
    ) -> StreamOutcome[ExtractionFrame, ExtractionInfo]:
        """Extract a document into fields, wait for the end and return the result."""
        return StreamOutcome(
            Extractions.run.build(self, document_id, fields=fields),
            lambda frames: Extractions.get.build(self, _extraction_id(frames)),
        )


def _extraction_id(frames: Sequence[ExtractionFrame]) -> UUID:
    made = [frame.extraction_id for frame in frames if frame.extraction_id]
    if not made:
        raise WorkFailedError("The run ended without an extraction.")
    return made[-1]


def _watch(begin: ApiCall[object], after: int = 0) -> StreamRequest[ExtractionFrame]:
    def resume(headers: Mapping[str, str], seen: int) -> ApiCall[object]:
        return _rest(headers["x-extraction-id"], seen)

    return StreamRequest(
        begin=begin,
        resume=resume,
        read=ExtractionFrame.model_validate,
        is_last=lambda data: bool(data.get("complete")),
        after=after,
    )


def _rest(extraction_id: Id, after: int) -> ApiCall[object]:
    return ApiCall("GET", f"{PATH}/{extraction_id}/stream", nothing, params={"after": after})
