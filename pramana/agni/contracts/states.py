"""How far a session has come, and how far the job is that works on it."""

from enum import StrEnum


class SessionStatus(StrEnum):
    PENDING = "pending"
    PROCESSING_METADATA = "processing_metadata"
    METADATA_EXTRACTED = "metadata_extracted"
    PROCESSING_ENTITIES = "processing_entities"
    AWAITING_REVIEW = "awaiting_review"
    PROCESSING_PERSISTENCE = "processing_persistence"
    COMPLETED = "completed"
    FAILED = "failed"

    @property
    def is_over(self) -> bool:
        return self in (SessionStatus.COMPLETED, SessionStatus.FAILED)


class TaskStatus(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"

    @property
    def is_at_work(self) -> bool:
        return self in (TaskStatus.QUEUED, TaskStatus.RUNNING)


class ChangeType(StrEnum):
    CREATE = "create"
    UPDATE = "update"


class ChangeState(StrEnum):
    """An approved change waits for the registry, is in it, or was refused by it."""

    PENDING = "pending"
    APPLIED = "applied"
    FAILED = "failed"
