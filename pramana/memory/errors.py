"""What can go wrong with memory, by name."""

from uuid import UUID

from pramana.kit.errors import Conflict, InvalidRequest, NotFound


class SettingsRefused(InvalidRequest):
    """A group's settings contradict themselves; nothing was changed."""

    code = "conflict"
    status = 409


class EpisodeNotFound(NotFound):
    def __init__(self, episode_id: str | UUID) -> None:
        super().__init__(f"There is no episode {str(episode_id)[:100]} in this group.")


class EntityNotFound(NotFound):
    def __init__(self, entity_id: UUID) -> None:
        super().__init__(f"There is no entity {entity_id}.")


class FactNotFound(NotFound):
    def __init__(self, fact_id: UUID) -> None:
        super().__init__(f"There is no fact {fact_id}.")


class ClosingNotFound(NotFound):
    def __init__(self, fact_id: UUID) -> None:
        super().__init__(f"Nothing closed the fact {fact_id} that could be undone.")


class DuplicateNotFound(NotFound):
    def __init__(self, duplicate_id: UUID) -> None:
        super().__init__(f"There is no duplicate {duplicate_id} that could be undone.")


class DuplicateUndone(Conflict):
    def __init__(self, duplicate_id: UUID) -> None:
        super().__init__(f"Duplicate {duplicate_id} was undone; it cannot be confirmed any more.")


class MessageNotFound(NotFound):
    def __init__(self, message_id: UUID) -> None:
        super().__init__(f"There is no message {message_id}.")


class MessageGone(NotFound):
    """Its group was deleted while it was being read; nothing of it may be kept."""

    def __init__(self) -> None:
        super().__init__("The message was deleted while it was read.")


class MessageNotFailed(Conflict):
    def __init__(self, message_id: UUID, state: str) -> None:
        super().__init__(f"Message {message_id} is {state}; only a failed one is tried again.")


class EntityElsewhere(Conflict):
    def __init__(self, entity_id: UUID) -> None:
        super().__init__(f"The id {entity_id} is taken. Use another, or leave it out.")
