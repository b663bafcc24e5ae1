"""What can go wrong with a session or an approved change."""

from collections.abc import Mapping
from typing import Any

from pramana.kit.errors import AppError, Conflict, InvalidRequest, NotFound


class ReviewSessionNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such session.")


class ApprovedChangeNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such change.")


class InvalidState(AppError):
    """The session's status does not allow this; nothing was changed."""

    code = "invalid_state"
    status = 400

    def __init__(self, message: str = "Session must be in awaiting_review status") -> None:
        super().__init__(message)


class InvalidEntity(InvalidRequest):
    def __init__(self, message: str = "Invalid entity index") -> None:
        super().__init__(message)


class InvalidThread(InvalidRequest):
    def __init__(self) -> None:
        super().__init__("Invalid conversation key")


class EntityNotResolved(InvalidRequest):
    """A session can be persisted only when every entity is matched, to be created, or skipped."""

    def __init__(self, index: int, status: str) -> None:
        super().__init__(f"Entity {index} not resolved: {status}")


class MetadataMissing(InvalidState):
    def __init__(self) -> None:
        super().__init__("The metadata must be extracted before the entities.")


class UnknownRecord(InvalidRequest):
    def __init__(self, nes_id: str) -> None:
        super().__init__(f"The registry has no record {nes_id}.")


class DecisionConflict(Conflict):
    """Someone else decided this entity after the page was loaded."""

    def __init__(self, message: str, details: Mapping[str, Any]) -> None:
        super().__init__(message, details=details)
