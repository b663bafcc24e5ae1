"""The question about a document as a whole."""

from dataclasses import dataclass, field
from importlib.resources import files

from pydantic import BaseModel, Field

from pramana.agni.prompts.reviewers import said_by_reviewers
from pramana.llm.contracts import Prompt
from pramana.llm.fencing import about_quoted, quoted

NAME = "agni.metadata"
VERSION = 1
TYPES = (
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


class Stated(BaseModel):
    """A value with the words it is said to rest on."""

    value: str | None = None
    quote: str | None = None
    confidence: float = Field(default=0.5, ge=0, le=1)


class MetadataRead(BaseModel):
    title: Stated = Stated()
    author: Stated = Stated()
    publication_date: Stated = Stated()
    document_type: Stated = Stated()
    source: Stated = Stated()
    summary: str | None = None


@dataclass(frozen=True)
class MetadataInput:
    text: str = field(repr=False)
    said: tuple[str, ...] = field(default=(), repr=False)


def metadata_prompt(asked: MetadataInput) -> Prompt[MetadataRead]:
    system = SYSTEM.format(types=", ".join(TYPES)) + "\n" + about_quoted("document")
    user = quoted(asked.text, "document") + said_by_reviewers(asked.said)
    return Prompt(NAME, VERSION, system=system, user=user, output=MetadataRead, input=asked)
