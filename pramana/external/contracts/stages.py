"""How far a research run has come, and what became of each page."""

from enum import StrEnum


class Stage(StrEnum):
    QUEUED = "queued"
    SEARCHING = "searching"
    AWAITING_APPROVAL = "awaiting_approval"
    INGESTING = "ingesting"
    READING = "reading"
    ANSWERING = "answering"
    DONE = "done"
    FAILED = "failed"

    @property
    def is_over(self) -> bool:
        return self in (Stage.DONE, Stage.FAILED)


class CandidateState(StrEnum):
    OFFERED = "offered"
    APPROVED = "approved"
    REJECTED = "rejected"
    READING = "reading"
    """Fetched, kept as a document, and being read."""
    INGESTED = "ingested"
    FAILED = "failed"


class Verdict(StrEnum):
    APPROVED = "approved"
    REJECTED = "rejected"
    PARTIAL = "partial"


BY_PERSON = "person"
"""The source of a candidate that somebody added."""
