"""Extraction: an agent reads a document into fields, and can be watched."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from pramana.client.calls import Call, Id, given, many, nothing, one
from pramana.client.errors import WorkFailed
from pramana.client.models.extraction import Extraction, ExtractionFrame, ExtractionLine, Field
from pramana.client.operations import Async, Sync, listening, operation, paging
from pramana.client.pages import MOST, Pages, from_last
from pramana.client.streams import Listening

Lines = list[ExtractionLine]
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
        body = given(
            document_id=document_id,
            mode="custom" if fields else "auto",
            custom_fields=fields,
            template_id=template_id,
            overwrite=overwrite,
        )
        return _watched(Call("POST", "/api/agent/extract", nothing, json=body, begins=True))

    @listening
    def correct(
        self, document_id: Id, instruction: str, *, overwrite: bool = False
    ) -> Listening[ExtractionFrame]:
        """Have your last extraction of a document changed as you say in words."""
        body = given(document_id=document_id, instruction=instruction, overwrite=overwrite)
        return _watched(Call("POST", "/api/agent/correct", nothing, json=body, begins=True))

    @listening
    def watch(self, extraction_id: Id, *, after: int = 0) -> Listening[ExtractionFrame]:
        """Watch the last run of an extraction, again or further."""
        return _watched(_rest(extraction_id, after), after)

    @operation
    def get(self, extraction_id: Id) -> Call[Extraction]:
        return Call("GET", f"{PATH}/{extraction_id}", one(Extraction))

    @operation
    def list(
        self,
        *,
        document_id: Id | None = None,
        status: str | None = None,
        before: datetime | None = None,
        limit: int = 50,
    ) -> Call[Lines]:
        """Yours and those shared with you, newest first. Continue with `before` = the last
        `created_at`."""
        params = given(document_id=document_id, status=status, before=before, limit=limit)
        return Call("GET", PATH, many(ExtractionLine), params=params)

    @paging
    def every(
        self, *, document_id: Id | None = None, status: str | None = None
    ) -> Pages[Lines, ExtractionLine]:
        """All of them, newest first."""
        params = given(document_id=document_id, status=status, limit=MOST)
        return Pages(
            Call("GET", PATH, many(ExtractionLine), params=params), lambda page: page, from_last
        )

    @operation
    def edit(self, extraction_id: Id, path: str, value: Any) -> Call[Extraction]:
        """Write a value by hand, at a path like `items[2].price`. No run overwrites it."""
        body = {"path": path, "value": value}
        return Call("PATCH", f"{PATH}/{extraction_id}/fields", one(Extraction), json=body)

    @operation
    def approve(self, extraction_id: Id) -> Call[Extraction]:
        """Say that an extraction is right."""
        return Call("POST", f"{PATH}/{extraction_id}/approve", one(Extraction))

    @operation
    def stop(self, extraction_id: Id) -> Call[Extraction]:
        """Call off the run under way; what it saved stays."""
        return Call("POST", f"{PATH}/{extraction_id}/stop", one(Extraction))

    @operation
    def delete(self, extraction_id: Id) -> Call[None]:
        return Call("DELETE", f"{PATH}/{extraction_id}", nothing)


class Extractions(ExtractionOperations, Sync):
    def extract(self, document_id: Id, *, fields: Sequence[Field] | None = None) -> Extraction:
        """Read a document into fields, and wait for what it came to."""
        frames = list(self.run(document_id, fields=fields))
        return self.get(_made(frames))


class AsyncExtractions(ExtractionOperations, Async):
    async def extract(
        self, document_id: Id, *, fields: Sequence[Field] | None = None
    ) -> Extraction:
        """Read a document into fields, and wait for what it came to."""
        frames = [frame async for frame in self.run(document_id, fields=fields)]
        return await self.get(_made(frames))


def _made(frames: Sequence[ExtractionFrame]) -> UUID:
    made = [frame.extraction_id for frame in frames if frame.extraction_id]
    if not made:
        raise WorkFailed("The run ended without an extraction.")
    return made[-1]


def _watched(begin: Call[object], after: int = 0) -> Listening[ExtractionFrame]:
    def go_on(headers: Mapping[str, str], seen: int) -> Call[object]:
        return _rest(headers["x-extraction-id"], seen)

    return Listening(
        begin=begin,
        go_on=go_on,
        read=ExtractionFrame.model_validate,
        is_last=lambda data: bool(data.get("complete")),
        after=after,
    )


def _rest(extraction_id: Id, after: int) -> Call[object]:
    return Call("GET", f"{PATH}/{extraction_id}/stream", nothing, params={"after": after})
