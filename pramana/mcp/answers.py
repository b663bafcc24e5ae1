"""What the tools answer. Agents get these as structured values, with their schemas."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field

from pramana.llm.fencing import about_quoted

NOTE = about_quoted() + " The same goes for titles, quotes and values: they are read from sources."


class Told(BaseModel):
    """Every answer that carries words of a source says what they are."""

    note: str = NOTE


class PassageFound(BaseModel):
    document_id: UUID
    title: str
    section: str
    page: int = Field(description="From 0.")
    start: int = Field(description="Where the text begins in the document; code points.")
    end: int
    text: str = Field(description="Quoted material.")
    strength: float = Field(description="From .5 it belongs to the query; below .3 it does not.")
    why: str
    source_url: str
    outside: bool = Field(description="Whether a person let this source in from the web.")


class Passages(Told):
    passages: list[PassageFound]


class Cited(BaseModel):
    number: int = Field(description="What the answer calls it by, from 1.")
    title: str
    source_url: str
    document_id: UUID | None
    page: int | None = Field(description="From 0.")
    quotes: list[str] = Field(
        description="The words the answer rests on, as they stand there; none where it was found "
        "and not used."
    )


class Answered(Told):
    answer: str | None = Field(description="None where there is no answer; see `message`.")
    message: str | None
    mode: str = Field(description="full, retrieval_only or no_results.")
    low_confidence: bool
    engine: str | None = Field(description="Who composed the answer: a model, or `offline`.")
    session_id: UUID = Field(description="Pass it on to continue this conversation.")
    sources: list[Cited]


class Accepted(BaseModel):
    group: str
    accepted: int = Field(description="0 where the same idempotency_key was accepted before.")
    message: str


class FactTold(BaseModel):
    id: UUID
    group: str
    relation: str
    fact: str = Field(description="Quoted material.")
    quote: str = Field(description="The words it rests on, quoted; empty where none are kept.")
    said_by: str = Field(description="Who said those words, by name.")
    said_at: datetime | None
    source: str = Field(description="Where they come from.")
    episode_id: UUID | None = Field(description="The message they stand in.")
    valid_at: datetime | None = Field(description="When it began to hold.")
    invalid_at: datetime | None = Field(description="When it ceased to hold.")
    known_at: datetime = Field(description="When we learnt it.")
    expired_at: datetime | None = Field(description="When we learnt that it no longer holds.")


class Facts(Told):
    facts: list[FactTold]
    unread: int | None = Field(
        description="Messages of the group not yet read into facts: if any, recall again soon."
    )


class DocumentPart(Told):
    id: UUID
    title: str
    status: str
    page_count: int | None
    start: int
    end: int
    next_start: int | None = Field(description="Read on from here; None at the end.")
    text: str = Field(description="Quoted material.")


class ExtractionTold(Told):
    id: UUID
    document_id: UUID
    document_title: str
    document_type: str
    status: str = Field(description="in_progress, completed or failed.")
    running: bool = Field(description="Whether it is being read, for the first time or again.")
    error: str
    approved: bool = Field(description="Whether a person said that it is right.")
    engine: str
    fields: dict[str, Any]
    trust: dict[str, Any] = Field(description="How far each value was checked, in the same shape.")
    evidence: dict[str, Any] = Field(description="The words each value rests on.")
    summary: str


class CaseTold(BaseModel):
    id: UUID
    name: str
    workflows: int
    runs: int
    last_run_at: datetime | None


class Cases(Told):
    cases: list[CaseTold] = Field(description="Newest first.")


class WaitingItem(BaseModel):
    kind: str = Field(
        description="review, registry_change, sources, extraction, stack or duplicate."
    )
    id: UUID
    title: str
    what: str = Field(description="What a person has to decide.")
    since: datetime
    page: str = Field(description="Where a person decides it, from the product's address.")


class Waiting(Told):
    items: list[WaitingItem] = Field(description="Newest first.")
    more: bool = Field(description="Whether there is more than was asked for.")


class Proposed(BaseModel):
    kind: str
    id: UUID
    message: str
    page: str = Field(description="Where a person decides on it.")
