"""How extractions are asked for and where they stand."""

from enum import StrEnum


class ExtractionStatus(StrEnum):
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"
    FAILED = "failed"


class ExtractionMode(StrEnum):
    AUTO = "auto"
    """The structure is inferred from the document."""
    CUSTOM = "custom"
    """Given fields only; what the document does not say is null with confidence 0."""
