"""Memory's errors."""

from uuid import UUID

from pramana.kit.errors import Conflict, InvalidRequest, NotFound, Unavailable


class InvalidGroupSettings(InvalidRequest):
    """A group's settings contradict themselves. Nothing was changed."""

    code = "conflict"
    status = 409


class ServerStopping(Unavailable):
    """The server was told to stop while it wrote many messages; none of them was kept."""

    def __init__(self) -> None:
        super().__init__("The server is stopping. Nothing was accepted; send the messages again.")


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
        super().__init__(f"The fact {fact_id} has no closing that could be undone.")


class DuplicateNotFound(NotFound):
    def __init__(self, duplicate_id: UUID) -> None:
        super().__init__(f"There is no duplicate {duplicate_id}, or it was already undone.")


class DuplicateAlreadyUndone(Conflict):
    def __init__(self, duplicate_id: UUID) -> None:
        super().__init__(f"Duplicate {duplicate_id} was undone, so it can no longer be confirmed.")


class MessageNotFound(NotFound):
    def __init__(self, message_id: UUID) -> None:
        super().__init__(f"There is no message {message_id}.")


class MessageDeleted(NotFound):
    """The message or its group was deleted while it was read, so nothing of it is saved."""

    def __init__(self) -> None:
        super().__init__("The message was deleted while it was read.")


class MessageNotFailed(Conflict):
    def __init__(self, message_id: UUID, state: str) -> None:
        super().__init__(
            f"Message {message_id} is {state}. Only a failed or partly read message can be retried."
        )


class IdempotencyKeyReused(Conflict):
    def __init__(self, key: str) -> None:
        super().__init__(
            f"The Idempotency-Key {key[:100]} was already used for other messages. Nothing was"
            " queued. Use a new key."
        )


class EntityIdTaken(Conflict):
    def __init__(self, entity_id: UUID) -> None:
        super().__init__(f"The id {entity_id} is taken. Use another, or leave it out.")


class EditNotFound(NotFound):
    def __init__(self, edit_id: UUID) -> None:
        super().__init__(f"There is no edit {edit_id}.")


class EditAlreadyUndone(Conflict):
    def __init__(self, edit_id: UUID) -> None:
        super().__init__(f"Edit {edit_id} was already undone.")


class EditOutdated(Conflict):
    """What the edit changed was changed again, so undoing it would lose the later change."""

    def __init__(self, edit_id: UUID) -> None:
        super().__init__(
            f"What edit {edit_id} changed was changed again since. Undo the later change first."
        )


class InvalidEdit(InvalidRequest):
    """The edit contradicts itself or the graph. Nothing was changed."""


class InvalidImport(InvalidRequest):
    """A file cannot be imported. Nothing of it was kept."""

    status = 422
