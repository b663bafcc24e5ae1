"""Extractions: fields, and at each path how sure it is and the words it rests on."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel

from pramana.client.calls import ApiCall, ApiModel, Id, many, nothing, one, present_values
from pramana.client.errors import WorkFailedError
from pramana.client.operations import AsyncPart, SyncPart, listening, operation, paging
from pramana.client.pages import MOST, Pages, from_last
from pramana.client.streams import Listening

FieldType = Literal[
    "string", "text", "number", "integer", "money", "date", "boolean", "list", "table", "object"
]


class Field(BaseModel):
    """A field that is asked for."""

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
    """What the agent says or does, then how it ended."""

    text: str | None = None
    tool: str | None = None
    input: dict[str, Any] | None = None
    complete: bool = False
    extraction_id: UUID | None = None
    cost: float | None = None


Lines = list[ExtractionItem]
PATH = "/api/agent/extractions"


class ExtractionOperations:
    @listening
    def run(
        self,
        document_id: Id,
        *,
        fields: Sequence[Field] | None = None,
        template_id: Id | None = None,
        overwrite: bool = False,
    ) -> Listening[ExtractionFrame]:
        """Read a document into these fields, or into those it seems to have, and watch.

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

    @listening
    def correct(
        self, document_id: Id, instruction: str, *, overwrite: bool = False
    ) -> Listening[ExtractionFrame]:
        """Have your last extraction of a document changed as you say in words."""
        body = present_values(document_id=document_id, instruction=instruction, overwrite=overwrite)
        return _watch(ApiCall("POST", "/api/agent/correct", nothing, json=body, starts_work=True))

    @listening
    def watch(self, extraction_id: Id, *, after: int = 0) -> Listening[ExtractionFrame]:
        """Watch the last run of an extraction, again or further."""
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
        """Yours and those shared with you, newest first. Continue with `before` = the last
        `created_at`."""
        params = present_values(document_id=document_id, status=status, before=before, limit=limit)
        return ApiCall("GET", PATH, many(ExtractionItem), params=params)

    @paging
    def every(
        self, *, document_id: Id | None = None, status: str | None = None
    ) -> Pages[Lines, ExtractionItem]:
        """All of them, newest first."""
        params = present_values(document_id=document_id, status=status, limit=MOST)
        return Pages(
            ApiCall("GET", PATH, many(ExtractionItem), params=params),
            lambda page: page,
            from_last,
        )

    @operation
    def edit(self, extraction_id: Id, path: str, value: Any) -> ApiCall[ExtractionInfo]:
        """Write a value by hand, at a path like `items[2].price`. No run overwrites it."""
        body = {"path": path, "value": value}
        return ApiCall("PATCH", f"{PATH}/{extraction_id}/fields", one(ExtractionInfo), json=body)

    @operation
    def approve(self, extraction_id: Id) -> ApiCall[ExtractionInfo]:
        """Say that an extraction is right."""
        return ApiCall("POST", f"{PATH}/{extraction_id}/approve", one(ExtractionInfo))

    @operation
    def stop(self, extraction_id: Id) -> ApiCall[ExtractionInfo]:
        """Call off the run under way; what it saved stays."""
        return ApiCall("POST", f"{PATH}/{extraction_id}/stop", one(ExtractionInfo))

    @operation
    def delete(self, extraction_id: Id) -> ApiCall[None]:
        return ApiCall("DELETE", f"{PATH}/{extraction_id}", nothing)


class Extractions(ExtractionOperations, SyncPart):
    def extract(self, document_id: Id, *, fields: Sequence[Field] | None = None) -> ExtractionInfo:
        """Read a document into fields, and wait for what it came to."""
        frames = list(self.run(document_id, fields=fields))
        return self.get(_extraction_id(frames))


class AsyncExtractions(ExtractionOperations, AsyncPart):
    async def extract(
        self, document_id: Id, *, fields: Sequence[Field] | None = None
    ) -> ExtractionInfo:
        """Read a document into fields, and wait for what it came to."""
        frames = [frame async for frame in self.run(document_id, fields=fields)]
        return await self.get(_extraction_id(frames))


def _extraction_id(frames: Sequence[ExtractionFrame]) -> UUID:
    made = [frame.extraction_id for frame in frames if frame.extraction_id]
    if not made:
        raise WorkFailedError("The run ended without an extraction.")
    return made[-1]


def _watch(begin: ApiCall[object], after: int = 0) -> Listening[ExtractionFrame]:
    def go_on(headers: Mapping[str, str], seen: int) -> ApiCall[object]:
        return _rest(headers["x-extraction-id"], seen)

    return Listening(
        begin=begin,
        go_on=go_on,
        read=ExtractionFrame.model_validate,
        is_last=lambda data: bool(data.get("complete")),
        after=after,
    )


def _rest(extraction_id: Id, after: int) -> ApiCall[object]:
    return ApiCall("GET", f"{PATH}/{extraction_id}/stream", nothing, params={"after": after})
