"""Errors about links."""

from uuid import UUID

from pramana.kit.errors import Conflict, NotFound


class AlreadyLinked(Conflict):
    """A memory entity can be linked to one record only."""

    def __init__(self, name: str) -> None:
        super().__init__(f"“{name}” is linked to another record. Take that link away first.")


class LinkNotFound(NotFound):
    def __init__(self, link_id: UUID) -> None:
        super().__init__(f"There is no link {link_id}, or it was taken away.")
