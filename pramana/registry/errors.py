"""What can go wrong with a record."""

from typing import Any

from pramana.kit.errors import Conflict, InvalidRequest, NotFound, Unavailable


class RecordNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such record.")


class VersionNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("This record has no such version.")


class RegistryViewNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such view.")


class RelationshipNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such relationship.")


class InvalidRecord(InvalidRequest):
    """The data is not a valid record; the message says where and why."""


class SlugTaken(Conflict):
    def __init__(self, entity_id: str) -> None:
        super().__init__(f"There is already a record {entity_id}. Choose another slug.")


class SubTypeMismatch(Conflict):
    def __init__(self, kind: str, sub_type: str) -> None:
        super().__init__(
            f"{sub_type!r} is not a sub-type of {kind}. Leave it out, or change one of them."
        )


class RecordChanged(Conflict):
    """Someone wrote a newer version in the meantime; the response contains it."""

    def __init__(self, newer: int, record: Any) -> None:
        super().__init__(
            f"This record has changed: its newest version is {newer}. Read it and try again.",
            details={"version": newer, "record": record},
        )
        self.newer = newer


class PatchDoesNotFit(Conflict):
    """The patch cannot be applied to this record, or its result would not be a valid record."""

    def __init__(self, why: str) -> None:
        super().__init__(f"The patch does not fit this record: {why}.")


class CannotMerge(Conflict):
    """These two records cannot become one."""

    def __init__(self, why: str) -> None:
        super().__init__(f"These records cannot be merged: {why}.")


class NotMerged(Conflict):
    def __init__(self) -> None:
        super().__init__("This record is not merged with another.")


class MergedFurther(Conflict):
    def __init__(self) -> None:
        super().__init__("The record it was merged into was merged too. Undo that merge first.")


class RelationshipExists(Conflict):
    def __init__(self) -> None:
        super().__init__("These two records are already related in this way.")


class RelatedToItself(Conflict):
    def __init__(self) -> None:
        super().__init__("A record cannot be related to itself.")


class RegistryUnreachable(Unavailable):
    """The remote registry (NES_API_BASE_URL) did not answer, or sent something we cannot read."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"The remote registry cannot be used now: {why}. Check NES_API_BASE_URL, or try later."
        )
