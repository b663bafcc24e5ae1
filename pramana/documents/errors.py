"""What can go wrong with a document, by name."""

from pramana.kit.errors import Conflict, InvalidRequest, NotFound, TooLarge


class DocumentNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such document.")


class NotReadYet(Conflict):
    def __init__(self) -> None:
        super().__init__(
            "This document has not been read yet. Try again when its status is completed."
        )


class NothingToRetry(Conflict):
    def __init__(self) -> None:
        super().__init__("Only a document whose reading failed can be read again.")


class FileRefused(InvalidRequest):
    """The file cannot be taken; the message says why and what would be."""


class FileTooLarge(TooLarge):
    def __init__(self, limit_mb: int) -> None:
        super().__init__(f"A file may have at most {limit_mb} MB (PRAMANA_UPLOAD_LIMIT_MB).")
