"""Errors about documents, collections and sources."""

from pramana.kit.errors import Conflict, Forbidden, NotFound, TooLarge


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


class FileTooLarge(TooLarge):
    def __init__(self, limit_mb: int) -> None:
        super().__init__(f"A file may have at most {limit_mb} MB (PRAMANA_UPLOAD_LIMIT_MB).")


class PageNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such page.")


class CollectionNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such collection.")


class CollectionExists(Conflict):
    def __init__(self, name: str) -> None:
        super().__init__(f"There is already a collection called {name!r}.")


class NoPicture(NotFound):
    def __init__(self) -> None:
        super().__init__("Only PDF and image files have images of their pages.")


class SourceRefused(Forbidden):
    """The address may not be fetched; the message says why.

    The status is 403 and not 400, because the address is well-formed: its target is the problem.
    """

    code = "source_refused"


class SourceNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such source.")


class PropertyNotFound(NotFound):
    def __init__(self, name: str = "") -> None:
        which = f"property called {name!r}" if name else "such property"
        super().__init__(f"There is no {which}.")


class PropertyExists(Conflict):
    def __init__(self, name: str) -> None:
        super().__init__(f"There is already a property called {name!r}.")


class SavedViewNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such saved view.")
