"""The prompt that asks what a document says about itself."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import files

from pydantic import BaseModel, Field

from pramana.llm.contracts import Prompt, about_quoted, quoted

NAME = "agni.metadata"
VERSION = 1
DOCUMENT_TYPES = (
    "report",
    "investigation_report",
    "audit_report",
    "letter",
    "official_letter",
    "complaint_letter",
    "policy",
    "law",
    "regulation",
    "guideline",
    "court_case",
    "court_order",
    "judgment",
    "contract",
    "agreement",
    "mou",
    "meeting_minutes",
    "announcement",
    "press_release",
    "budget_document",
    "financial_statement",
    "other",
)
SYSTEM = files(__package__).joinpath("metadata.md").read_text("utf-8")


class StatedValue(BaseModel):
    """A value with the words that the model says support it."""

    value: str | None = None
    quote: str | None = None
    confidence: float = Field(default=0.5, ge=0, le=1)


class MetadataReading(BaseModel):
    title: StatedValue = StatedValue()
    author: StatedValue = StatedValue()
    publication_date: StatedValue = StatedValue()
    document_type: StatedValue = StatedValue()
    source: StatedValue = StatedValue()
    summary: str | None = None


@dataclass(frozen=True)
class MetadataInput:
    text: str = field(repr=False)
    reviewer_messages: tuple[str, ...] = field(default=(), repr=False)


def metadata_prompt(request: MetadataInput) -> Prompt[MetadataReading]:
    system = SYSTEM.format(types=", ".join(DOCUMENT_TYPES)) + "\n" + about_quoted("document")
    user = quoted(request.text, "document") + reviewer_section(request.reviewer_messages)
    return Prompt(NAME, VERSION, system=system, user=user, output=MetadataReading, input=request)


def reviewer_section(messages: Sequence[str]) -> str:
    """What reviewers wrote, oldest first, as the last part of a prompt; empty without messages."""
    if not messages:
        return ""
    lines = "\n".join(f"- {message}" for message in messages)
    return f"\n\nReviewers said, oldest first:\n{lines}"
